"""Security & Safety: what may be attacked or may go wrong, by rule and line."""

from typing import Final

from repobook.book.shared.findings_table import findings_table
from repobook.model.blocks import Block
from repobook.model.dossiers.dossier import FileDossier

TITLE: Final = "Security & Safety"


def blocks(dossier: FileDossier) -> tuple[Block, ...]:
    return tuple(findings_table(dossier, ("security", "correctness")))
