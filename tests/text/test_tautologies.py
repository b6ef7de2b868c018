import pytest

from repobook.text.documents.tautologies import says_more


@pytest.mark.parametrize(
    ("sentence", "path"),
    [
        ("t_zset.c -- zset data type implementation.", ""),
        ("Tests for the cli module.", "tests/test_cli.py"),
        ("Utility functions.", "src/util.py"),
        ("Parser class", "lib/parser.rb"),
    ],
)
def test_a_sentence_of_the_files_name_says_nothing(sentence: str, path: str) -> None:
    assert not says_more(sentence, path)


@pytest.mark.parametrize(
    ("sentence", "path"),
    [
        ("rio.c is a stream-oriented I/O abstraction", "src/rio.c"),
        ("Hash Tables Implementation.", "src/dict.c"),
        ("Reads configuration from the environment.", "config.py"),
    ],
)
def test_two_telling_words_are_enough(sentence: str, path: str) -> None:
    assert says_more(sentence, path)
