"""The main walk in Firefox, from disk, over its own protocol: Marionette."""

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.processes import SECONDS_OF_A_HANG

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox") or ""
pytestmark = pytest.mark.skipif(not FIREFOX, reason="Firefox is not installed")


class Firefox:
    """Messages are JSON with their length before them; the browser greets first."""

    def __init__(self, port: int) -> None:
        self._socket = _connected(port)
        self._stream = self._socket.makefile("rb")
        self._received()
        self("WebDriver:NewSession", capabilities={})
        self("WebDriver:SetWindowRect", width=1400, height=900)

    def __call__(self, command: str, **parameters: object) -> Any:
        message = json.dumps([0, 1, command, parameters]).encode()
        self._socket.sendall(f"{len(message)}:".encode() + message)
        _, _, error, answer = self._received()
        assert not error, error
        return answer

    def _received(self) -> Any:
        length = b""
        while (letter := self._stream.read(1)) != b":":
            assert letter, "the browser is gone"
            length += letter
        return json.loads(self._stream.read(int(length)))

    def run(self, script: str) -> Any:
        return self("WebDriver:ExecuteScript", script=script, args=[])["value"]

    def wait_for(self, expression: str) -> Any:
        end = time.monotonic() + SECONDS_OF_A_HANG
        while not (value := self.run(f"return {expression}")):
            assert time.monotonic() < end, expression
            time.sleep(0.05)
        return value

    def close(self) -> None:
        self._stream.close()
        self._socket.close()


def _connected(port: int) -> socket.socket:
    end = time.monotonic() + SECONDS_OF_A_HANG
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port))
        except OSError:
            assert time.monotonic() < end
            time.sleep(0.1)


@pytest.fixture
def firefox(tmp_path: Path) -> Iterator[Firefox]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (tmp_path / "user.js").write_text(f'user_pref("marionette.port", {port});\n')
    options = ("--headless", "--marionette", "--no-remote", "--profile", str(tmp_path))
    process = subprocess.Popen(
        [FIREFOX, *options],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "HOME": str(tmp_path)},
    )
    try:
        browser = Firefox(port)
        yield browser
        browser.close()
    finally:
        process.terminate()
        process.wait()


def test_the_main_walk(site: Path, firefox: Firefox) -> None:
    firefox("WebDriver:Navigate", url=(site / "pkg/long.py_docs.html").as_uri())
    assert (
        firefox.wait_for("document.querySelector('.side [aria-current]')?.textContent") == "long.py"
    )
    assert firefox.run("return document.querySelectorAll('.toc a').length") >= 3
    # A fragment alone leads to lines of the text.
    firefox.run("document.querySelector('main a[href^=\"#L\"]').click()")
    firefox.wait_for("location.pathname.endsWith('long.py_src.html') && /^#L/.test(location.hash)")
    firefox.wait_for("document.querySelector('.lines .marked')")
    # What is known of a name.
    firefox.run(
        "const link = [...book.lineAt(1).querySelectorAll('a')].at(-1);"
        "book.evidence.show(link.href, 'base', link.getBoundingClientRect())"
    )
    frame = firefox("WebDriver:FindElement", using="css selector", value=".evidence iframe")
    firefox("WebDriver:SwitchToFrame", element=next(iter(frame["value"].values())))
    firefox.wait_for("location.pathname.endsWith('base.py_sym.html')")
    shown = "[...document.querySelectorAll('h3')].filter((one) => !one.hidden)"
    titles = f"{shown}.map((one) => one.textContent)"
    assert firefox.wait_for(f"document.readyState === 'complete' && {titles}") == ["base"]
    firefox("WebDriver:SwitchToFrame", id=None)
    # The search answers from disk.
    firefox.run(
        "const box = document.querySelector('.searchbox input'); box.focus(); box.value = 'f12';"
        "box.dispatchEvent(new Event('input'))"
    )
    firefox.wait_for("document.querySelector('.found .answer[data-done] a')")
