"""Tables of which some rows or columns may be left out, and that say so."""

from collections.abc import Sequence

from repobook.model.blocks import Content, Table

Row = tuple[Content, ...]


def table(columns: tuple[str, ...], rows: Sequence[Row], n_all: int, rest: Content = ()) -> Table:
    """``n_all`` rows exist; ``rest`` is shown only if some were left out."""
    if n_all <= len(rows):
        return Table(columns, tuple(rows))
    return Table(columns, tuple(rows), n_all, rest)


def without_empty(columns: tuple[str, ...], rows: Sequence[Row], n_all: int) -> Table:
    """A column of which no row has anything is not there."""
    filled = [
        (name, cells)
        for name, cells in zip(columns, zip(*rows, strict=True), strict=False)
        if any(cells)
    ]
    rows_left = list(zip(*[cells for _, cells in filled], strict=True))
    return table(tuple([name for name, _ in filled]), rows_left, n_all)
