"""How one function goes on, in the order of its lines, as its text shows it.

Beside the calls that were followed: functions that it hands over to be called later, what stands
behind a method that is only declared, the function that a name is bound to in another language, and
calls of what a table, a field, an argument or a variable of its own holds, where it is open which
function that is.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from repobook.index.reader.repository.walks.call_graph import (
    FUNCTION,
    CallGraph,
    Function,
    Reference,
)
from repobook.model.dossiers.folder_dossier import Place
from repobook.model.kinds import PYTHON_NAME
from repobook.text.code.enclosing_blocks import EnclosingHeads, Head
from repobook.text.python_names import bound_python_name

LinesOf = Callable[[str], Sequence[str]]

_HOLDERS: Final = frozenset(["field", "variable", "property"])
_MAX_LINE: Final = 1_000
_MAX_CODE: Final = 60
# A name is handed over as an argument, an element or a value; what is compared is not.
_BEFORE: Final = re.compile(r"(?:(?<![=!<>])=|[(,{\[:]|=>|\breturn)\s*&?[\w.]*(?:->|::|\w|\.)*$")
_AFTER: Final = re.compile(r"\s*(?:[,;)\]}]|\.bind\(|$)")
_CALLEE: Final = re.compile(r"(?:\w|\.|->|::|\[[^\[\]]*\])+$")
_SUBSCRIPT: Final = re.compile(r"((?:\w|\.|->)+\[[^\[\]]+\])\)?\(")
_ARGUMENTS: Final = re.compile(r"\((?!['\"`])([^()]*)")
_ARGUMENT: Final = re.compile(r"[(,]\s*(?:async )?function\b")
_DECLARED: Final = re.compile(r'NotImplemented|"""\s*$|\.\.\.\s*$|^\s*pass\s*$|=\s*0;\s*$')
"""How a method ends that does nothing."""
_WORD: Final = re.compile(r"[A-Za-z_]\w*")
_MAX_LINES: Final = 300
_SET: Final = re.compile(r"(?<![\w.>])([a-z_]\w*)\s*=(?!=)|\bfor (\w+) in ")
_LOCAL_CALL: Final = re.compile(r"(?<![\w.>:$])([a-z_]\w*)\(([^()]*(?:\([^()]*\))?[^()]*)\)")
_OWN_ATTRIBUTE: Final = re.compile(r"(\w+)\(\)\.(\w+)")
_PLAIN_ARGUMENT: Final = r"(?:[\w.$]{1,100}|'[^',]{0,100}'|\"[^\",]{0,100}\")"
_PLAIN_ARGUMENTS: Final = re.compile(rf"\(({_PLAIN_ARGUMENT}(?:, ?{_PLAIN_ARGUMENT}){{0,9}})?\)")
_BY_NUMBER: Final = re.compile(r"\s*if \(arguments\.length ={2,3} (\d)\) (?:\{|(return)\b)")
_RETURN: Final = re.compile(r"return\b|throw\b")
_ECMASCRIPT: Final = ("JavaScript", "TypeScript", "JSX", "TSX")
# How often the way leads below each: what is left when special cases are dealt with is the rule.
_SHARES: Final = dict.fromkeys(["if", "elif", "else", "case", "switch", "unless", "match"], 0.5) | (
    dict.fromkeys(["except", "catch", "finally"], 0.25)
)
# Methods of plain values are no way on.
_PLAIN: Final = frozenset(name for kind in (str, bytes, list, dict, set) for name in dir(kind))


class Call(NamedTuple):
    """How a function goes on."""

    line: int
    name: str
    """As it stands there."""
    function: Function | None
    """None where it is open which one is called."""
    confidence: str
    how: str = "call"
    """``call``, ``handed over``, ``implementation``, ``binding`` or ``open``."""
    holder: str = ""
    """The field or variable that holds what is called, and where that is defined."""
    held_at: Place | None = None
    tabled: tuple[Function, ...] = ()
    """Functions that tables have for it; the plainest names first."""
    condition: Head | None = None
    """The innermost one around it."""
    share: float = 1.0
    """Less than one where it is not always made."""
    n_arguments: int | None = None
    """None where the text does not plainly show it, or calls differ."""


class CloseReading:
    def __init__(self, graph: CallGraph, lines_of: LinesOf) -> None:
        self._graph = graph
        self._lines_of = lines_of
        self.calls = cache(self._calls)
        self._heads = cache(lambda path, language: EnclosingHeads(lines_of(path), language))

    def _calls(self, caller: Function) -> list[Call]:
        """Each function once."""
        first: dict[object, Call] = {}
        for reference in self._graph.inside(caller):
            for call in self._at(caller, reference):
                if call.function is None or call.function.key != caller.key:
                    key = call.function.key if call.function else (call.name, call.holder)
                    n_arguments = self._n_arguments(caller, reference)
                    known = first.setdefault(key, call._replace(n_arguments=n_arguments))
                    if known.n_arguments != n_arguments:
                        first[key] = known._replace(n_arguments=None)
        for call in self._of_locals(caller):
            first.setdefault((call.name, call.holder), call)
        for inner in self._in_place(caller):
            first.setdefault(inner.key, Call(inner.line, inner.name, inner, "exact", "handed over"))
        calls = sorted(first.values(), key=lambda call: call.line)
        return [self._with_condition(caller, call) for call in calls]

    def reached(self, caller: Function, n_arguments: int | None) -> list[Call]:
        """Without what stands behind a return that so many arguments lead to."""
        last = self._last_line(caller, n_arguments)
        return [call for call in self.calls(caller) if call.line <= last]

    def _last_line(self, caller: Function, n_arguments: int | None) -> int:
        if n_arguments is None or caller.language not in _ECMASCRIPT:
            return caller.end_line
        last = min(caller.end_line, caller.line + _MAX_LINES)
        for line in range(caller.line + 1, last + 1):
            head = _BY_NUMBER.match(self._text(caller.path, line))
            if head and int(head[1]) == n_arguments:
                heads = self._heads(caller.path, caller.language)
                end = line if head[2] else self._end_of_return(caller, line)
                if end and not heads.around(caller.line, line):
                    return end
        return caller.end_line

    def _end_of_return(self, caller: Function, line: int) -> int:
        """Where a block ends with a return in one line; 0 where it does not."""
        for at in range(line + 1, caller.end_line):
            text = self._text(caller.path, at).strip()
            if _RETURN.match(text):
                is_end = self._text(caller.path, at + 1).strip() == "}"
                return at if is_end and text.endswith(";") else 0
            if text.startswith("}") or text.endswith("{"):
                return 0
        return 0

    def _n_arguments(self, caller: Function, reference: Reference) -> int | None:
        text = self._text(caller.path, reference.line)
        found = _PLAIN_ARGUMENTS.match(text, reference.column + len(reference.name))
        if reference.role != "call" or not found:
            return None
        return found[1].count(",") + 1 if found[1] else 0

    def _in_place(self, caller: Function) -> list[Function]:
        """Functions that are written where they are handed over."""
        inner = self._functions(_INNER, caller.key) if caller.language in _ECMASCRIPT else []
        return [one for one in inner if _ARGUMENT.search(self._text(one.path, one.line))]

    def _of_locals(self, caller: Function) -> Iterator[Call]:
        """Calls of what an argument or a variable of its own holds, which are no references."""
        last = min(caller.end_line, caller.line + _MAX_LINES)
        texts = [self._text(caller.path, line) for line in range(caller.line + 1, last + 1)]
        own = {*_WORD.findall(caller.signature.partition("(")[2])} - {"self", "cls"}
        own.update(name for text in texts for names in _SET.findall(text) for name in names)
        known = {(one.line, one.name) for one in self._graph.inside(caller)}
        for line, text in enumerate(texts, caller.line + 1):
            for call in _LOCAL_CALL.finditer(text):
                is_own = call[1] in own and (line, call[1]) not in known
                if is_own and not own.isdisjoint(_WORD.findall(call[2])):
                    yield self._of_local(caller, line, call[1], texts)

    def _of_local(self, caller: Function, line: int, name: str, texts: Sequence[str]) -> Call:
        """An object of C++ is called by an operator of its class, which stands before its name, or
        before the name of what it refers to."""
        code = "\n".join([caller.signature, *texts])
        alias = re.search(rf"\b{name}\s*=\s*\*?(\w+);", code)
        names = "|".join([name, *([alias[1]] if alias else [])])
        types = set(re.findall(rf"\b(\w+)\s*[&*]\s*(?:{names})\b", code)) - {"auto"}
        near = self._functions(_NEAR, caller.file, "operator()") if types else []
        found = [one for one in near if types.intersection(one.qualname.split("."))]
        if len(found) == 1:
            return Call(line, name, found[0], "inferred")
        return Call(line, name, None, "", "open")

    def is_handed_over(self, path: str, reference: Reference) -> bool:
        text, end = self._text(path, reference.line), reference.column + len(reference.name)
        is_value = reference.role in ("mention", "attribute")
        before, after = _BEFORE.search(text[: reference.column]), _AFTER.match(text, end)
        return is_value and before is not None and after is not None

    def _at(self, caller: Function, reference: Reference) -> Iterator[Call]:
        function = self._graph.function(reference.key)
        line, name, confidence = reference.line, reference.name, reference.confidence
        if reference.role != "call":
            if function and self.is_handed_over(caller.path, reference):
                yield Call(line, name, function, confidence, "handed over")
        elif function:
            yield from self._implementation(reference, function)
            yield Call(line, name, function, confidence)
        elif reference.key:
            yield from self._held(caller, reference)
        else:
            yield from self._unfollowed(caller, reference)
        text = self._text(caller.path, line)
        if "](" in text or "])(" in text:
            for code in _SUBSCRIPT.findall(text):
                yield Call(line, code[-_MAX_CODE:], None, "", "open")

    def _implementation(self, reference: Reference, declared: Function) -> Iterator[Call]:
        """Of a method that is only declared: the one that takes its place."""
        if _DECLARED.search(self._text(declared.path, declared.end_line)):
            found = self._functions(_OVERRIDES, declared.key)
            if len(found) == 1:
                yield Call(reference.line, reference.name, found[0], "inferred", "implementation")

    def _held(self, caller: Function, reference: Reference) -> Iterator[Call]:
        """By a field or a variable."""
        for kind, path, line, qualname in self._graph.rows(_HOLDER, (reference.key,)):
            if kind in _HOLDERS and self._hands_on(caller, reference):
                held_at = Place(path, line)
                call = Call(
                    reference.line, reference.name, None, "exact", "open", qualname, held_at
                )
                yield call._replace(tabled=self._tabled(self._text(path, line)))

    def _tabled(self, field: str) -> tuple[Function, ...]:
        """What tables hold for a field whose type is one of functions: those of its parameters that
        are named outside of all functions."""
        words = _WORD.findall(field)
        for (signature,) in self._graph.rows(_FUNCTION_TYPE, (words[0],)) if words else ():
            result, _, parameters = signature.removeprefix("typedef ").partition(words[0])
            pattern = f"{result}%{parameters}"
            return tuple(self._functions(_TABLED, pattern))
        return ()

    def _unfollowed(self, caller: Function, reference: Reference) -> Iterator[Call]:
        """Where there is evidence which function it is; else where it is handed what the caller was
        given."""
        line, name = reference.line, reference.name
        if name in _PLAIN:
            return
        for how, found in (
            ("binding", self._bound(caller, reference)),
            ("call", self._declared(caller, reference)),
            ("call", self._mixed_in(caller, reference)),
        ):
            if len(found) == 1:
                yield Call(line, name, found[0], "inferred", how)
                return
        code = _CALLEE.search(self._text(caller.path, line)[: reference.column + len(name)])
        if reference.rule == "dynamic" and code and self._hands_on(caller, reference):
            yield Call(line, code[0][-_MAX_CODE:], None, "", "open")

    def _declared(self, caller: Function, reference: Reference) -> list[Function]:
        """Methods of a class that the declaration of an own attribute names."""
        attribute = _OWN_ATTRIBUTE.fullmatch(reference.receiver)
        if not attribute:
            return []
        qualname = f"{attribute[1]}.{attribute[2]}"
        lines = [line for (line,) in self._graph.rows(_LINES, (caller.file, qualname))]
        words = {word for line in lines for word in _WORD.findall(self._text(caller.path, line))}
        near = self._functions(_NEAR, caller.file, reference.name)
        return [one for one in near if words.intersection(one.qualname.split(".")[:-1])]

    def _mixed_in(self, caller: Function, reference: Reference) -> list[Function]:
        """Methods that an object of another file gives to the one that is called."""
        receiver = reference.receiver.rpartition(".")[2]
        if caller.language not in _ECMASCRIPT or not receiver.isidentifier():
            return []
        mixing = re.compile(rf"\b(?:assign|extend|merge|mixin|setPrototypeOf)\({receiver}, *\w")
        if not any(mixing.search(line[:_MAX_LINE]) for line in self._lines_of(caller.path)):
            return []
        near = self._functions(_NEAR, caller.file, reference.name)
        return [one for one in near if one.file != caller.file and "." in one.qualname]

    def _hands_on(self, caller: Function, reference: Reference) -> bool:
        """Whether what is called is given what the caller was given."""
        given = frozenset(_WORD.findall(caller.signature.partition("(")[2])) - {"self", "cls"}
        text = self._text(caller.path, reference.line)
        arguments = _ARGUMENTS.match(text, reference.column + len(reference.name))
        return arguments is not None and not given.isdisjoint(_WORD.findall(arguments[1]))

    def _bound(self, caller: Function, reference: Reference) -> list[Function]:
        """The functions that a pack says a name is bound to. A short name of what is passed in may
        be anyone's."""
        root = reference.receiver.partition(".")[0]
        if caller.language != "Python" or "_" not in reference.name or not root.isidentifier():
            return []
        name = bound_python_name(reference.name)
        keys = [
            keys[0]
            for (groups,) in self._graph.rows(_BINDING, (PYTHON_NAME, name))
            for _, receiver, role, _, _, _, keys in json.loads(groups)
            if role == "bind" and name in receiver.split("\t")[:2] and len(keys) == 1
        ]
        return [function for key in keys if (function := self._graph.function(key))]

    def _with_condition(self, caller: Function, call: Call) -> Call:
        share, condition = 1.0, None
        for head in self._heads(caller.path, caller.language).around(caller.line, call.line):
            word = _WORD.match(head.code)
            if word and word[0] in _SHARES:
                condition = head
                share *= 1 if head.code == "else" else _SHARES[word[0]]
        return call._replace(condition=condition, share=share)

    def _functions(self, query: str, *values: object) -> list[Function]:
        return [Function(*row) for row in self._graph.rows(query, values)]

    def _text(self, path: str, line: int) -> str:
        lines = self._lines_of(path)
        return lines[line - 1][:_MAX_LINE] if 0 < line <= len(lines) else ""


_HOLDER: Final = """
    SELECT s.kind, f.path, s.line, s.qualname FROM symbol s JOIN file f ON f.id = s.file
    WHERE s.key = ?
"""
_FUNCTION_TYPE: Final = """
    SELECT s.signature FROM symbol s WHERE s.kind = 'type' AND s.name = ? AND s.signature LIKE '%)'
"""
# Named where no function is around.
_TABLED: Final = f"""
    SELECT {FUNCTION} FROM symbol s JOIN file f ON f.id = s.file
    WHERE s.complexity > 0 AND f.role = 'source' AND s.signature LIKE ?1 AND EXISTS (
        SELECT 1 FROM referrer u JOIN file h ON h.id = u.file
        WHERE u.target = s.key AND u.role = 'mention' AND h.role IN ('source', 'generated')
            AND NOT EXISTS (
                SELECT 1 FROM symbol o WHERE o.file = u.file AND o.complexity > 0
                    AND o.line <= u.line AND o.end_line >= u.line
            )
    ) ORDER BY length(s.name), s.name, f.path, s.line
"""
_INNER: Final = f"""
    SELECT {FUNCTION} FROM symbol p JOIN symbol s ON s.file = p.file AND s.parent = p.n
        JOIN file f ON f.id = s.file
    WHERE p.key = ? AND s.complexity > 0
"""
_LINES: Final = "SELECT line FROM symbol WHERE file = ? AND qualname = ?"
_BINDING: Final = """
    SELECT DISTINCT r.groups FROM symbol s JOIN file_references r ON r.file = s.file
    WHERE s.kind = ? AND s.name = ?
"""
# In the file itself and in those that it depends on.
_NEAR: Final = f"""
    SELECT {FUNCTION} FROM symbol s JOIN file f ON f.id = s.file
    WHERE s.name = ?2 AND s.complexity > 0 AND f.role = 'source' AND (
        s.file = ?1 OR s.file IN (SELECT target FROM edge WHERE source = ?1)
    )
"""
# By the line or the words with which a class names the one that it inherits from.
_OVERRIDES: Final = f"""
    SELECT {FUNCTION} FROM symbol d JOIN symbol base ON base.file = d.file AND base.n = d.parent
        JOIN referrer u ON u.target = base.key AND u.role = 'inherit'
        JOIN symbol c ON c.file = u.file AND (c.line = u.line OR instr(c.signature, base.name))
        JOIN symbol s ON s.file = c.file AND s.parent = c.n AND s.name = d.name
        JOIN file f ON f.id = s.file
    WHERE d.key = ? AND s.key != d.key AND f.role = 'source'
"""
