"""Pages as a browser reads them: what on them is not of our making, and what they do."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, ConsoleMessage, Dialog, Page, Request, TimeoutError

_AUDIT: Final = Path(__file__).with_name("audit.js").read_text("utf-8")
_CANARY: Final = """
for (const name of ["alert", "confirm", "prompt", "print", "open"])
  window[name] = (...said) => console.error("EXECUTED", name, ...said);
document.addEventListener("securitypolicyviolation",
  (event) => console.error("POLICY", event.violatedDirective, event.blockedURI));
"""
# The policy of our pages blocks it: no request is sent.
_SENTINEL: Final = "https://sentinel.invalid"
_REPORTED: Final = """(sentinel) => new Promise((done) => {
    const script = Object.assign(document.createElement("script"), { src: sentinel });
    document.addEventListener("securitypolicyviolation", (event) => {
        if (event.blockedURI.startsWith(sentinel)) done();
    });
    document.head.append(script);
    script.remove();
})"""


@contextmanager
def watched(browser: Browser, origin: str) -> Iterator[tuple[Page, list[str]]]:
    """A page, and all that it does which a page of ours never does: so far, and from then on."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.add_init_script(_CANARY)
    page = context.new_page()
    found: list[str] = []
    page.on("console", lambda message: _said(message.text, found))
    page.on("pageerror", lambda error: found.append(str(error)))
    page.on("dialog", lambda dialog: _dismissed(dialog, found))
    page.on("popup", lambda popup: found.append(f"opened {popup.url}"))
    page.on("requestfailed", lambda request: _failed(request, found))
    context.on("request", lambda request: _only_to(origin, request.url, found))
    yield page, found
    context.close()


def wait_for_reports(page: Page) -> None:
    """The browser reports what a policy blocks later than it loads the page, but in order: what
    the page did was reported before a violation of our own is. Only for pages with a policy.
    """
    page.evaluate(_REPORTED, _SENTINEL)


@contextmanager
def expect_messages(page: Page, text: str, n: int) -> Iterator[None]:
    """Waits until the console has shown so many messages that begin with the text."""
    with page.expect_console_message(_nth(text, n)):
        yield


def _nth(text: str, n: int) -> Callable[[ConsoleMessage], bool]:
    n_left = n

    def is_last(message: ConsoleMessage) -> bool:
        nonlocal n_left
        n_left -= message.text.startswith(text)
        return n_left == 0

    return is_last


def _said(text: str, found: list[str]) -> None:
    if _SENTINEL not in text:
        found.append(text)


def _dismissed(dialog: Dialog, found: list[str]) -> None:
    found.append(f"dialog {dialog.message}")
    dialog.dismiss()


def _failed(request: Request, found: list[str]) -> None:
    if request.failure != "net::ERR_ABORTED":  # it was still on its way when the page was left
        _said(f"failed {request.url}: {request.failure}", found)


def _only_to(origin: str, url: str, found: list[str]) -> None:
    if not url.startswith(origin):
        _said(f"asked for {url}", found)


def complaints(page: Page) -> list[str]:
    """About the page as it is shown now, scripts included."""
    found: list[str] = page.evaluate(_AUDIT)
    wait_for_reports(page)
    return found


def complaints_of_texts(page: Page, texts: Sequence[str]) -> list[list[str]]:
    """About texts of pages, read by the browser without showing them."""
    found: list[list[str]] = page.evaluate(_AUDIT, list(texts))
    return found


_TYPE: Final = """(text) => {
    const input = document.querySelector("input[type=search]");
    input.value = text;
    input.dispatchEvent(new Event("input"));
}"""
_ANSWERED: Final = (
    "text => document.querySelector('.answer[data-done]')?.dataset.query === text.trim()"
)


def searched(page: Page, text: str) -> bool:
    """Types it into the search box; whether an answer came."""
    page.evaluate(_TYPE, text)
    try:
        if text.strip():
            page.wait_for_function(_ANSWERED, arg=text)
    except TimeoutError:
        return False
    return True
