"""Sections of files that nobody wrote for readers: they say less, and never fail."""

from collections.abc import Callable

import pytest

from repobook.book.file.file_page import SECTIONS
from repobook.model.dossiers.dossier import (
    Edge,
    FileDossier,
    ImportLine,
    Rank,
    ReferenceGroup,
    Registration,
    SymbolName,
)
from repobook.model.facts import Decision
from repobook.model.finding import Finding
from tests.fakes.dossiers import file_dossier, symbol
from tests.fakes.pages import known

_NAME = "a|`b`\n[c](javascript:d)"


def _one_long_line() -> FileDossier:
    n = 100_000
    return file_dossier(
        text="CHECK(x);" * n,
        role="test",
        references=(ReferenceGroup("CHECK", "", "macro", (1,) * n, "exact", "", _target()),),
        registrations=(Registration("CHECK", n, 1),),
        findings=tuple(
            Finding(f"rule{k}", "info", "security", 1, f"seen {k}", "CHECK(x)") for k in range(300)
        ),
        rank=Rank(entry_line=1),
    )


def _lines_that_are_not_there() -> FileDossier:
    return file_dossier(
        path=_NAME,
        role="test",
        symbols=(symbol(0, f"test_{_NAME}", 99, 9, decorators=(_NAME, "skip(")),),
        imports=(ImportLine(77, _NAME, _NAME, "", _NAME, (), "", _NAME),),
        references=(ReferenceGroup(_NAME, "?", "inherit", (55,), "exact", "", _target()),),
        edges_out=(Edge(_NAME, "unheard", 0, "exact", 0), Edge("b", "call", 0, "inferred", 3)),
        edges_in=(Edge("c", "inherit", 0, "exact", 1),),
        decisions=(Decision(40, "skip", 0, 0, (), ""), Decision(-1, "return", 3, 1, (), "")),
        findings=(Finding(_NAME, "error", "performance", 0, _NAME, _NAME),),
        rank=Rank(entry_line=500, cycle=("b", "c", _NAME)),
        known=known("b"),
    )


def _target() -> tuple[SymbolName]:
    return (SymbolName("check.h", "CHECK", "macro"),)


@pytest.mark.parametrize("make", [_one_long_line, _lines_that_are_not_there, file_dossier])
def test_sections_say_what_they_can(make: Callable[[], FileDossier]) -> None:
    dossier = make()
    for maker in SECTIONS:
        assert maker.blocks(dossier) == maker.blocks(dossier)
