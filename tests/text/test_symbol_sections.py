"""Which symbols have a section of their own."""

import pytest

from repobook.text.naming.symbol_sections import has_section


@pytest.mark.parametrize(
    ("kind", "role", "exported", "n_places", "expected"),
    [
        ("function", "source", True, 0, True),
        ("function", "source", False, 4, False),
        ("function", "source", False, 5, True),
        ("method", "test", True, 4, False),
        ("method", "test", True, 5, True),
        ("field", "source", True, 0, False),
        ("field", "source", True, 9, False),
        ("constructor", "source", True, 0, False),
        ("key", "data", True, 90, False),
        ("namespace", "source", True, 90, False),
    ],
)
def test_what_is_offered_or_used_much_has_one(
    kind: str, role: str, exported: bool, n_places: int, expected: bool
) -> None:
    assert has_section(kind, role, exported, n_places) is expected


def test_values_have_one_where_other_files_use_them() -> None:
    assert has_section("field", "source", True, 1, 1)
    assert has_section("field", "source", False, 5, 1)
    assert not has_section("field", "source", False, 4, 1)
    assert not has_section("key", "data", True, 9, 9)


def test_what_has_one_unused_has_one_however_much_it_is_used() -> None:
    assert all(has_section("class", "vendored", True, n) for n in range(5))
