"""A small book in a real browser, opened from disk: the hardest place for scripts to work in."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from playwright.sync_api import Browser, Dialog, Page, expect, sync_playwright

from repobook.model.blocks import PageKind
from repobook.render.html.shell import INSTEAD
from tests.fakes.books import make_book
from tests.fakes.trees import write_tree

# Sinks for markup all over: a path, names, a docstring, a document, a fence, a title, a comment.
HOSTILE = "<img src=x onerror=alert(1)><script>alert(2)</script>\"'><svg onload=alert(3)>"
TREE: dict[str, str | bytes] = {
    "README.md": f"# Small {HOSTILE}\n\nA small tree {HOSTILE}.\n\n```{HOSTILE}\nx\n```\n",
    "pkg/__init__.py": '"""The package."""\n',
    "pkg/base.py": '"""What others stand on."""\n\n\ndef base(x):\n    return x\n',
    "pkg/long.py": (
        "from pkg.base import base\n\n\n"
        + "".join(f"def f{n}(x):\n    # line {n}\n    return base({n})\n\n\n" for n in range(200))
    ),
    "pkg/hostile.py": (
        f'"""{HOSTILE.replace(chr(34), "")}"""\n\nfrom pkg.base import base\n\n\n'
        f"def shout(x='{HOSTILE.replace(chr(39), '')}'):\n    # {HOSTILE}\n    return base(x)\n"
    ),
    "pkg/<img src=x onerror=alert(4)>.py": "from pkg.base import base\n\nbase(1)\n",
    "app/run.py": "from pkg.base import base\n\n\ndef run(x):\n    eval(base(x))\n",
    "tests/test_base.py": "from pkg.base import base\n\n\ndef test_base():\n    assert base(1)\n",
}


# What a repository has only if it uses a framework.
WITH_FRAMEWORKS: dict[str, str | bytes] = {
    "web.py": (
        f"from flask import Flask\n\napp = Flask('x')\n\n\n@app.route('/{HOSTILE[:27]}/users')\n"
        "def users():\n    return []\n"
    ),
    "aten/src/ATen/native/native_functions.yaml": (
        "- func: relu(Tensor self) -> Tensor\n  dispatch:\n    CPU: relu\n"
    ),
    "aten/src/ATen/native/Relu.cpp": (
        "namespace at::native {\nTensor relu(const Tensor& self) { return self; }\n}\n"
    ),
    "cli.py": "import click\n\n\n@click.command()\ndef run():\n    pass\n",
    "shop/tasks.py": (
        f"from celery import shared_task\n\n\n@shared_task(name='{HOSTILE[:27]}')\n"
        "def send():\n    pass\n"
    ),
    "shop/models.py": (
        "from django.db import models\n\n\nclass Order(models.Model):\n    class Meta:\n"
        "        db_table = 'shop_orders'\n"
    ),
    "shop/receivers.py": (
        "from django.db.models.signals import post_save\nfrom django.dispatch import receiver\n\n"
        "from shop.models import Order\n\n\n@receiver(post_save, sender=Order)\n"
        "def on_saved(sender, **kwargs):\n    pass\n"
    ),
    "settings.py": "import os\n\nPORT = os.environ['SHOP_PORT']\n",
}
KINDS: tuple[str, ...] = tuple(kind for kind in get_args(PageKind) if kind not in INSTEAD)
_KIND = re.compile(r"<body class=([a-z-]+)>")
# What is waited for comes; this only ends a hang, and a busy machine is none.
_MILLISECONDS_OF_A_HANG = 120_000
expect.set_options(timeout=_MILLISECONDS_OF_A_HANG)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    make_book(write_tree(folder / "repo", TREE), folder / "repo.book")
    return folder / "repo.book" / "site"


@pytest.fixture(scope="session")
def page_by_kind(site: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Of each kind the longest page."""
    folder = tmp_path_factory.mktemp("frameworks")
    make_book(write_tree(folder / "repo", WITH_FRAMEWORKS), folder / "repo.book")
    return {**_longest(folder / "repo.book" / "site"), **_longest(site)}


def _longest(site: Path) -> dict[str, Path]:
    found: dict[str, Path] = {}
    for path in sorted(site.rglob("*.html"), key=lambda path: path.stat().st_size):
        match = _KIND.search(path.read_text("utf-8"))
        assert match, path
        found[match[1]] = path
    return found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        # Tests may run as root in a container, where Chromium's own sandbox does not.
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium-headless-shell", args=["--no-sandbox"]
        )
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Nothing may be complained about and no dialog opened while it is used."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(_MILLISECONDS_OF_A_HANG)
    page = context.new_page()
    found: list[str] = []
    page.on("console", lambda message: found.append(message.text))
    page.on("pageerror", lambda error: found.append(str(error)))
    page.on("dialog", lambda dialog: _refused(dialog, found))
    page.on("request", lambda request: _only_ours(request.url, found))
    yield page
    context.close()
    assert found == []


def _refused(dialog: Dialog, found: list[str]) -> None:
    found.append(dialog.message)
    dialog.dismiss()


def _only_ours(url: str, found: list[str]) -> None:
    if not url.startswith("file:"):
        found.append(f"asked for {url}")


_HEARD = """key => !document.body.dispatchEvent(
    new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }))"""


def is_heard(page: Page, key: str) -> bool:
    """Whether a script answers to a key: it takes the event from the browser."""
    heard: bool = page.evaluate(_HEARD, key)
    return heard
