"""Where in a text a sentence stands: lines, the sentence, the first and the last of its lines."""

import pytest

from repobook.text.documents.sentence_lines import place_of


@pytest.mark.parametrize(
    ("text", "sentence", "first_and_last"),
    [
        ("A box.\n\nA box holds\nthings. So", "A box holds things.", (2, 3)),
        ("Reads `rows`_ of a\n[table](https://a.example/b).", "Reads rows of a table.", (0, 1)),
        ("Use one.\nUse :class:`a.Reader` to\nread.", "Use Reader to read.", (1, 2)),
        ("Reads rows slowly and\nall at once.", "Reads rows slowly and …", (0, 0)),
    ],
)
def test_the_closest_words_are_the_sentence(
    text: str, sentence: str, first_and_last: tuple[int, int]
) -> None:
    place = place_of(sentence, text.split("\n"))
    assert place is not None
    assert place[1:] == first_and_last


def test_what_is_not_there_has_no_place() -> None:
    assert place_of("Writes rows.", ["Reads rows."]) is None
    assert place_of("", ["Reads rows."]) is None
    assert place_of("…", ["Reads rows."]) is None
