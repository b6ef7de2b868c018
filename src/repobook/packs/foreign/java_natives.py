"""Functions of C and C++ that are native methods of Java: ``Java_com_shop_Cart_total``."""

import re
from typing import Final

from repobook.model.kinds import NATIVE_NAME
from repobook.packs.calls import FileCalls, Use
from repobook.packs.gathered import Gathered, own_use

NATIVE: Final = "Java_"
# What stands for signs that no name of C has; an overload's parameters follow two of them.
_ESCAPE: Final = re.compile(r"_(?:([123])|0([0-9a-f]{4}))?")
_SIGNS: Final = {"1": "_", "2": ";", "3": "["}


def read_natives(calls: FileCalls, gathered: Gathered) -> None:
    for definition in calls.facts.definitions:
        if definition.kind == "function" and definition.name.startswith(NATIVE):
            mangled = definition.name.removeprefix(NATIVE).partition("__")[0]
            name = _ESCAPE.sub(_plain, mangled)
            start = calls.source.line_starts[definition.line - 1]
            end = start + len(calls.source.lines[definition.line - 1])
            name = gathered.define(NATIVE_NAME, f"java:{name}", start, end)
            gathered.bind(name, "implementation", own_use(definition, start))
            gathered.bind(name, "declaration", Use(name.rpartition(".")[2], "", start))


def _plain(escape: re.Match[str]) -> str:
    if escape[2]:
        return chr(int(escape[2], 16))
    return _SIGNS[escape[1]] if escape[1] else "."
