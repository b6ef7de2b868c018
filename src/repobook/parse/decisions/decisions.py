"""What the functions of a file decide: where they raise, return, skip or check, and when.

One walk over what the query captured, in the order of the text:

``@exit.KIND``   a statement that leaves the function, the whole of it
``@condition``   a case or handler; conditions, loops and switches are captured for complexity
``@callback``    a function without a name of its own: what it returns is nobody else's return
``@arm``         what a condition leads to: where that is one statement, it is kept
``@opaque``      tokens that the grammar leaves as they are: conditions among them stay unseen
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from functools import cached_property
from operator import attrgetter, itemgetter
from typing import Final, NamedTuple, cast

from tree_sitter import Node

from repobook.model.facts import Decision, DecisionKind, Definition, FileFacts, Guard
from repobook.parse.code_text import CodeText
from repobook.parse.comments import shorten
from repobook.parse.decisions.branch_statements import branch_statements
from repobook.parse.decisions.conditions import Branch, Region, conditions_at
from repobook.parse.decisions.deciding_calls import Captures, Deciding, Exit, deciding_calls
from repobook.parse.source import SourceText
from repobook.text.logic import Logic

_MAX_OUTCOME: Final = 160
_MAX_OF_SORT: Final = 25
_MAX_DEEDS: Final = 15
_MAX_BRANCHES: Final = 60
_EXIT: Final = "exit."
_OPAQUE: Final = "opaque"
_NAMED: Final = (
    "def.function",
    "def.method",
    "def.constructor",
    "def.test",
    "def.default",
    "def.assignment",
    "def.class",
    "def.struct",
)
_BRANCHES: Final = ("branch", "nesting", "condition")
_BY_PLACE: Final = itemgetter(0, 1, 2)
_BY_LINE: Final = attrgetter("line")
_BY_START: Final = attrgetter("start")
_OUTSIDE: Final = -1
# What may stand between the end of a named function and that of its value.
_BETWEEN: Final = b" \t\r\n,;)"
_MAX_BETWEEN: Final = 40
_TO_LABEL: Final = b"return@"

_Sort = tuple[int, DecisionKind]
"""A definition and a kind of its decisions."""
Item = tuple[int, int, int, Node | Exit | Region]
"""Start, minus end, and what it is: the numbers below, so that what opens comes first."""
_OPENS_NAMED: Final = 0
_OPENS_CALLBACK: Final = 1
_OPENS_BRANCH: Final = 2
_DECIDES: Final = 3


class Marks(NamedTuple):
    """What is needed of the captures, which others use up."""

    captures: Captures
    exits: list[Exit]
    arms: list[Node]


class _Frame(NamedTuple):
    """A function or class around a place; one without a name has that of what is around it."""

    end: int
    definition: int
    node: Node | None
    is_callback: bool
    n_branches: int
    """How many branches are open where it begins."""


def marks_of(source: SourceText, captures: Captures, deciding: Deciding) -> Marks:
    branch_captures: Captures = {
        name: captures[name]
        for name in (*_NAMED, "callback", _OPAQUE, *_BRANCHES)
        if name in captures
    }
    exits = [
        Exit(cast(DecisionKind, name.removeprefix(_EXIT)), node.start_byte, node.end_byte)
        for name in captures
        if name.startswith(_EXIT)
        for node in captures[name]
    ]
    all_exits = [*exits, *deciding.also(source, captures)]
    return Marks(branch_captures, all_exits, captures.pop("arm", []))


def decisions_of(
    facts: FileFacts, source: SourceText, marks: Marks, deciding: Deciding
) -> tuple[Decision, ...]:
    """In the order of the text."""
    code = CodeText(source, deciding.tokens)
    all_exits = [*marks.exits, *deciding_calls(source, facts.references, code, deciding)]
    statements = branch_statements(source.data, marks.arms, deciding.tokens)
    exits = _outside(marks.captures.get(_OPAQUE, ()), _with_statements(all_exits, statements))
    if not exits:
        return ()
    walk = _Walk(source, code, deciding.logic, facts.definitions)
    walk.through(_in_order(marks.captures, exits, deciding.regions(source)))
    return tuple(sorted(walk.decisions(), key=_BY_LINE))


def _with_statements(exits: list[Exit], statements: Iterable[Exit]) -> list[Exit]:
    """Branches that are no check, skip or end of the program, which are kept as such; one that
    ends in a way out stands in its place."""
    by_start = sorted(exits, key=_BY_START)
    starts = [exit.start for exit in by_start]
    replaced: set[Exit] = set()
    added: list[Exit] = []
    for statement in statements:
        first = bisect_left(starts, statement.start)
        inside = by_start[first : bisect_left(starts, statement.end)]
        if [exit.kind for exit in inside] == [statement.kind][: statement.kind != "do"]:
            replaced.update(inside)
            added.append(statement)
    return [*(exit for exit in exits if exit not in replaced), *added]


def _outside(opaque: Iterable[Node], exits: list[Exit]) -> list[Exit]:
    """Exits outside of opaque tokens, whose conditions are unknown."""
    spans = sorted((node.start_byte, node.end_byte) for node in opaque)
    starts = [start for start, _ in spans]

    def is_outside(exit: Exit) -> bool:
        at = bisect_right(starts, exit.start) - 1
        return at < 0 or spans[at][1] <= exit.start

    return [exit for exit in exits if is_outside(exit)] if spans else exits


def _in_order(captures: Captures, exits: list[Exit], regions: Iterable[Region]) -> list[Item]:
    items: list[Item] = [(exit.start, -exit.end, _DECIDES, exit) for exit in exits]
    items += [(region.start, -region.end, _OPENS_BRANCH, region) for region in regions]
    for names, mark in (
        (_NAMED, _OPENS_NAMED),
        (("callback",), _OPENS_CALLBACK),
        (_BRANCHES, _OPENS_BRANCH),
    ):
        for name in names:
            items += [(n.start_byte, -n.end_byte, mark, n) for n in captures.get(name, ())]
    items.sort(key=_BY_PLACE)
    return items


class _Walk:
    """Goes through a file and keeps a stack of the branches and functions around each place."""

    def __init__(
        self, source: SourceText, code: CodeText, logic: Logic, definitions: tuple[Definition, ...]
    ) -> None:
        self._decisions: list[Decision] = []
        self._n_of: dict[_Sort, int] = {}
        self._last_of: dict[_Sort, int] = {}
        self._source = source
        self._code = code
        self._logic = logic
        self._places = _Places(definitions)
        self._branches: list[Branch | Region] = []
        self._frames = [_Frame(len(source.data) + 1, _OUTSIDE, None, False, 0)]
        self._with_value: set[int] = set()
        self._decorators: list[Exit] = []
        self._last_raise_end = 0

    def through(self, items: Iterable[Item]) -> None:
        frames, branches = self._frames, self._branches
        for start, minus_end, mark, what in items:
            while frames[-1].end <= start:
                frames.pop()
            while branches and branches[-1].end <= start:
                branches.pop()
            if isinstance(what, Exit):
                self._decide(what)
            elif isinstance(what, Region):
                # Around a whole file it is there so that nobody reads the file twice.
                if frames[-1].node is not None:
                    branches.append(what)
            elif mark == _OPENS_BRANCH:
                branches.append(Branch(what, -minus_end))
            elif mark == _OPENS_NAMED:
                self._open(what, -minus_end)
            else:
                self._open_callback(-minus_end)

    def decisions(self) -> Iterable[Decision]:
        """So many of a kind at most; the last counts those left out."""
        for sort, n in self._n_of.items():
            if n > (most := _most_of(sort)):
                at = self._last_of[sort]
                self._decisions[at] = self._decisions[at]._replace(n_more=n - most)
        return self._decisions

    def _open(self, node: Node, end: int) -> None:
        definition = self._places.definition_of(node)
        if definition is None:
            self._open_callback(end)
            return
        self._frames.append(_Frame(end, definition, node, False, len(self._branches)))
        for decorator in self._decorators:
            self._add(definition, decorator, None)
        self._decorators = []

    def _open_callback(self, end: int) -> None:
        """Unless it is the function that the definition around it names."""
        frame = self._frames[-1]
        is_value = not frame.is_callback and frame.end not in self._with_value
        behind = self._code.data[end : frame.end] if frame.end - end < _MAX_BETWEEN else b"}"
        if is_value and not behind.strip(_BETWEEN):
            self._with_value.add(frame.end)
        else:
            self._frames.append(frame._replace(end=end, is_callback=True))

    def _decide(self, exit: Exit) -> None:
        frame = self._frames[-1]
        if exit.is_decorator and not _in_head(frame, exit.start):
            self._decorators.append(exit)
        elif exit.is_decorator:
            self._add(frame.definition, exit, None)
        elif exit.kind == "skip" and exit.end <= self._last_raise_end:
            # ``raise SkipTest`` is no error.
            self._decisions[-1] = self._decisions[-1]._replace(kind="skip")
        elif not _is_out_of_reach(frame, exit, self._code.data):
            self._add(frame.definition, exit, frame)

    def _add(self, definition: int, exit: Exit, frame: _Frame | None) -> None:
        sort = (definition, exit.kind)
        self._n_of[sort] = n = self._n_of.get(sort, 0) + 1
        if n > _most_of(sort):
            return
        self._last_of[sort] = len(self._decisions)
        guards = self._guards(frame, exit)
        if exit.condition:
            guards = (*guards, Guard(exit.condition, joint=": " if guards else ""))
        outcome = self._outcome(exit)
        line, end_line = self._source.line_of(exit.start), self._source.line_of(exit.end - 1)
        self._decisions.append(Decision(definition, exit.kind, line, end_line, guards, outcome))
        self._last_raise_end = exit.end if exit.kind == "raise" else 0

    def _outcome(self, exit: Exit) -> str:
        starts, ends = (exit.start, *exit.ends), (*exit.ends, exit.end)
        statements = [
            self._code.one_line(start, end, _MAX_OUTCOME).strip("; ")
            for start, end in zip(starts, ends, strict=True)
        ]
        return shorten("; ".join(statements), _MAX_OUTCOME)

    def _guards(self, frame: _Frame | None, exit: Exit) -> tuple[Guard, ...]:
        n_branches = len(self._branches)
        if frame is None or n_branches == frame.n_branches:
            return ()
        first = max(frame.n_branches, n_branches - _MAX_BRANCHES)
        innermost_first = self._branches[: first - 1 if first else None : -1]
        return conditions_at(innermost_first, exit.start, self._code, self._logic)


def _most_of(sort: _Sort) -> int:
    return _MAX_DEEDS if sort[1] == "do" else _MAX_OF_SORT


def _in_head(frame: _Frame, at: int) -> bool:
    """Some languages count what stands before a definition as part of it."""
    body = frame.node.child_by_field_name("body") if frame.node is not None else None
    return body is not None and at < body.start_byte


def _is_out_of_reach(frame: _Frame, exit: Exit, data: bytes) -> bool:
    """What a callback returns is not returned by who passes it on; and where the grammar lost its
    way in a function, it may have lost a condition."""
    is_return = exit.kind == "return"
    if is_return and (frame.is_callback or data.startswith(_TO_LABEL, exit.start)):
        return True
    return frame.node is not None and frame.node.has_error


class _Places:
    """Which definition a node became."""

    def __init__(self, definitions: tuple[Definition, ...]) -> None:
        self._definitions = definitions
        self._by_start: dict[tuple[int, int], int] = {}
        for n, definition in enumerate(definitions):
            self._by_start.setdefault((definition.line, definition.column), n)

    def definition_of(self, node: Node) -> int | None:
        row, column = node.start_point
        by_start = self._by_start.get((row + 1, column))
        return self._by_end.get((node.end_point[0] + 1, column)) if by_start is None else by_start

    @cached_property
    def _by_end(self) -> dict[tuple[int, int], int]:
        """For languages that give the line of the name, which may not be the first."""
        index_by_end: dict[tuple[int, int], int] = {}
        for n, definition in enumerate(self._definitions):
            index_by_end.setdefault((definition.end_line, definition.column), n)
        return index_by_end
