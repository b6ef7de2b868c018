"""A test file: how it is run, what it tests, its cases and what keeps one from running."""

from collections.abc import Iterator
from itertools import chain
from typing import Final

from repobook.book.file.tests.case_table import cases
from repobook.book.file.tests.tested_files import perhaps_tested, what_it_tests
from repobook.book.shared.citations import first_of, line_text
from repobook.book.shared.inline import here
from repobook.model.blocks import Block, Cite, CodeBlock, Content, Facts, Heading
from repobook.model.dossiers.dossier import FileDossier

_MAX_NAMES: Final = 6
_MAX_GUARD: Final = 8


def test_file(dossier: FileDossier) -> Iterator[Block]:
    return chain(_run(dossier), cases(dossier), what_it_tests(dossier), perhaps_tested(dossier))


def _run(dossier: FileDossier) -> Iterator[Block]:
    """The command and its proof; what the file does when it is run as a program."""
    items: list[tuple[str, Content]] = []
    command = dossier.command
    if command:
        is_here = command.proof == dossier.path
        proof = Cite(command.proof, max(command.line, 1), is_here=is_here)
        yield CodeBlock(command.text, "Shell")
        items.append(("Command inferred from", (proof,)))
    collectors = [
        edge for edge in dossier.edges_in if edge.kind == "import" and _is_test(dossier, edge.path)
    ]
    if collectors:
        cites: list[Content] = [(Cite(edge.path, max(edge.line, 1)),) for edge in collectors]
        items.append(("Imported by tests", first_of(cites, _MAX_NAMES)))
    if items:
        yield Facts(tuple(items))
    yield from _guard(dossier)


def _is_test(dossier: FileDossier, path: str) -> bool:
    line = dossier.known.get(path)
    return line is not None and line.role == "test"


def _guard(dossier: FileDossier) -> Iterator[Block]:
    first = dossier.rank.entry_line
    if not first:
        return
    last = first
    for line in range(first + 1, min(first + _MAX_GUARD, len(dossier.lines)) + 1):
        text = line_text(dossier, line)
        if text and not text[0].isspace():
            break
        last = line if text.strip() else last
    refuses = line_text(dossier, first + 1).lstrip().startswith("raise")
    title = "Must not be run directly" if refuses else "Run as a program"
    yield Heading(3, (title,))
    text = "\n".join(dossier.lines[first - 1 : last])
    yield CodeBlock(text, dossier.language, here(dossier, first, last))
