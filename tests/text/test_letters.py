"""Places in an alphabetical index."""

import pytest

from repobook.text.letters import index_key, letter_of


@pytest.mark.parametrize(
    ("name", "letter"),
    [
        *[("forward", "F"), ("__init__", "I"), ("~Tensor", "T"), ("größe", "G")],
        *[(name, "other") for name in ("Ünder", "3d", "", "___", "<script>", "ßa")],
    ],
)
def test_letter(name: str, letter: str) -> None:
    assert letter_of(name) == letter


def test_marks_and_case_do_not_move_a_name() -> None:
    names = ["9", "Beta", "_alpha", "gamma", "alpha", "ALPHA"]
    assert sorted(names, key=index_key) == ["ALPHA", "_alpha", "alpha", "Beta", "gamma", "9"]
