import pytest

from repobook.text.documents.asides import is_wish, pointed_to


@pytest.mark.parametrize(
    ("sentence", "name"),
    [
        ("For middleware documentation, see `NormalizePath`.", "NormalizePath"),
        ("See `shop::Till`", "Till"),
        ("See Till.pay for details.", "pay"),
        ("Please refer to the manual of the shop.", ""),
        ("See how a fence is painted.", None),
        ("For each customer, counts coins.", None),
        ("For tills, see `Till`. Coins are counted by hand.", None),
        ("Seeds rows of the shop.", None),
    ],
)
def test_a_sentence_that_only_points_to_another_is_known(sentence: str, name: str | None) -> None:
    assert pointed_to(sentence) == name


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("An improvement to this is to have options to choose an average", True),
        ("TODO: count coins", True),
        ("The loop over coins could be improved", True),
        ("It would be nice to count coins faster.", True),
        ("Finds comments with a TODO in them.", False),
        ("Decides which rows should be removed.", False),
        ("Improvements of a garden, row by row.", False),
    ],
)
def test_a_wish_is_known(sentence: str, expected: bool) -> None:
    assert is_wish(sentence) is expected
