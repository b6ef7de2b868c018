"""Pictures that are made when the page is: no script draws them, and each is told as text too."""

from collections.abc import Callable
from typing import Final

from repobook.model.blocks import Cite, Link, Matrix, MatrixCell
from repobook.render.html_text import text

_EMPTY: Final = "<td>"
_ITSELF: Final = "<td>·"


def matrix(block: Matrix, link: Callable[[Link], str], address: Callable[[Cite], str]) -> str:
    """A table, for a table can be read aloud; numbers in circles are bold as well as marked."""
    size = len(block.heads)
    cells = {(n, n): _ITSELF for n in range(size)}
    cells |= {(cell.row, cell.column): _cell(cell, address(cell.cite)) for cell in block.cells}
    head = "".join([f"<th scope=col>{n + 1}" for n in range(size)])
    rows = [
        f"\n<tr><th scope=row>{n + 1} {link(block.heads[n])}"
        + "".join([cells.get((n, column), _EMPTY) for column in range(size)])
        for n in range(size)
    ]
    return (
        f"<div class=t><table class=matrix><caption>{text(block.caption)}</caption>"
        f"<thead><tr><td>{head}<tbody>{''.join(rows)}</table></div>"
    )


def _cell(cell: MatrixCell, address: str) -> str:
    if cell.is_circle:
        return f"<td class=o><a href={address}><b>{cell.n:,}</b></a>"
    return f"<td><a href={address}>{cell.n:,}</a>"
