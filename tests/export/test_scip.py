"""SCIP, read back by the real Protocol Buffers, says what the book says."""

from typing import Any

import pytest

from repobook.export.formats.scip import scip_symbol
from repobook.index.reader.whole_book import WholeBook
from tests.export.conftest import exported
from tests.fakes.scip_schema import read_index


@pytest.fixture(scope="module")
def index(book: WholeBook) -> Any:
    return read_index(exported(book, "scip"))


def _occurrences(index: Any, roles: int) -> set[tuple[str, int, str]]:
    return {
        (document.relative_path, one.range[0] + 1, one.symbol)
        for document in index.documents
        for one in document.occurrences
        if one.symbol_roles == roles
    }


def test_definitions_are_those_of_the_book(book: WholeBook, index: Any) -> None:
    in_book = {s.id for f in book.files() for s in book.symbols_of(f.id)}
    id_by_symbol = {scip_symbol(s): s.id for f in book.files() for s in book.symbols_of(f.id)}
    assert len(id_by_symbol) == len(in_book)
    defined = {id_by_symbol[name] for _, _, name in _occurrences(index, 1) if name in id_by_symbol}
    assert defined == in_book


def test_references_are_those_of_the_book(book: WholeBook, index: Any) -> None:
    id_by_symbol = {scip_symbol(s): s.id for f in book.files() for s in book.symbols_of(f.id)}
    columns = ("path", "line", "target", "confidence")
    rows = [row for row in book.view("refs", columns) if row[3] in ("exact", "inferred")]
    expected = {(path, line, target) for path, line, target, _ in rows}
    found = {
        (path, line, id_by_symbol.get(name, name)) for path, line, name in _occurrences(index, 0)
    }
    assert found == expected
    assert ("src/pkg/uses.py", 6, "src/pkg/core.py::Core.run") in found


def test_every_symbol_that_is_referred_to_is_described(index: Any) -> None:
    described = {one.symbol for document in index.documents for one in document.symbols}
    external = {one.symbol for one in index.external_symbols}
    assert "repobook . . . `data/blob.bin`/" in external
    described |= external
    used = {one.symbol for document in index.documents for one in document.occurrences}
    assert used <= described


def test_ranges_hold_the_names(index: Any, book: WholeBook) -> None:
    texts = {file.path: book.text(file.id).encode().split(b"\n") for file in book.files()}
    path = "src/pkg/uses.py"
    document = next(one for one in index.documents if one.relative_path == path)
    named = {
        (line, texts[path][line][start:end].decode())
        for line, start, end in (tuple(one.range) for one in document.occurrences)
    }
    assert {(5, "über"), (5, "run"), (4, "go"), (0, "Core")} <= named


def test_both_ways_to_write_a_range_agree(index: Any) -> None:
    for document in index.documents:
        for one in document.occurrences:
            typed = one.single_line_range
            assert [*one.range] == [typed.line, typed.start_character, typed.end_character]
            assert one.range[1] <= one.range[2]


def test_symbols_are_spelt_as_the_grammar_has_it(book: WholeBook) -> None:
    symbols = {s.id: scip_symbol(s) for f in book.files() for s in book.symbols_of(f.id)}
    file = "repobook . . . `src/pkg/core.py`/"
    assert symbols["src/pkg/core.py::Core"] == f"{file}Core#"
    assert symbols["src/pkg/core.py::Core.run"] == f"{file}Core#run()."
    assert symbols["src/pkg/core.py::twice~2"] == f"{file}twice(+2)."
    assert symbols["src/pkg/core.py::über"] == f"{file}`über`()."


def test_the_metadata_come_first(book: WholeBook, index: Any) -> None:
    assert exported(book, "scip")[0] == 0x0A
    assert index.metadata.tool_info.name == "repobook"
    assert index.metadata.text_document_encoding == 1
    assert {document.position_encoding for document in index.documents} == {1}
