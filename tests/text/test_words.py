"""Identifiers and the words they are made of."""

import pytest

from repobook.text.words import words_of


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("max_pool2d", ("max", "pool", "2", "d")),
        ("MaxPool2d", ("max", "pool", "2", "d")),
        ("HTTPServer", ("http", "server")),
        ("test-dicts.py", ("test", "dict", "py")),
        ("bus", ("bus",)),
        ("größe", ("größe",)),
        ("__", ()),
        ("", ()),
    ],
)
def test_a_name_falls_into_words(name: str, words: tuple[str, ...]) -> None:
    assert words_of(name) == words


def test_an_endless_name_is_cut() -> None:
    assert len(words_of("aB" * 1_000_000)) <= 200
