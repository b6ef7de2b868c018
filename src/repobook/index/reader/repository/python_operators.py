"""Which operators have a name in Python: ``torch.add`` is generated, so that no file defines it."""

from collections.abc import Sequence
from typing import Final

from repobook.index.reader.file.file_links import decode_called, references_in
from repobook.index.reader.rows import Rows
from repobook.model.answers import SymbolLine
from repobook.model.binding import read_binding

LISTED: Final = "python"


def named_in_python(rows: Rows, operators: Sequence[SymbolLine], name: str) -> list[SymbolLine]:
    """Those of one family that the list of operators calls so; ``Tensor.add`` is enough."""
    subjects = {
        binding.subject
        for path in sorted({operator.path for operator in operators})
        for group in decode_called(references_in(rows, path), operators[0].name)
        if (binding := read_binding(group.receiver)) and binding.stage == LISTED
        if any(f".{known}".endswith(f".{name}") for known in binding.detail.split(", "))
    }
    return [operator for operator in operators if operator.qualname in subjects]
