"""What leads to a place in a function: the conditions, loops and cases around it, as code.

Grammars agree on the fields of a branch; where they do not, the mark that ends its head is used.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from tree_sitter import Node

from repobook.model.facts import Guard
from repobook.parse.code_text import CodeText
from repobook.text.logic import Logic, negation

_MAX_PIECE: Final = 240
_MAX_CONDITION: Final = 400
_MAX_PIECES: Final = 8
_MAX_HEAD_CHILDREN: Final = 12
_IF: Final = "if_"
_IF_WORDS: Final = frozenset(["if", "elsif"])
_UNLESS: Final = frozenset(["unless", "unless_modifier"])
# ``return if done``: the condition stands behind what it leads to.
_MODIFIERS: Final = frozenset(["if_modifier", "unless_modifier"])
# ``if (a) b else c``, each bracket for itself.
_MIN_CHILDREN_WITH_ELSE: Final = 7
_MAX_BEFORE_CONDITION: Final = len("if (")
_WRAPPED: Final = frozenset(["parenthesized_expression", "condition_clause"])
_FALLING: Final = frozenset(["case_statement", "switch_case", "switch_default"])
_COMMENTS: Final = frozenset(["comment", "line_comment", "block_comment"])
_HEAD_ENDS: Final = frozenset([":", "{", "->", "=>", "block", "else", "?:"])
_CATCH_ENDS: Final = frozenset(["{", "block"])
_NOT_ASKED: Final = -9
_NO_CONDITION: Final = frozenset(["", "do", "loop", "for"])


class Piece(NamedTuple):
    text: str
    is_expression: bool = True
    """Otherwise the head of a loop or case."""
    negates: str = ""
    """What it is the opposite of, as written."""


_ELSE: Final = Piece("else", is_expression=False)
_Way = tuple[int, int, int]
"""From where on a condition holds, and where that condition stands; nowhere for ``else``."""


class _Head(NamedTuple):
    piece: Piece
    end: int
    otherwise: int
    """Where the ``else`` of a loop begins, or -1."""


class Branch:
    """A condition, loop or case whose inside is being read."""

    __slots__ = ("_head", "_n_way", "_pieces", "_ways", "end", "node")

    def __init__(self, node: Node, end: int) -> None:
        self.node = node
        self.end = end
        self._ways: list[_Way] = []
        self._head: _Head | None = None
        self._n_way = _NOT_ASKED
        self._pieces: list[Piece] = []

    def pieces(self, at: int, code: CodeText, logic: Logic) -> list[Piece]:
        """What holds at a place inside, the innermost last."""
        if self._n_way == _NOT_ASKED:
            if _is_if(self.node.type):
                self._ways = _ways(self.node)
            else:
                self._head = _head(self.node, code, logic)
        n_way = _place(self._head, at) if self._head else bisect_right(self._ways, (at, at)) - 1
        if n_way != self._n_way:
            # Asked again for each place inside, and most lie on the same way.
            self._n_way = n_way
            self._pieces = (
                _of_head(self._head, n_way)
                if self._head
                else _of_way(self._ways, n_way, code, logic)
            )
        return self._pieces


class Region(NamedTuple):
    """A branch that is in the text and not in the grammar, as the preprocessor's are."""

    start: int
    end: int
    text: Callable[[CodeText], str]

    def pieces(self, at: int, code: CodeText, logic: Logic) -> list[Piece]:
        """It need not end where what began inside it does."""
        return [Piece(self.text(code), is_expression=False)] if at < self.end else []


def _of_way(ways: list[_Way], n: int, code: CodeText, logic: Logic) -> list[Piece]:
    if n < 0:
        return []
    ways_before = ways[max(0, n - _MAX_PIECES) : n]
    texts = [code.one_line(start, end, _MAX_PIECE) for _, start, end in ways_before]
    pieces = [Piece(negation(text, logic), negates=text) for text in texts]
    _, start, end = ways[n]
    return [*pieces, Piece(code.one_line(start, end, _MAX_PIECE))] if end > start else pieces


def _place(head: _Head, at: int) -> int:
    return (at >= head.end) + (0 <= head.otherwise <= at)


def _of_head(head: _Head, place: int) -> list[Piece]:
    if not place or head.piece.text in _NO_CONDITION:
        return []
    return [head.piece, _ELSE] if place > 1 else [head.piece]


def conditions_at(
    branches: Iterable[Branch | Region], at: int, code: CodeText, logic: Logic
) -> tuple[Guard, ...]:
    """What leads to a place through the branches around it, which come innermost first."""
    pieces: list[Piece] = []
    for branch in branches:
        pieces = branch.pieces(at, code, logic) + pieces
        if len(pieces) > _MAX_PIECES:
            break
    innermost = _innermost(_without_passed(pieces)) if len(pieces) > 1 else pieces
    cut = "" if len(innermost) == len(pieces) else "… "
    return tuple(_guards(innermost, logic, cut))


def _without_passed(pieces: list[Piece]) -> list[Piece]:
    """Where the pieces are too many, conditions already passed are dropped first."""
    if sum(len(piece.text) for piece in pieces) <= _MAX_CONDITION:
        return pieces
    return [piece for piece in pieces if not piece.negates] or pieces


def _innermost(pieces: Sequence[Piece]) -> Sequence[Piece]:
    """As many as may be shown, the nearest ones."""
    n_characters = 0
    for n, piece in enumerate(reversed(pieces)):
        n_characters += len(piece.text)
        if n and (n == _MAX_PIECES or n_characters > _MAX_CONDITION):
            return pieces[-n:]
    return pieces


def _guards(pieces: Sequence[Piece], logic: Logic, cut: str) -> Iterable[Guard]:
    joint = cut
    for n, piece in enumerate(pieces):
        after = n > 0 and pieces[n - 1].is_expression
        before = n + 1 < len(pieces) and pieces[n + 1].is_expression
        if n:
            joint = logic.both if after and piece.is_expression else ": "
        is_joined = piece.is_expression and (after or before)
        text = _bound(piece, logic) if is_joined else piece.text
        written = piece.negates or (piece.text if text != piece.text else "")
        yield Guard(text, written, bool(piece.negates), joint)


def _is_if(kind: str) -> bool:
    return (kind.startswith(_IF) and kind not in _MODIFIERS) or kind in _IF_WORDS


def _ways(node: Node) -> list[_Way]:
    """The first condition, those of ``elif``, and none behind them."""
    condition = node.child_by_field_name("condition")
    if condition is None:
        return []
    ways = [(condition.end_byte, *_span(node, condition))]
    if node.child_by_field_name("alternative") is None:
        return ways + _unnamed_else(node)
    for other in node.children_by_field_name("alternative"):
        condition = other.child_by_field_name("condition")
        # An ``if`` behind ``else`` stands for itself.
        if condition is None or _is_if(other.type):
            ways.append((other.start_byte, 0, 0))
        else:
            ways.append((other.start_byte, *_span(other, condition)))
    return ways


def _unnamed_else(node: Node) -> list[_Way]:
    if node.child_count < _MIN_CHILDREN_WITH_ELSE:
        return []
    return [(child.start_byte, 0, 0) for child in node.children if child.type == "else"]


def _span(node: Node, condition: Node) -> tuple[int, int]:
    start, end = condition.start_byte, condition.end_byte
    if condition.type in _WRAPPED:
        return start + 1, end - 1
    if start - node.start_byte > _MAX_BEFORE_CONDITION:
        initializer = node.child_by_field_name("initializer")
        return (start if initializer is None else initializer.start_byte), end
    return start, end


def _head(node: Node, code: CodeText, logic: Logic) -> _Head:
    condition = node.child_by_field_name("condition")
    if condition is not None and node.type in _UNLESS | _MODIFIERS:
        return _asked_otherwise(node, condition, code, logic)
    end, mark = _head_end(node)
    text = code.one_line(node.start_byte, end, _MAX_PIECE).rstrip(" :{")
    if node.type in _FALLING:
        text = ", ".join([*_fallen_through(node, code), text])
    other = node.child_by_field_name("alternative")
    is_else = other is not None and other.type == "else_clause"
    otherwise = other.start_byte if other is not None and is_else else -1
    return _Head(_head_piece(text, mark, logic), end, otherwise)


def _asked_otherwise(node: Node, condition: Node, code: CodeText, logic: Logic) -> _Head:
    """``unless``, and conditions that stand behind what they lead to."""
    text = code.one_line(*_span(condition, condition), _MAX_PIECE)
    is_unless = node.type in _UNLESS
    piece = Piece(negation(text, logic), negates=text) if is_unless else Piece(text)
    other = node.child_by_field_name("alternative")
    end = node.start_byte if node.type in _MODIFIERS else condition.end_byte
    return _Head(piece, end, other.start_byte if other is not None else -1)


def _fallen_through(node: Node, code: CodeText) -> list[str]:
    """The cases above it that do nothing by themselves lead to the same place."""
    above: list[str] = []
    other = node.prev_named_sibling
    while other is not None and len(above) < _MAX_PIECES:
        if other.type not in _COMMENTS:
            if other.type not in _FALLING or other.named_child_count > 1:
                break
            text = code.one_line(other.start_byte, other.end_byte, _MAX_PIECE)
            above.append(text.rstrip(" :"))
        other = other.prev_named_sibling
    return above[::-1]


def _head_end(node: Node) -> tuple[int, str]:
    """Where the head of a loop or case ends, and the mark that ends it."""
    body = node.child_by_field_name("body")
    if body is not None:
        return body.start_byte, ""
    is_catch = node.type.startswith("catch")
    for n in range(1, min(node.child_count, _MAX_HEAD_CHILDREN)):
        child = node.child(n)
        # What is caught may have its type behind a colon.
        if child is not None and child.type in (_CATCH_ENDS if is_catch else _HEAD_ENDS):
            return child.start_byte, child.type
    return node.start_byte, ""


def _head_piece(text: str, mark: str, logic: Logic) -> Piece:
    if mark == "?:":
        return Piece(f"{text} == null")
    if mark == "else" and text:
        return Piece(negation(text, logic), negates=text)
    return Piece(text, is_expression=False)


def _bound(piece: Piece, logic: Logic) -> str:
    is_loose = not piece.negates and any(mark in piece.text for mark in logic.looser)
    return f"({piece.text})" if is_loose else piece.text
