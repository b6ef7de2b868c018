"""The engine behind every language that has a grammar: one parse, one query, one pass.

A language brings a query file and the few hooks in which it differs. Captures have fixed meanings:

``@def.KIND``   a definition, the whole of it; its name is the node's ``name`` field unless the
                language says otherwise
``@ref.ROLE``   a use of a name: the node's text is the chain as written (``torch.nn.Linear``), or
                the language's ``use_of`` takes the node apart
``@wrapper``    what a definition is wrapped in (decorators, ``export``, ``template``): its last
                child is the definition, and the comment above the wrapper documents it
``@attribute``  an attribute or decorator that stands before a definition without being part of it
``@name``       the name in a definition, where a ``@ref`` pattern would take it for a use
``@key``        a name whose owner does not stand before it, as a field in ``T{size: 1}``: the
                language's ``key_of`` says what it is taken from
``@import``     an import, include, use … that the language's ``imports`` hook takes apart
``@comment``    a comment
``@scope``      where names are bound, and ``@local`` what binds them: see ``scopes.py``
"""

import re
from collections.abc import Callable, Iterable
from functools import cache, cached_property
from importlib import resources
from operator import attrgetter
from typing import Any, Final

from tree_sitter import Language, Node, Parser, Query, QueryCursor

from repobook.model.facts import Definition, Diagnostic, FileFacts, Import, Reference, TextBlock
from repobook.model.language import given_by_languages
from repobook.parse import comments
from repobook.parse.chains import DOTTED, ChainSyntax, collect_references, merged_references
from repobook.parse.decisions.deciding_calls import Deciding
from repobook.parse.decisions.decisions import decisions_of, marks_of
from repobook.parse.definitions import Context, Describe, Documentation, collect_definitions, sketch
from repobook.parse.scopes import Scoping, scopes_of
from repobook.parse.settings_read import Reading, settings_of
from repobook.parse.source import SourceText
from repobook.parse.uses import UseOf, collect_uses

Captures = dict[str, list[Node]]
CollectReferences = Callable[[SourceText, Captures, tuple[Definition, ...]], tuple[Reference, ...]]

_MAX_SYNTAX_DIAGNOSTICS: Final = 20
# Of the comments and definitions of a file, those that stand at its top.
_FEW: Final = 4
_SPEAKING: Final = frozenset(
    ["class", "enum", "function", "interface", "method", "struct", "trait", "type"]
)


def _unchanged(data: bytes) -> bytes:
    return data


def _no_imports(node: Node, context: Context) -> Iterable[Import]:
    return ()


def _no_documentation(source: SourceText) -> Documentation | None:
    return None


class TreeLanguage:
    """``facts = TreeLanguage(...)`` is all that most language modules say."""

    def __init__(
        self,
        grammar: Callable[[], Any],
        query: str,
        *,
        chains: ChainSyntax = DOTTED,
        prepare: Callable[[bytes], bytes] = _unchanged,
        describe: Describe = sketch,
        imports: Callable[[Node, Context], Iterable[Import]] = _no_imports,
        file_doc: Callable[[SourceText], Documentation | None] = _no_documentation,
        scoping: Scoping | None = None,
        references: CollectReferences | None = None,
        use_of: UseOf | None = None,
        key_of: UseOf | None = None,
        finish: Callable[[FileFacts, SourceText], FileFacts] | None = None,
        deciding: Deciding | None = None,
        reading: Reading | None = None,
    ) -> None:
        self._grammar = grammar
        self._query_name = query
        self._chains = chains
        self._prepare = prepare
        self._describe = describe
        self._imports = imports
        self._file_doc = file_doc
        self._scoping = scoping
        self._references = references
        self._use_of = use_of
        self._key_of = key_of
        self._finish = finish
        self._deciding = deciding
        self._reading = reading

    def __call__(self, source: SourceText) -> FileFacts:
        # ``prepare`` keeps every offset: what it blanks, it blanks with as many spaces.
        tree = self._parser.parse(self._prepare(source.data))
        captures = self._cursor.captures(tree.root_node)
        if tree.root_node.has_error:
            captures |= self._error_cursor.captures(tree.root_node)
        deciding = self._deciding
        marks = marks_of(source, captures, deciding) if deciding else None
        facts = self._facts(source, captures)
        if self._finish is not None:
            facts = self._finish(facts, source)
        if deciding is not None and marks is not None:
            facts = facts._replace(decisions=decisions_of(facts, source, marks, deciding))
        if self._reading is not None:
            facts = facts._replace(settings=settings_of(facts, source, self._reading))
        return facts

    def parse_only(self, data: bytes) -> None:
        """The floor that every build is measured against: the grammar's own time."""
        self._parser.parse(data)

    def _facts(self, source: SourceText, captures: Captures) -> FileFacts:
        comment_nodes = captures.pop("comment", [])
        found_comments = _comments(comment_nodes, source)
        found_blocks = comments.placed_blocks(found_comments)
        texts = tuple([block.text for block in found_blocks])
        context = Context(
            source,
            {_inner_start(node): node for node in captures.pop("wrapper", ())},
            comments.above(found_blocks),
            {node.end_byte: node for node in captures.pop("attribute", ())},
            sorted([(node.start_byte, node.end_byte) for node in comment_nodes]),
            comments.behind(found_blocks, source),
            comments.detached(found_blocks, source),
        )
        imports = [
            imported
            for node in _in_order(captures.get("import", []))
            for imported in self._imports(node, context)
            if imported.module or imported.name
        ]
        definitions, docs = collect_definitions(context, self._describe, captures)
        file_doc = self._file_doc(source)
        header = file_doc.value if file_doc else _header(texts, found_comments, definitions)
        if file_doc:
            docs.append(file_doc.block)
        if docs:
            texts = tuple(sorted([*texts, *docs]))
        return FileFacts(
            n_lines=source.n_lines,
            doc=header,
            definitions=definitions,
            references=self._collected(context, captures, definitions),
            imports=tuple(imports),
            notes=comments.notes(texts),
            texts=texts,
            diagnostics=_diagnostics(_in_order(captures.get("error", []))),
        )

    def _collected(
        self, context: Context, captures: Captures, definitions: tuple[Definition, ...]
    ) -> tuple[Reference, ...]:
        if self._references is not None:
            return self._references(context.source, captures, definitions)
        scopes = scopes_of(self._scoping, context, captures, definitions) if self._scoping else None
        settle = scopes.settle if scopes else None
        if self._use_of is not None:
            return collect_uses(context, self._use_of, captures, settle)
        references = collect_references(context.source, self._chains, captures, settle)
        if self._key_of is None or "key" not in captures:
            return references
        keys = collect_uses(context, self._key_of, {"ref.attribute": captures["key"]}, settle)
        return merged_references(references, keys)

    @cached_property
    def _parser(self) -> Parser:
        return Parser(_language(self._grammar))

    @cached_property
    def _cursor(self) -> QueryCursor:
        return QueryCursor(_query(self._grammar, query_text(self._query_name)))

    @cached_property
    def _error_cursor(self) -> QueryCursor:
        """Apart from the language's own query: looking for errors costs, and few files have any."""
        return QueryCursor(_query(self._grammar, "(ERROR) @error (MISSING) @error"))


@cache
def _language(grammar: Callable[[], Any]) -> Language:
    return Language(grammar())


@cache
def _query(grammar: Callable[[], Any], text: str) -> Query:
    """Compiled once, also where several languages share a grammar and a query."""
    return Query(_language(grammar), text)


def query_text(name: str) -> str:
    """A query file of a language; a first line ``; inherits: c_family/c`` puts another's patterns
    before its own."""
    text = (resources.files("repobook.languages") / f"{name}.scm").read_text("utf-8")
    first_line = text.partition("\n")[0]
    _, inherits, parent = first_line.partition("; inherits: ")
    return query_text(parent.strip()) + text if inherits else text


def _comments(nodes: list[Node], source: SourceText) -> list[comments.Comment]:
    spans = ((node.start_byte, node.end_byte) for node in nodes)
    return sorted(comments.comment_at(source, start, end) for start, end in spans)


def _header(
    texts: tuple[TextBlock, ...],
    all_comments: list[comments.Comment],
    definitions: tuple[Definition, ...],
) -> str:
    """The comment that opens the file, if it opens with one, without what speaks to tools.

    Beside code a comment is about that line, inside a definition or right above one about that.
    """
    if not texts or texts[0].line > 2:
        return ""
    first = texts[0]
    if any(comment.line == first.line and not comment.alone for comment in all_comments[:_FEW]):
        return ""
    if any(
        _is_documented_by(first, definition) or definition.line < first.line <= definition.end_line
        for definition in definitions[:_FEW]
    ):
        return ""
    lines = [line for line in first.text.split("\n") if not _for_tools().match(line)]
    return "\n".join(lines).strip("\n")


@cache
def _for_tools() -> re.Pattern[str]:
    tools = "|".join(sorted(given_by_languages("tools")))
    return re.compile(
        rf"\s*(?:/\S*bin/\S|-\*-|(?:vim?|pragma|{tools})\b\s*(?:[:=(]|$)|eslint-|@ts-|pyre-|noqa\b)"
    )


def _is_documented_by(text: TextBlock, definition: Definition) -> bool:
    if definition.kind not in _SPEAKING or definition.line <= text.end_line:
        return False
    return definition.doc.strip() == text.text.strip()


def _inner_start(wrapper: Node) -> int:
    n_children = wrapper.named_child_count
    inner = wrapper.named_child(n_children - 1) if n_children else None
    return inner.start_byte if inner is not None else wrapper.start_byte


def _in_order(nodes: list[Node]) -> list[Node]:
    """The bindings hand captures out in no particular order."""
    return sorted(nodes, key=attrgetter("start_byte"))


def _diagnostics(nodes: list[Node]) -> tuple[Diagnostic, ...]:
    diagnostics = [
        Diagnostic(node.start_point[0] + 1, "syntax not understood")
        for node in nodes[:_MAX_SYNTAX_DIAGNOSTICS]
    ]
    if len(nodes) > _MAX_SYNTAX_DIAGNOSTICS:
        line = nodes[_MAX_SYNTAX_DIAGNOSTICS].start_point[0] + 1
        more = len(nodes) - _MAX_SYNTAX_DIAGNOSTICS
        diagnostics.append(Diagnostic(line, f"{more} more places where syntax is not understood"))
    return tuple(diagnostics)
