"""Places in an alphabetical index."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from repobook.text.naming.alphabet import index_key, letter_of, part_of, parts, ranges_of

NAMES = st.one_of(
    st.text(max_size=6),
    st.text("_~aAzZeEiIhHdD09[{`é.", max_size=5),
)


@pytest.mark.parametrize(
    ("name", "letter"),
    [
        *[("forward", "F"), ("__init__", "I"), ("_C", "C"), ("~Tensor", "T"), ("größe", "G")],
        *[(name, "other") for name in ("Ünder", "3d", "", "___x", "<script>", "ßa", ".git")],
    ],
)
def test_letter(name: str, letter: str) -> None:
    assert letter_of(name) == letter


def test_marks_and_case_do_not_move_a_name() -> None:
    names = ["9", "Beta", "_alpha", "gamma", "alpha", "ALPHA"]
    assert sorted(names, key=index_key) == ["ALPHA", "_alpha", "alpha", "Beta", "gamma", "9"]


@pytest.mark.parametrize(
    ("name", "label"),
    [("get", "Ge-Gh"), ("_GPU", "Gn-Gr"), ("g", "Ga-Gd"), ("g_x", "Ga-Gd"), ("7", "other")],
)
def test_fine_index_is_cut_by_second_letters(name: str, label: str) -> None:
    assert part_of(name, is_fine=True).label == label


@given(NAMES)
def test_every_name_stands_in_one_part_and_in_one_range_of_it(name: str) -> None:
    for is_fine in (False, True):
        part = part_of(name, is_fine)
        assert part in parts(is_fine)
        assert sum(first <= name < end for first, end in ranges_of(part)) == 1


@given(NAMES)
def test_ranges_of_letters_hold_no_names_of_others(name: str) -> None:
    holding = [
        part
        for part in parts(is_fine=True)
        if part.letter != "other" and any(a <= name < b for a, b in ranges_of(part))
    ]
    assert holding in ([part_of(name, is_fine=True)], [])
