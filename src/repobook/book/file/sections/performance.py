"""Performance Considerations: kernels, locks, caches and what else costs or saves time."""

from typing import Final

from repobook.book.shared.findings_table import findings_table
from repobook.model.blocks import Block
from repobook.model.dossiers.dossier import FileDossier

TITLE: Final = "Performance Considerations"


def blocks(dossier: FileDossier) -> tuple[Block, ...]:
    """What a test compiles or locks is what it tries out: there only findings are listed."""
    if dossier.role == "test":
        acting = tuple(finding for finding in dossier.findings if finding.asks_to_act)
        dossier = dossier._replace(findings=acting)
    return tuple(findings_table(dossier, ("performance",)))
