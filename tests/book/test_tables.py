"""Tables without the columns that no row fills."""

from repobook.book.shared.tables import without_empty
from repobook.model.blocks import Table


def test_a_column_that_no_row_fills_is_left_out() -> None:
    rows = [(("1",), (), ("x",)), (("2",), (), ())]
    assert without_empty(("N", "Never", "Once"), rows, 2) == Table(
        ("N", "Once"), ((("1",), ("x",)), (("2",), ()))
    )


def test_rows_that_are_missing_are_counted() -> None:
    assert without_empty(("N",), [(("1",),)], 5).n_all == 5
