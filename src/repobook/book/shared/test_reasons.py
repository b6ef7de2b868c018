"""Why a test is for a file, in words, with its lines as citations and what it names as code."""

from collections.abc import Iterable
from typing import Final

from repobook.book.shared.citations import there
from repobook.book.shared.inline import file_link, joined
from repobook.model.blocks import Code, Content
from repobook.model.dossiers.dossier import FileDossier
from repobook.model.graph import Reason, ReasonKind

_LABELS: Final[dict[ReasonKind, str]] = {
    "mention": "mentions ",
    "alike": "has names like ",
    "path": "path shares ",
    "reach": "uses ",
    "perhaps": "perhaps for ",
    "inherit": "inherits from it",
}


def reasons(dossier: FileDossier, test: str, found: Iterable[Reason]) -> Content:
    """``test`` is the file that the lines are in; the view ``tests`` has the same words."""
    return joined((_worded(dossier, test, reason) for reason in found), "; ")


def _worded(dossier: FileDossier, test: str, reason: Reason) -> Content:
    kind, names, lines, confidence, n = reason
    label = _LABELS.get(kind, f"{kind}s it")
    if kind in ("mention", "alike"):
        cited = zip(names, lines, strict=True)
        return (label, *joined((Code(name), " (", there(test, line), ")") for name, line in cited))
    if kind == "path":
        return (label, *joined((Code(word),) for word in names))
    if kind in ("reach", "perhaps"):
        return (label, file_link(dossier, names[0]), ", which uses it")
    if kind == "together":
        return (f"changed together {'once' if n == 1 else f'{n} times'}",)
    end = ")" if confidence == "exact" else f", {confidence})"
    return (f"{label} (", there(test, lines[0]), end)
