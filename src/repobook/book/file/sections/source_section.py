"""Original Source: the complete text, character for character."""

from typing import Final

from repobook.book.file.source_marks import source_marks
from repobook.model.blocks import Block, Paragraph, SourceText
from repobook.model.dossiers.dossier import FileDossier

TITLE: Final = "Original Source"


def blocks(dossier: FileDossier) -> tuple[Block, ...]:
    if dossier.source_missing:
        return (Paragraph((f"The source is not shown: {dossier.source_missing}.",)),)
    if not dossier.text:
        return (Paragraph(("Empty.",)),)
    marks = source_marks(dossier)
    return (SourceText(dossier.path, dossier.language, dossier.text, marks=marks),)
