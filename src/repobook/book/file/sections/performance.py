"""Performance Considerations: kernels, locks, caches and what else costs or saves time."""

from typing import Final

from repobook.book.shared.findings_table import findings_table
from repobook.model.blocks import Block
from repobook.model.dossiers.dossier import FileDossier

TITLE: Final = "Performance Considerations"


def blocks(dossier: FileDossier) -> tuple[Block, ...]:
    return tuple(findings_table(dossier, ("performance",)))
