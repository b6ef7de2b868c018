"""Every page is HTML as the standard has it, although much that may be left out is left out."""

from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import html5lib

from tests.browser.conftest import KINDS


def test_there_is_a_page_of_every_kind(page_by_kind: dict[str, Path]) -> None:
    assert sorted(page_by_kind) == sorted(KINDS)


def test_no_page_has_an_error_that_a_parser_must_mend(site: Path) -> None:
    for path in sorted(site.rglob("*.html")):
        parser = html5lib.HTMLParser()
        parser.parse(path.read_text("utf-8"))
        assert parser.errors == [], path.name


class _Ids(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: Counter[str] = Counter()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.update(value or "" for name, value in attrs if name == "id")


def test_an_id_stands_once_on_a_page(site: Path) -> None:
    for path in sorted(site.rglob("*.html")):
        ids = _Ids()
        ids.feed(path.read_text("utf-8"))
        assert [id for id, n in ids.found.items() if n > 1 or not id] == [], path.name
