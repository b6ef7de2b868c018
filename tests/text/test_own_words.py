import pytest

from repobook.text.own_words import own_words


@pytest.mark.parametrize(
    ("doc", "words"),
    [
        ("", ""),
        ("Adds numbers.", "Adds numbers."),
        ('Owner(s): ["module: nn"]', ""),
        ('Owner(s): ["module: nn"]\nTests of layers.', "Tests of layers."),
        ("Copyright (c) Someone.\nAll rights reserved.\n\nHolds trees.", "Holds trees."),
        ("Copyright 2020\n\nThis code is licensed under the MIT license.", ""),
        ("mypy: allow-untyped-defs\nflake8: noqa\n", ""),
        ("======\nTitle\n======\n", "Title\n======"),
        ("Collects the licences of packages.", "Collects the licences of packages."),
        ("First.\n\nSecond with\n  a list.", "First.\n\nSecond with\n  a list."),
    ],
)
def test_own_words_leave_law_and_marks_out(doc: str, words: str) -> None:
    assert own_words(doc) == words


def test_long_headers_are_read_in_linear_time() -> None:
    assert own_words("=" * 1_000_000) == ""
    assert len(own_words("word \n" * 100_000)) <= 20_000
