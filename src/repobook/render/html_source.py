"""The text of a file, every line with its anchor, in runs that a browser may leave undrawn.

A run is a list that counts from its first line, so the numbers stand in no text: neither copying
nor searching meets them.
"""

from collections.abc import Sequence
from typing import Final

from repobook.model.blocks import SourceText
from repobook.render.html_text import lines
from repobook.text.lines import split_lines

_RUN: Final = 100
# What scrolls sideways must be within reach of the keyboard.
_OPENED: Final = "<div class=lines translate=no tabindex=0 role=region aria-label=Text>"


def source(block: SourceText) -> str:
    shown = split_lines(lines(block.text))
    runs = [_run(shown[at : at + _RUN], block.first_line + at) for at in range(0, len(shown), _RUN)]
    return f"{_OPENED}{''.join(runs)}</div>"


def _run(shown: Sequence[str], first: int) -> str:
    items = [f"<li id=L{n}>{line}" for n, line in enumerate(shown[1:], first + 1)]
    return f"<ol><li id=L{first} value={first}>{shown[0]}{''.join(items)}</ol>"
