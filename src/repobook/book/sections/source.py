"""Original Source: the complete text, character for character."""

from typing import Final

from repobook.book.pieces import here
from repobook.book.source_marks import source_marks
from repobook.model.blocks import Block, Paragraph, SourceText
from repobook.model.dossier import FileDossier

TITLE: Final = "Original Source"


def blocks(dossier: FileDossier) -> tuple[Block, ...]:
    if dossier.source_missing:
        return (Paragraph((f"The text is not here: {dossier.source_missing}.",)),)
    if not dossier.text:
        return (Paragraph(("Empty.",)),)
    size = f"{dossier.n_lines:,} lines, {dossier.n_bytes:,} bytes: "
    return (
        Paragraph((size, here(dossier, 1, max(dossier.n_lines, 1)))),
        SourceText(dossier.path, dossier.language, dossier.text, marks=source_marks(dossier)),
    )
