"""Ten things that somebody new wants to know, done in a browser, step by step.

    python bench/tasks.py SITE

SITE is the site of a book of Flask. A step is a key, a click, a word that is typed with what ends
it, or a name that the pointer rests on; the answer has to stand on the screen after the last one.
"""

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Page, sync_playwright

_CHROMIUM: Final = "/usr/bin/chromium-headless-shell"
_SHOWN: Final = """(words) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        if (!texts.currentNode.data.includes(words)) continue;
        const range = document.createRange();
        range.selectNodeContents(texts.currentNode);
        const { top, bottom, height } = range.getBoundingClientRect();
        if (height && top < innerHeight && bottom > 0) return true;
    }
    return false;
}"""


class Step(NamedTuple):
    words: str
    do: Callable[[Page], object]


class Task(NamedTuple):
    question: str
    answer: str
    steps: tuple[Step, ...]


def search(query: str) -> Step:
    def do(page: Page) -> None:
        page.keyboard.press("/")
        page.keyboard.type(query)
        page.locator(".found a").first.wait_for()
        page.wait_for_timeout(500)

    return Step(f"`/` and type `{query}`", do)


def click(name: str, within: str = "body") -> Step:
    def do(page: Page) -> None:
        page.locator(f"{within} a", has_text=name).first.click()

    return Step(f"click {name}", do)


def rest_on(name: str) -> Step:
    return Step(
        f"rest on `{name}`", lambda page: page.locator(".lines a", has_text=name).first.hover()
    )


_FIRST: Final = click("Flask.full_dispatch_request", ".found")
TASKS: Final = (
    Task(
        "Where is it decided which function answers a request?",
        "def dispatch_request",
        (search("dispatch_request"), click("Flask.dispatch_request", ".found")),
    ),
    Task("Who calls `full_dispatch_request`?", "Used", (search("full_dispatch_request"), _FIRST)),
    Task(
        "What tests `Flask.test_client`?",
        "Tests",
        (search("test_client"), click("Flask.test_client", ".found")),
    ),
    Task(
        "What does app.py depend on?",
        "files of this repository",
        (search("app.py"), click("app.py", ".found"), click("Dependencies", ".toc")),
    ),
    Task(
        "Who imports app.py?",
        "imported by",
        (search("app.py"), click("app.py", ".found")),
    ),
    Task(
        "Which definitions of `url_for` are there?",
        "src/flask/helpers.py",
        (search("url_for"),),
    ),
    Task(
        "Read line 900 of app.py",
        "This always causes a 500",
        (search("app.py:900"), click("app.py:900", ".found")),
    ),
    Task(
        "What is this name, in the middle of a text?",
        "src/flask/",
        (search("app.py:1"), click("app.py:1", ".found"), rest_on("_get_current_object")),
    ),
    Task(
        "What is the folder json/ for?",
        "json",
        (click("src/", ".side"), click("flask/", "main"), click("json/", "main")),
    ),
    Task(
        "What happens to a request, in order?",
        "Flask.__call__",
        (click("Book"), click("Call Walkthroughs", ".toc")),
    ),
)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("site", type=Path)
    site = parser.parse_args().site.resolve()
    print("| | question | steps | |\n|---|---|---|---|")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=_CHROMIUM)
        for number, task in enumerate(TASKS, 1):
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.goto((site / "index.html").as_uri())
            page.wait_for_timeout(500)
            print("|", " | ".join(_row(page, number, task)), "|", flush=True)
            page.close()
        browser.close()


def _row(page: Page, number: int, task: Task) -> Iterator[str]:
    yield f"{number}"
    yield task.question
    for step in task.steps:
        step.do(page)
        page.wait_for_timeout(1000)
        page.locator(".tools").wait_for()
    yield "; ".join(step.words for step in task.steps)
    is_shown = page.evaluate(_SHOWN, task.answer)
    yield f"{len(task.steps)}" if is_shown else f"not shown at {page.url.rpartition('/')[2]}"


if __name__ == "__main__":
    main()
