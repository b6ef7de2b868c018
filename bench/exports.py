"""Every export of a book, read by the program that it is for: seconds, memory, what was read.

    python bench/exports.py BOOK [--scip-proto scip.proto] [--sarif-schema sarif-schema-2.1.0.json]

Needs what the consumers are: grpcio-tools, jsonschema, networkx, sphinx, pyarrow, pydot and
cyclonedx-python-lib from PyPI, readtags from Debian's universal-ctags. The two schemas are those
that their authors publish; without them these checks are left out, and said to be.
"""

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from repobook.export.formats.scip import file_symbol, scip_symbol
from repobook.index.reader.whole_book import WholeBook

_SCRIPT = "from repobook.cli import main; main()"
_N_NAMES = 100


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("book", type=Path)
    parser.add_argument("--scip-proto", type=Path)
    parser.add_argument("--sarif-schema", type=Path)
    options = parser.parse_args()
    checks: dict[str, Callable[[Path, WholeBook], str]] = {
        "scip": lambda path, book: _scip(path, book, options.scip_proto),
        "sarif": lambda path, book: _sarif(path, options.sarif_schema),
        "ctags": _ctags,
        "objects-inv": _objects_inv,
        "jsonl": _jsonl,
        "parquet": _parquet,
        "graphml": _graphml,
        "dot": _dot,
        "cyclonedx": lambda path, book: _cyclonedx(path),
    }
    print("| format | seconds | MiB | bytes | read back |")
    print("|---|---|---|---|---|")
    book = WholeBook(options.book)
    with tempfile.TemporaryDirectory() as folder:
        for format, check in checks.items():
            target = Path(folder) / format
            cost = _exported(options.book, format, target)
            print(f"| {format} | {cost} | {check(target, book)} |", flush=True)


def _exported(book: Path, format: str, target: Path) -> str:
    command = [sys.executable, "-c", _SCRIPT, "export", format, "--book", str(book)]
    started = time.monotonic()
    subprocess.run([*command, "-o", str(target)], check=True, stderr=subprocess.DEVNULL)
    seconds = time.monotonic() - started
    # The most that any export so far has taken: they come one after the other.
    n_mib = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
    files = [target] if target.is_file() else [*target.iterdir()]
    return f"{seconds:.1f} | ≤ {n_mib} | {sum(one.stat().st_size for one in files):,}"


def _scip(path: Path, book: WholeBook, schema: Path | None) -> str:
    if schema is None:
        return "left out: no schema"
    index = _scip_module(schema).Index.FromString(path.read_bytes())
    ids = {scip_symbol(s): s.id for f in book.files() for s in book.symbols_of(f.id)}
    ids |= {file_symbol(file.path): file.path for file in book.files()}
    found = {1: set(), 0: set()}  # type: ignore[var-annotated]
    described = {one.symbol for document in index.documents for one in document.symbols}
    described |= {one.symbol for one in index.external_symbols}
    n_undescribed = 0
    for document in index.documents:
        for one in document.occurrences:
            n_undescribed += one.symbol not in described
            if one.symbol_roles in found:
                place = (document.relative_path, one.range[0] + 1, ids[one.symbol])
                found[one.symbol_roles].add(place)
    columns = ("path", "line", "target", "confidence")
    rows = (row for row in book.view("refs", columns) if row[3] in ("exact", "inferred"))
    references = {(path, line, target) for path, line, target, _ in rows}
    defined = {id for _, _, id in found[1] if "::" in id}
    symbols = {s.id for f in book.files() for s in book.symbols_of(f.id)}
    return (
        f"{len(defined):,} of {len(symbols):,} definitions, {len(found[0] & references):,} of "
        f"{len(references):,} places of references, {len(found[0] - references):,} others, "
        f"{n_undescribed} without a description"
    )


def _scip_module(schema: Path) -> Any:
    from grpc_tools import protoc

    folder = tempfile.mkdtemp()
    options = ["", f"-I{schema.parent}", f"--python_out={folder}", str(schema)]
    assert protoc.main(options) == 0
    sys.path.insert(0, folder)
    return __import__(f"{schema.stem}_pb2")


def _sarif(path: Path, schema: Path | None) -> str:
    import jsonschema

    content = json.loads(path.read_bytes())
    if schema:
        jsonschema.validate(content, json.loads(schema.read_text()))
    return f"{len(content['runs'][0]['results']):,} results" + (", valid" if schema else "")


def _ctags(path: Path, book: WholeBook) -> str:
    symbols = [s for s in book.symbols() if s.name.isidentifier()]
    drawn = random.Random(3).sample(symbols, min(_N_NAMES, len(symbols)))
    n_found = 0
    for symbol in drawn:
        command = ["readtags", "-t", str(path), "-e", "-n", symbol.name]
        lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        n_found += f"{symbol.name}\t{symbol.path}\t{symbol.line};" in lines
    return f"{n_found} of {len(drawn)} drawn names found"


def _objects_inv(path: Path, book: WholeBook) -> str:
    from sphinx.util.inventory import InventoryFile

    loaded = InventoryFile.loads(path.read_bytes(), uri="https://book.example/")
    names = [(role, name) for role, items in loaded.data.items() for name in items]
    drawn = random.Random(3).sample(names, min(_N_NAMES, len(names)))
    n_pages = sum(_has_line(book.path, loaded.data[role][name].uri) for role, name in drawn)
    return f"{len(names):,} names, {n_pages} of {len(drawn)} drawn lead to a line of a page"


def _has_line(book: Path, uri: str) -> bool:
    page, _, anchor = uri.removeprefix("https://book.example/").partition("#")
    file = book / page
    return file.exists() and f"id={anchor}" in file.read_text().replace(">", " ")


def _jsonl(path: Path, book: WholeBook) -> str:
    import jsonschema

    n_rows = 0
    for file in sorted(path.glob("*.jsonl")):
        schema = json.loads((path / f"{file.stem}.schema.json").read_text())
        validator = jsonschema.Draft202012Validator(schema)
        with file.open() as lines:
            for n, line in enumerate(lines):
                n_rows += 1
                if n % 50 == 0:
                    validator.validate(json.loads(line))
    return f"{n_rows:,} rows, one in 50 checked by its schema"


def _parquet(path: Path, book: WholeBook) -> str:
    from pyarrow import parquet

    n_rows = sum(parquet.read_metadata(file).num_rows for file in sorted(path.iterdir()))
    n_files = parquet.read_table(path / "files.parquet").num_rows
    return f"{n_rows:,} rows, {n_files:,} of them files"


def _graphml(path: Path, book: WholeBook) -> str:
    import networkx

    graph = networkx.read_graphml(path, force_multigraph=True)
    n_edges = sum(1 for _ in book.edges())
    return f"{graph.number_of_edges():,} of {n_edges:,} edges, {graph.number_of_nodes():,} nodes"


def _dot(path: Path, book: WholeBook) -> str:
    import pydot

    graphs: Any = pydot.graph_from_dot_data(path.read_text())
    pairs = {(edge.source, edge.target) for edge in book.edges()}
    return f"{len(graphs[0].get_edges()):,} of {len(pairs):,} pairs of files"


def _cyclonedx(path: Path) -> str:
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    problem = JsonStrictValidator(SchemaVersion.V1_6).validate_str(path.read_text())
    n = len(json.loads(path.read_text())["components"])
    return f"{n:,} components, " + (f"invalid: {problem}"[:80] if problem else "valid")


if __name__ == "__main__":
    main()
