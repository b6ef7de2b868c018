import pytest

from repobook.book.file.functions.short_conditions import Chain
from repobook.model.facts import Guard


def _guards(condition: str) -> tuple[Guard, ...]:
    """``a & !b`` as a parser gives it; ``for x: a`` has the head of a loop first."""
    heads = condition.split(": ")
    parts = [(": ", heads[0]), *((": ", head) for head in heads[1:])]
    found = [
        (joint if not n else " and ", part)
        for joint, parts_of in parts
        for n, part in enumerate(parts_of.split(" & "))
    ]
    return tuple(_guard(part, joint if n else "") for n, (joint, part) in enumerate(found))


def _guard(part: str, joint: str) -> Guard:
    is_negated = part.startswith("!")
    written = part.removeprefix("!")
    text = written if written.isidentifier() else f"({written})"
    return (
        Guard(f"not {text}", written, True, joint) if is_negated else Guard(part, "", False, joint)
    )


def told(*conditions: str) -> list[str]:
    chain = Chain()
    found = []
    for condition in conditions:
        is_otherwise, text = chain.shortened(_guards(condition))
        found.append(f"otherwise {text}".strip() if is_otherwise else text)
        chain.add(_guards(condition))
    return found


def test_a_chain_of_conditions_is_told_one_by_one() -> None:
    assert told("a", "!a & b(x)", "!a & !b(x) & c", "!a & !b(x)") == [
        "a",
        "otherwise b(x)",
        "otherwise c",
        "otherwise",
    ]


def test_a_branch_inside_a_branch_keeps_what_is_around_it() -> None:
    assert told("m & n", "m & !n", "!m & t and f", "!m & !t and f & t") == [
        "m and n",
        "otherwise m",
        "not m and t and f",
        "otherwise not m and t",
    ]


def test_what_is_left_out_behind_the_head_of_a_loop_leaves_its_colon() -> None:
    assert told("for x in y: a", "for x in y: !a & b") == [
        "for x in y: a",
        "otherwise for x in y: b",
    ]
    assert told("a", "!a: for x in y: b") == ["a", "otherwise for x in y: b"]


@pytest.mark.parametrize(
    "conditions",
    [("a or b", "!a & c"), ("a & b", "!b & c"), ("m & a", "!a"), ("a & b…", "a & !b…")],
)
def test_what_does_not_follow_is_said(conditions: tuple[str, ...]) -> None:
    assert not [text for text in told(*conditions) if text.startswith("otherwise")]
