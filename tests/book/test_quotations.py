"""A quotation cites the lines that its words stand in, all of them and no others."""

import pytest

from repobook.book.shared.quotations import quotation, quotation_at
from tests.fakes.dossiers import file_dossier, symbol

TEXT = 'def f():\n    """Makes objects.\n\n    Yields:\n        objects\n    """\n'


def test_the_last_line_is_found_after_the_others() -> None:
    said = quotation(file_dossier(text=TEXT), "Makes objects.\n\nYields:\n    objects")
    assert said is not None
    assert (said.cite.line, said.cite.end_line) == (2, 5)


def test_words_that_do_not_stand_there_are_not_quoted() -> None:
    said = quotation(file_dossier(text=TEXT), "Makes objects.\n\nYields\n    objects\nmore")
    assert said is not None
    assert (said.text, said.cite.end_line) == ("Makes objects.\n\nYields\n    objects\n…", 5)
    assert quotation(file_dossier(text=TEXT), "Breaks objects.") is None


def test_what_is_left_out_between_is_marked() -> None:
    said = quotation(file_dossier(text="# One.\n#\n# Copyright\n#\n# Two.\n"), "One.\n\nTwo.")
    assert said is not None
    assert said.text == "One.\n\n\n…\n\nTwo."


def test_a_word_is_not_found_in_a_longer_one() -> None:
    said = quotation(file_dossier(text="X_static(a)\n/* static */\n"), "static")
    assert said is not None
    assert said.cite.line == 2


_ABOVE = "/// Cuts.\nfn a() {}\n\n/// Cuts.\n#[cfg(x)]\n#[cfg(y)]\nfn b() {}\n"
_INSIDE = 'def a():\n    """Cuts."""\n\n\ndef b():\n    """Cuts."""\n'


@pytest.mark.parametrize(
    ("text", "line", "cited"), [(_ABOVE, 2, 1), (_ABOVE, 7, 4), (_INSIDE, 1, 2), (_INSIDE, 5, 6)]
)
def test_of_neighbours_in_the_same_words_each_has_its_own(text: str, line: int, cited: int) -> None:
    definition = symbol(0, "x", line, doc="Cuts.").definition
    said = quotation_at(file_dossier(text=text), definition.doc, definition)
    assert said is not None
    assert said.cite.line == cited


def test_links_are_quoted_by_their_words() -> None:
    said = quotation(
        file_dossier(text="/* An [RFC 1][r] grid.\n * [x] */\n"), "An [RFC 1][r] grid.\n[x]"
    )
    assert said is not None
    assert said.text == "An RFC 1 grid.\n[x]"
