"""What a query names outright: a file by its path or its module, a definition by its name.

A sentence of a bug report may name many things; ``variables/torch.py``, ``torch.nn.modules`` and
``scaled_mm()`` in it are no chance.
"""

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

Steps = tuple[str, ...]

_MAX_NAMES: Final = 8
_MIN_NAME: Final = 3
_PIECE: Final = re.compile(r"[\w./\\-]+")
_STEP: Final = re.compile(r"[./\\]+")
_NAME: Final = re.compile(r"[^\W\d]\w*(\()?")
# An underscore, a capital or a digit inside: no word of a sentence is written so.
_IS_WRITTEN: Final = re.compile(r"[^\W_]_[^\W_]|[a-z][A-Z]|[A-Z]{2}[a-z]|[A-Za-z]\d")
# Files that stand for their folder where it is imported.
_STANDS_FOR_FOLDER: Final = frozenset(["__init__", "index", "mod"])
_MODULE: Final = 0.7


class Mentions(NamedTuple):
    places: tuple[Steps, ...]
    """What may be a path or a module, step by step, in lower case."""
    names: tuple[str, ...]
    """What is written like a name of code."""


def mentions(words: Iterable[str]) -> Mentions:
    typed = [*words]
    places = [_steps(piece) for word in typed for piece in _PIECE.findall(word)]
    names = [name for word in typed for name in _names(word, is_alone=len(typed) == 1)]
    return Mentions(
        tuple(dict.fromkeys(steps for steps in places if len(steps) > 1))[:_MAX_NAMES],
        tuple(dict.fromkeys(names))[:_MAX_NAMES],
    )


def _steps(text: str) -> Steps:
    return tuple(step for step in _STEP.split(text.lower()) if step)


def _names(word: str, *, is_alone: bool) -> list[str]:
    """A word that is asked for alone is a name however it is written, and so is what is called."""
    matches = [(match[0].rstrip("("), bool(match[1])) for match in _NAME.finditer(word)]
    return [
        name
        for name, is_called in matches
        if len(name) >= _MIN_NAME and (is_alone or is_called or _IS_WRITTEN.search(name))
    ]


def share_named(path: str, places: Iterable[Steps]) -> float:
    """How much of a file is named: 1 by the end of its path or more, less by its module."""
    if not places:
        return 0.0
    steps = _steps(path)
    module = steps[:-2] if steps[-2:-1] and steps[-2] in _STANDS_FOR_FOLDER else steps[:-1]
    return max(_share(place, steps, module) for place in places)


def _share(place: Steps, steps: Steps, module: Steps) -> float:
    if _ends(steps, place) or (len(steps) > 2 and _ends(place, steps)):
        return 1.0
    # What is behind the module is in it: ``torch.nn.modules.conv.Conv2d``.
    is_module = any(_ends(module, place[:n]) for n in range(2, len(place) + 1))
    return _MODULE if is_module else 0.0


def _ends(steps: Steps, end: Steps) -> bool:
    return len(end) <= len(steps) and steps[len(steps) - len(end) :] == end
