import pytest

from repobook.book.conditions import Chain, conjuncts


def told(*conditions: str) -> list[str]:
    chain = Chain()
    found = []
    for condition in conditions:
        is_otherwise, text = chain.shortened(condition)
        found.append(f"otherwise {text}".strip() if is_otherwise else text)
        chain.add(condition)
    return found


def test_a_chain_of_conditions_is_told_one_by_one() -> None:
    assert told("a", "not a and b(x)", "not a and not b(x) and c", "not a and not (b(x))") == [
        "a",
        "otherwise b(x)",
        "otherwise c",
        "otherwise",
    ]


def test_a_branch_inside_a_branch_keeps_what_is_around_it() -> None:
    assert told("m and n", "m and not n", "not m and t and f", "not m and not (t and f) and t") == [
        "m and n",
        "otherwise m",
        "not m and t and f",
        "otherwise not m and t",
    ]


def test_c_is_told_the_same_way() -> None:
    assert told("a > 1", "!(a > 1) && b", "!(a > 1) && !b") == ["a > 1", "otherwise b", "otherwise"]


@pytest.mark.parametrize(
    "conditions",
    [
        ("a or b", "not a and c"),
        ("a and b", "not b and c"),
        ("f(a and b)", "not a"),
        ("a and b…", "not a"),
        ("'x and y' == a", "not 'x"),
        ("a", "not (a) or (b)"),
    ],
)
def test_what_does_not_follow_is_said(conditions: tuple[str, ...]) -> None:
    assert told(*conditions) == list(conditions)


def test_conjuncts_of_broken_code_are_the_text() -> None:
    for condition in ("", "((((", "))) and (((", "'and", " and " * 3):
        assert " and ".join(conjuncts(condition)) == condition
    assert list(conjuncts("a and " * 100_000)) == ["a and " * 100_000]
