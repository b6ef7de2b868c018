"""The outline of a file: its symbols in the order of lines, what is inside functions with them."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from repobook.book.file.functions.only_statement import short_body
from repobook.book.file.functions.recipe import recipe
from repobook.book.file.tests.case_table import MAX_CASES, cases_of
from repobook.book.shared.citations import line_text, value_at
from repobook.book.shared.inline import counted, here, joined
from repobook.book.shared.symbol_links import own_link
from repobook.book.shared.tables import without_empty
from repobook.model.blocks import (
    Block,
    Code,
    Content,
    Heading,
    Link,
    PageRef,
    Paragraph,
    Quoted,
    Table,
)
from repobook.model.dossiers.dossier import FileDossier, Symbol, Uses
from repobook.model.facts import Definition
from repobook.model.kinds import VARIABLE_OF_ENVIRONMENT
from repobook.text.amounts import uncertain
from repobook.text.documents.sentences import first_sentence

CALLABLE: Final = frozenset(
    ["function", "method", "constructor", "kernel", "test", "macro", "rpc", "block", "property"]
)
# What holds a value and does nothing; these have tables of their own.
_VALUES: Final = frozenset(["constant", "variable"])
_MEMBERS: Final = frozenset(["field", "enum_member"])
# Kinds that only enclose: their members carry their name.
_AROUND: Final = frozenset(["namespace", "module", "package"])
NESTED: Final = frozenset(["key", "section", "heading"])
_MAX_ROWS: Final = 200
_MAX_NAMES: Final = 5
_MAX_SIGNATURE: Final = 240
_MAX_OF_FIELD: Final = 600
_WORD: Final = re.compile(r"\w+")


class Shape(NamedTuple):
    """How the symbols of a file lie in each other."""

    outermost: dict[int, int]
    """By the number of a symbol: the outermost function around it, if any, else itself."""
    depth: dict[int, int]
    parents: frozenset[int]
    inside: dict[int, tuple[str, ...]]
    """By the number of a function: the names of what is defined directly in it."""
    bodies: dict[int, Content]
    """By the number of a function: all that it does, where that is short."""


def shape(dossier: FileDossier) -> Shape:
    symbols = dossier.symbols
    kinds = {symbol.n: symbol.definition.kind for symbol in symbols}
    outermost: dict[int, int] = {}
    depth: dict[int, int] = {}
    inside: dict[int, list[str]] = {}
    for n, definition, *_ in symbols:
        parent = definition.parent
        around = outermost.get(parent, n)
        is_local = parent in outermost and kinds[around] in CALLABLE
        outermost[n] = around if is_local else n
        depth[n] = depth.get(parent, -1) + 1
        if is_local and kinds[parent] in CALLABLE:
            inside.setdefault(parent, []).append(definition.name)
    parents = frozenset(symbol.definition.parent for symbol in symbols)
    names_inside = {n: tuple(names) for n, names in inside.items()}
    return Shape(outermost, depth, parents, names_inside, _bodies(dossier, outermost))


def _bodies(dossier: FileDossier, outermost: dict[int, int]) -> dict[int, Content]:
    bodies: dict[int, Content] = {}
    for n, definition, *_ in dossier.symbols:
        is_shown = definition.kind in CALLABLE and outermost[n] == n
        if is_shown and (body := short_body(dossier, definition)):
            bodies[n] = body
    return bodies


def outline(dossier: FileDossier, lie: Shape) -> Iterator[Block]:
    """The tables of symbols, each under its heading."""
    visible = [symbol for symbol in dossier.symbols if lie.outermost[symbol.n] == symbol.n]
    nested = _of_kinds(visible, NESTED)
    yield from _nested_table(dossier, nested, lie)
    rest = NESTED | _VALUES | _MEMBERS | _AROUND | {VARIABLE_OF_ENVIRONMENT}
    listed = _listed_cases(dossier)
    n_cases = len(listed)
    listed |= _declared_only(dossier, visible)
    doing = [s for s in visible if s.definition.kind not in rest and s.n not in listed]
    yield from _titled("Outline", dossier, doing, lie)
    yield from _case_link(dossier, n_cases)
    empty = [
        symbol
        for symbol in _of_kinds(visible, _AROUND)
        if symbol.n not in lie.parents and not _names_own_package(symbol)
    ]
    yield from _titled("Modules and namespaces", dossier, empty, lie)
    values = _not_imported(dossier, _of_kinds(visible, _VALUES))
    yield from _titled("Constants and variables", dossier, _each_once(values), lie)
    members = _of_kinds(visible, _MEMBERS)
    yield from _titled("Fields and members", dossier, _each_once(members), lie)


def _names_own_package(symbol: Symbol) -> bool:
    """As every file of Go and Java does."""
    definition = symbol.definition
    return definition.signature.rstrip(";") == f"package {definition.name}"


def _listed_cases(dossier: FileDossier) -> frozenset[int]:
    """Cases of a test, which the section on testing lists with what they check."""
    cases = cases_of(dossier) if dossier.role == "test" else []
    return frozenset(symbol.n for symbol in cases[:MAX_CASES])


def _declared_only(dossier: FileDossier, symbols: Sequence[Symbol]) -> frozenset[int]:
    """Functions of C that are declared above their definition, which has a row."""
    by_name: defaultdict[str, list[Symbol]] = defaultdict(list)
    for symbol in symbols:
        if symbol.definition.kind in CALLABLE:
            by_name[symbol.definition.qualname].append(symbol)
    declared: set[int] = set()
    for same in by_name.values():
        ends = [line_text(dossier, one.definition.end_line).rstrip()[-1:] for one in same]
        if "}" in ends:
            declared.update(one.n for one, end in zip(same, ends, strict=True) if end == ";")
    return frozenset(declared)


def _case_link(dossier: FileDossier, n_cases: int) -> Iterator[Block]:
    if n_cases:
        link = Link(PageRef("file", dossier.path), "Testing & Usage", "testing--usage")
        yield Paragraph((f"{counted(n_cases, 'case')}: ", link))


def _of_kinds(symbols: Iterable[Symbol], kinds: frozenset[str]) -> list[Symbol]:
    return [symbol for symbol in symbols if symbol.definition.kind in kinds]


def _not_imported(dossier: FileDossier, symbols: Iterable[Symbol]) -> list[Symbol]:
    """``var a = require('a')`` stands among the dependencies."""
    lines = {imported.line for imported in dossier.imports}
    return [symbol for symbol in symbols if symbol.definition.line not in lines]


def _each_once(symbols: Iterable[Symbol]) -> list[Symbol]:
    """``a = b = c = 1`` is one line of code that gives three names their value."""
    by_code = {(s.definition.line, s.definition.signature): s for s in reversed(list(symbols))}
    return sorted(by_code.values(), key=lambda symbol: symbol.n)


def _titled(
    title: str, dossier: FileDossier, symbols: Sequence[Symbol], lie: Shape
) -> Iterator[Block]:
    if symbols:
        yield Heading(3, (title,))
        yield _table(dossier, symbols, lie, lambda symbol: _described(dossier, symbol, lie))


def _nested_table(dossier: FileDossier, symbols: Sequence[Symbol], lie: Shape) -> Iterator[Block]:
    """Keys and headings: as many levels as two hundred lines can show, one at least."""
    if not symbols:
        return
    upper = _upper_levels(symbols, lie)
    kind = upper[0].definition.kind
    yield Heading(3, ("Headings" if kind == "heading" else "Keys and sections",))
    if len(upper) < len(symbols):
        n_left = len(symbols) - len(upper)
        yield Paragraph((f"{counted(n_left, f'nested {kind}')} not shown.",))
    yield _table(dossier, upper, lie, lambda symbol: _indented(symbol, lie))


def _upper_levels(symbols: Sequence[Symbol], lie: Shape) -> list[Symbol]:
    n_by_depth: dict[int, int] = {}
    for symbol in symbols:
        depth = lie.depth[symbol.n]
        n_by_depth[depth] = n_by_depth.get(depth, 0) + 1
    n_rows, deepest = 0, min(n_by_depth)
    for depth in sorted(n_by_depth):
        n_rows += n_by_depth[depth]
        if n_rows > _MAX_ROWS:
            break
        deepest = depth
    return [symbol for symbol in symbols if lie.depth[symbol.n] <= deepest]


def _table(
    dossier: FileDossier, symbols: Sequence[Symbol], lie: Shape, named: Callable[[Symbol], Content]
) -> Table:
    unused = _unused(dossier, symbols)
    rows = [_row(dossier, symbol, named(symbol), unused, lie) for symbol in symbols]
    return without_empty(_COLUMNS, rows, len(rows))


_COLUMNS: Final = ("Lines", "Symbol", "Summary", "Used", "Tests", "Complexity")


def _row(
    dossier: FileDossier,
    symbol: Symbol,
    name: Content,
    unused: frozenset[int],
    lie: Shape,
) -> tuple[Content, ...]:
    definition, uses = symbol.definition, symbol.uses
    sentence = _said_of(definition)
    said: Content = (Quoted(sentence),) if sentence else ()
    # What lies in an object has rows of its own.
    is_object = definition.kind in _VALUES and symbol.n in lie.parents
    words = said if is_object else _words(dossier, symbol, said, lie)
    return (
        (here(dossier, definition.line, definition.end_line),),
        name,
        words,
        _use(symbol, unused),
        (f"{uses.n_tests:,}",) if uses.n_tests and dossier.role != "test" else (),
        (f"{definition.complexity:,}",) if definition.complexity > 1 else (),
    )


def _said_of(definition: Definition) -> str:
    """Of a field all that fits some lines: the rules of a structure stand there."""
    if definition.kind in _MEMBERS:
        words = " ".join(definition.doc.split())
        if len(words) <= _MAX_OF_FIELD:
            return words
    return first_sentence(definition.doc)


def _unused(dossier: FileDossier, symbols: Iterable[Symbol]) -> frozenset[int]:
    """What only its own file may use, and whose name stands nowhere else there."""
    private = [symbol for symbol in symbols if _may_be_unused(symbol)]
    n_by_word = Counter(_WORD.findall(dossier.text)) if private else {}
    return frozenset(s.n for s in private if n_by_word.get(s.definition.name) == 1)


def _may_be_unused(symbol: Symbol) -> bool:
    definition = symbol.definition
    is_private = definition.name.startswith("_") and not definition.name.endswith("_")
    is_plain = definition.kind == "function" and not definition.decorators
    return is_private and is_plain and not symbol.uses.n_places


def _use(symbol: Symbol, unused: frozenset[int]) -> Content:
    if symbol.uses.n_places:
        return (used(symbol.uses),)
    return ("not used in this file",) if symbol.n in unused else ()


def _words(dossier: FileDossier, symbol: Symbol, said: Content, lie: Shape) -> Content:
    """What is said of it, and what it does where that is a single statement, or what it holds."""
    definition = symbol.definition
    does = lie.bodies.get(symbol.n, ())
    if definition.kind == "target":
        does = recipe(dossier, definition)
    if definition.kind in _VALUES and definition.end_line > definition.line:
        does = value_at(dossier, definition.line)
    # Not side by side: words beside a citation are claimed to stand in its lines.
    return (*said, ": ", *does) if said and does else said or does


def used(uses: Uses) -> str:
    """``12× in 5 files``, ``3× here``, and how many of the places are uncertain."""
    files = " here" if not uses.n_elsewhere else f" in {counted(uses.n_files, 'file')}"
    return f"{uses.n_places:,}×{files}{uncertain(uses.n_places, uses.n_sure, '×')}"


def _described(dossier: FileDossier, symbol: Symbol, lie: Shape) -> Content:
    definition = symbol.definition
    parent = definition.parent
    around = dossier.symbols[parent].definition if parent >= 0 else None
    where = (Code(around.name), " · ") if around and around.kind not in _AROUND else ()
    names = lie.inside.get(symbol.n, ())
    return (*where, own_link(dossier, symbol, signature(symbol)), *_holding(names))


def signature(symbol: Symbol) -> str:
    """As written, on one line; a long one is cut, and the cut is shown."""
    text = symbol.definition.signature or symbol.definition.name
    return text if len(text) <= _MAX_SIGNATURE else text[:_MAX_SIGNATURE].rstrip() + " …"


def _holding(names: Sequence[str]) -> Content:
    if not names:
        return ()
    more = f" and {len(names) - _MAX_NAMES:,} more" if len(names) > _MAX_NAMES else ""
    return " holds ", *joined((Code(name),) for name in names[:_MAX_NAMES]), more


def _indented(symbol: Symbol, lie: Shape) -> Content:
    text = signature(symbol)
    label = Quoted(text) if symbol.definition.kind == "heading" else Code(text)
    return "· " * lie.depth[symbol.n], label
