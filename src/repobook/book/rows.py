"""Tables of which some rows or columns may be left out, and that say so."""

from collections.abc import Sequence

from repobook.model.blocks import Content, Table

Row = tuple[Content, ...]


def table(columns: tuple[str, ...], rows: Sequence[Row], n_all: int, rest: Content = ()) -> Table:
    """Of so many in truth; what is told of the rest is told only where there is one."""
    if n_all <= len(rows):
        return Table(columns, tuple(rows))
    return Table(columns, tuple(rows), n_all, rest)


def without_empty(columns: tuple[str, ...], rows: Sequence[Row], n_all: int) -> Table:
    """A column of which no row has anything is not there."""
    kept = [
        (name, cells)
        for name, cells in zip(columns, zip(*rows, strict=True), strict=False)
        if any(cells)
    ]
    shown = list(zip(*[cells for _, cells in kept], strict=True))
    return table(tuple([name for name, _ in kept]), shown, n_all)
