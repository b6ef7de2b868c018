"""Names of calls in a sentence, of which those are shown that few files beside use.

Which those are is known when all files are: until then they stand between marks.
"""

import re
from collections.abc import Sequence, Set
from typing import Final

from repobook.analyse.purposes.sentence_parts import MAX_NAMES, names, plain

FIRST: Final = "\x02"
_LAST: Final = "\x03"
_MAX_NAMES: Final = 16
_ENOUGH: Final = 2
_LISTED: Final = re.compile(f"{FIRST}([^{FIRST}{_LAST}]*){_LAST}")


def named_calls(all_names: Sequence[str]) -> str:
    if len(all_names) < 2:
        return names(all_names)
    shown = list(dict.fromkeys(map(plain, all_names)))
    return f"{FIRST}{', '.join(f'`{name}`' for name in shown[:_MAX_NAMES])}{_LAST}"


def calls_named_in(text: str) -> set[str]:
    return {name for listed in _LISTED.findall(text) for name in _names(listed)}


def with_chosen_calls(text: str, common: Set[str] = frozenset()) -> str:
    """Those that are not ``common`` first, and alone where they are enough."""
    return _LISTED.sub(lambda match: _chosen(_names(match[1]), common), text)


def _chosen(all_names: Sequence[str], common: Set[str]) -> str:
    rare = [name for name in all_names if name not in common]
    if len(rare) < _ENOUGH:
        return names([*rare, *(name for name in all_names if name in common)])
    text = names(rare)
    return text if len(rare) == len(all_names) or len(rare) > MAX_NAMES else f"{text} and others"


def _names(listed: str) -> list[str]:
    return [name.strip("`") for name in listed.split(", `")]
