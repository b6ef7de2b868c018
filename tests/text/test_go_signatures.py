"""Parameters and results of methods of Go, whatever their names."""

import pytest

from repobook.text.naming.go_signatures import shape_of


@pytest.mark.parametrize(
    ("signature", "shape"),
    [
        ("Close() error", ("→", "error")),
        ("func (s *S) Close() (err error)", ("→", "error")),
        ("Close(a, b int, c ...string)", ("int", "int", "...string", "→")),
        ("Close(int, []byte) (n int, err error)", ("int", "[]byte", "→", "int", "error")),
        ("Close(f func(a int) error, m map[string]x.Y)", ("func(aint)error", "map[string]Y", "→")),
        ("Close(func(int) error, chan int)", ("func(int)error", "chanint", "→")),
        ("Close(v interface{}) any", ("any", "→", "any")),
    ],
)
def test_names_do_not_matter(signature: str, shape: tuple[str, ...]) -> None:
    assert shape_of(signature, "Close") == shape


def test_a_signature_that_was_cut_says_nothing() -> None:
    assert shape_of("Close(a int, …", "Close") is None
