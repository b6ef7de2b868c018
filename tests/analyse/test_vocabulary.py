"""Words that name things: how they are counted, what they weigh, when that changes."""

import pytest

from repobook.analyse.vocabulary import (
    WordCount,
    counted,
    hashes_of_words,
    holds_any,
    naming_words,
    weigh_alike,
    weights,
    word_hashes,
)


def test_path_and_definitions_name_things() -> None:
    words = naming_words("lib/flash.py", ["FlashAttention", "is_the_best"])
    assert words.words == {"lib", "flash", "py", "attention"}
    assert words.path_words == {"lib", "flash", "py"}


def test_a_word_counts_once_a_file() -> None:
    files = [naming_words("a/x.py", ["a", "a_a"]), naming_words("b/y.py", ["xx_x"])]
    counts = counted(files)
    assert counts["x"] == (2, 1)
    assert counts["py"] == (2, 2)


def test_rare_words_and_words_of_paths_weigh_more() -> None:
    counts = {"rare": WordCount(1), "common": WordCount(600), "folder": WordCount(600, 90)}
    found = weights(counts, 1000)
    assert found["rare"] > found["folder"] > found["common"] > 0


def test_letters_and_numbers_weigh_nothing() -> None:
    assert weights({"x": WordCount(1), "42": WordCount(1), "²": WordCount(1)}, 10) == {}


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ((0, 0), (1, 0), False),
        ((1, 0), (7, 0), True),
        ((7, 0), (8, 0), False),
        ((8, 1), (63, 7), True),
        ((9, 7), (9, 8), False),
        ((64, 0), (511, 0), True),
    ],
)
def test_weights_change_in_steps_of_eight(
    one: tuple[int, int], other: tuple[int, int], alike: bool
) -> None:
    assert weigh_alike(WordCount(*one), WordCount(*other)) is alike


def test_words_are_found_by_their_hashes() -> None:
    hashes = word_hashes(["flash", "attention", "größe", "\ud800"])
    assert holds_any(hashes, hashes_of_words(["größe"]))
    assert not holds_any(hashes, hashes_of_words(["paged"]))
    assert not holds_any(b"", hashes_of_words(["paged"]))
