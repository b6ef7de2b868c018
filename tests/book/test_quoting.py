"""A quotation cites the lines that its words stand in, all of them and no others."""

from repobook.book.quoting import quotation
from tests.fakes.dossiers import file_dossier

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
