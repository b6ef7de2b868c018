"""Statements of languages whose blocks stand in braces."""

import re
from typing import Final, NamedTuple

from repobook.text.code.code_line import one_code_line, one_tight_line
from repobook.text.code.statement import Block, Masked, Statement, cut, masked

_COMMENT: Final = r"(?P<comment>//[^\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/)?)"
# The set comes first, so that other places are skipped without trying each of the rest.
TOKENS: Final = re.compile(
    r"[/\"'`](?:(?<=/)(?P<comment>/[^\n]*|\*(?:[^*]|\*(?!/))*(?:\*/)?)"
    r"|(?<=\")(?:[^\"\\\n]|\\.)*\"?|(?<=')(?:[^'\\\n]|\\.)*'?|(?<=`)(?:[^`\\]|\\.)*`?)",
    re.DOTALL,
)
# A single quote may begin a lifetime, and a string may go on over lines.
_RUST_TOKENS: Final = re.compile(
    rf"{_COMMENT}|(?:r?\"(?:[^\"\\]|\\.)*\"?|'(?:[^'\\\n]|\\[^\n][^'\n]{{0,8}})')", re.DOTALL
)
_SIGN: Final = re.compile(r"[(){}\[\];\n]")
_CLOSING: Final = {")": "(", "]": "[", "}": "{"}
_MAX_WHOLE: Final = 110
_MAX_HEAD: Final = 100
_MAX_CLOSURE: Final = 48
_MAX_BEFORE: Final = 400
_MAX_DEPTH: Final = 60
_CONTROL: Final = re.compile(
    r"(?:\w+:\s*)?(?:else\s*)?(?:(?P<if>if)\b(?:\s*constexpr\b)?|for|while|switch|match|select|try"
    r"|catch|finally|with|using|lock|synchronized|do|loop|unsafe|async|static|foreach|except|guard"
    r"|class|struct|impl|enum|fn|extern|default|(?P<else>else)$)(?![\w$])"
)
_LOOP_HEAD: Final = re.compile(r"(?:\w+:\s*)?(?:else\s+)?(?:for|if|switch|while|select)\b")
_CLOSURE: Final = re.compile(
    r"(?:=>|->)$|\bfunction\b[^{}]{0,200}\)(?:\s*:[^{}=]{0,80})?$|\bfunc\s?\([^;]{0,300}$"
    r"|\|[^|]{0,200}\|(?:\s*->[^{};]{0,80})?$|\bmove$"
    r"|\[[^\[\]]{0,80}\]\s*(?:\([^()]{0,200}\))?\s*(?:mutable)?\s*(?:->[^{};]{0,80})?$"
    r"|\bnew\s[\w.<>]{1,80}\([^{};]{0,200}\)$"
)
_TYPE: Final = re.compile(r"\b(?:interface|struct)$")
_METHOD: Final = re.compile(r"(?:(?:async|get|set|static)\s+|\*)?[\w$]{1,60}\([^{};]{0,200}\)$")
_BEGINS_PART: Final = re.compile(r"[,{\n(\[]")
_LABEL: Final = re.compile(r"\s*((?:case\b[^:{}]*|default)\s*:(?!:)\s*)")
_DIRECTIVE: Final = re.compile(
    r"\s*#\s*(if\w{0,4}|else|elif|endif|define|include|undef|pragma|error|line|warning)\b"
)
_DIRECTIVE_INSIDE: Final = re.compile(r"\n\s*#\s*(?:if|else|elif|endif)")
_GOES_ON: Final = re.compile(r"[-+*/|&^%?:=.,<>!(\[{\\]$|\b(?:and|or|not|in|new|typeof)$")
_ENDS_AFTER_ALL: Final = re.compile(r"(?:\+\+|--|\w>|\w!)$")
_GOES_ON_WITH: Final = re.compile(
    r"\s*(?:[.?:*/|&=<>,)\]}]|[-+](?![-+])|\{|\b(?:in|instanceof|as)\b)"
)
# Nothing is done by a name without a value.
_NOTHING: Final = re.compile(
    r"(?:(?:static|const|volatile|unsigned|struct|enum|union|auto|final|register)\s+)*"
    r"(?!(?:return|break|continue|goto|throw|delete|yield|await|defer|go|co_return|case)\b)"
    r"[\w:<>.*\[\]]+(?:\s*[*&]+\s*|\s+)[*&]*[\w$]+(?:\[[^\]]*\])?"
    r"(?:\s*,\s*[*&]*\s*[\w$]+(?:\[[^\]]*\])?)*$"
    r"|(?:let|var|const)\s[^=(]*$|[\W_]*$|(?:import|using|use|type)\s"
)
_NO_LAST_BRACE: Final = re.compile(r"[,(=\[]\s*$")


class _Open(NamedTuple):
    """A bracket, or a block that its statements stand in."""

    sign: str
    block: "_Inside | None" = None


class _Inside:
    """A block while it is read: where its current statement begins, and what was left out of it."""

    __slots__ = (
        "arm",
        "at",
        "condition",
        "first_inner",
        "gaps",
        "head",
        "is_control",
        "n_before_arm",
        "place",
        "start",
    )

    def __init__(self, head: Block | None, is_control: bool, at: int, place: int) -> None:
        self.head = head
        self.is_control = is_control
        self.start = self.at = at
        self.place = place
        self.arm = ""
        self.n_before_arm = 0
        self.condition = ""
        self.gaps: list[tuple[int, int]] = []
        self.first_inner = -1


def braced(
    code: str, ends_at_lines: bool, is_rust: bool, falls_through: bool
) -> tuple[Statement, ...]:
    text = masked(code, _RUST_TOKENS if is_rust else TOKENS)
    bounds = _body(text.masked)
    if bounds is None:
        return ()
    walk = _Walk(text, ends_at_lines, falls_through)
    return tuple(walk.found) if walk.through(*bounds) else ()


def _body(code: str) -> tuple[int, int] | None:
    """Between the last brace and the one that it closes."""
    end, depth = code.rfind("}"), 0
    if "\n" in code[end:].strip():
        return None
    for at in range(end, -1, -1):
        if code[at] in "{}":
            depth += 1 if code[at] == "}" else -1
            if not depth:
                is_body = at > 0 and not _NO_LAST_BRACE.search(code[max(0, at - 80) : at])
                return (at + 1, end) if is_body else None
    return None


class _Walk:
    """Goes through the body, and keeps the open brackets and blocks."""

    def __init__(self, text: Masked, ends_at_lines: bool, falls_through: bool) -> None:
        self._text = text
        self._ends_at_lines = ends_at_lines
        self._falls_through = falls_through
        self._n_places = 0
        self._directives: list[Block] = []
        self._open: list[_Open] = []
        self.found: list[Statement] = []

    def through(self, start: int, end: int) -> bool:
        """Whether its brackets close each other, and are no deeper than people write."""
        self._open = [_Open("{", _Inside(None, True, start, 0))]
        for match in _SIGN.finditer(self._text.masked, start, end):
            if len(self._open) > _MAX_DEPTH:
                return False
            sign, at = match[0], match.start()
            inside = self._open[-1].block
            if sign in "([":
                self._open.append(_Open(sign))
            elif sign == "{":
                self._open_brace(at)
            elif sign in ")]}":
                if len(self._open) == 1 or self._open[-1].sign != _CLOSING[sign]:
                    return False
                if inside:
                    self._end(inside, at)
                self._open.pop()
                if inside:
                    self._behind_block(inside, at)
            elif inside and self._is_end(inside, sign, at):
                self._end(inside, at)
                inside.at = at + 1
        if len(self._open) != 1 or self._open[0].block is None:
            return False
        self._end(self._open[0].block, end)
        return True

    def _open_brace(self, at: int) -> None:
        around = next(one.block for one in reversed(self._open) if one.block)
        in_brackets = self._open[-1].block is None
        code = self._text.masked
        # A brace looks at no more than what stands right before it: a body may have thousands.
        tail = code[max(around.at, at - _MAX_BEFORE) : at].strip()
        is_method = in_brackets and _METHOD.match(_BEGINS_PART.split(tail)[-1].strip())
        if not _TYPE.search(tail) and (_CLOSURE.search(tail) or is_method):
            self._open_closure(around, at)
        elif not in_brackets and self._is_control(around, at):
            head = self._head(around, at)
            self._push(_Inside(head, True, at + 1, 0))
        else:
            self._open.append(_Open("{"))

    def _is_control(self, around: _Inside, at: int) -> bool:
        words = self._without_labels(around, around.at, at).strip()
        if not words or _CONTROL.match(words):
            return True
        return words.endswith(")") and "=" not in words and not words.startswith("return")

    def _without_labels(self, inside: _Inside, start: int, end: int) -> str:
        code = self._text.masked
        while label := _LABEL.match(code, start, end):
            arm = one_code_line(self._text.plain[label.start(1) : label.end(1)]).rstrip(": ")
            is_empty = bool(inside.arm) and inside.n_before_arm == len(self.found)
            joins = self._falls_through and is_empty
            inside.arm = f"{inside.arm}, {arm.removeprefix('case ')}" if joins else arm
            inside.n_before_arm = len(self.found)
            start = label.end()
            self._n_places += 1
            inside.place = self._n_places
        inside.at = start
        return code[start:end]

    def _head(self, around: _Inside, at: int) -> Block:
        words = one_code_line(self._text.plain[around.at : at])
        found = _CONTROL.match(words)
        if not found or not (found["if"] or words == "else"):
            around.condition = ""
            return Block(_shortened(words))
        if words == "else":
            return Block("", around.condition, True)
        condition = words[found.end() :].strip()
        if condition.startswith("(") and condition.endswith(")"):
            condition = condition[1:-1].strip()
        around.condition = condition
        return Block(_shortened(words), _shortened(condition), words.startswith("else"))

    def _open_closure(self, around: _Inside, at: int) -> None:
        if around.first_inner < 0:
            self._without_labels(around, around.at, at)
            around.first_inner = len(self.found)
        start = max(around.at, self._text.plain.rfind("\n", 0, at) + 1)
        words = one_code_line(self._text.plain[start:at])
        self._push(_Inside(Block(_shortened(words, _MAX_CLOSURE)), False, at + 1, 0))

    def _push(self, inside: _Inside) -> None:
        self._n_places += 1
        inside.place = self._n_places
        self._open.append(_Open("{", inside))

    def _behind_block(self, inside: _Inside, at: int) -> None:
        around = next(one.block for one in reversed(self._open) if one.block)
        self._n_places += 1
        around.place = self._n_places
        if inside.is_control:
            around.at = at + 1
        else:
            around.gaps.append((inside.start, at))

    def _is_end(self, inside: _Inside, sign: str, at: int) -> bool:
        code = self._text.masked
        if sign == ";":
            return not (self._ends_at_lines and _LOOP_HEAD.match(code[inside.at : at].strip()))
        words = code[inside.at : at].strip()
        if not words:
            return False
        if _DIRECTIVE.match(words):
            return not words.endswith("\\")
        if not self._ends_at_lines:
            return False
        last = words[-60:]
        if _GOES_ON.search(last) and not _ENDS_AFTER_ALL.search(last):
            return _LABEL.match(words + "\n") is not None and words.endswith(":")
        return not _GOES_ON_WITH.match(code, at + 1)

    def _end(self, inside: _Inside, at: int) -> None:
        """What stands there is a statement, before those of the blocks in it."""
        code = self._without_labels(inside, inside.at, at)
        start = inside.at + len(code) - len(code.lstrip())
        end = inside.at + len(code.rstrip())
        gaps, first = inside.gaps, inside.first_inner
        inside.gaps, inside.first_inner = [], -1
        if start >= end:
            return
        if directive := _DIRECTIVE.match(code):
            self._open_directive(directive[1], one_code_line(self._text.plain[start:end]))
            self._n_places += 1
            inside.place = self._n_places
            return
        if _DIRECTIVE_INSIDE.search(code):
            return
        words = one_tight_line(self._text.plain[start:end])
        if first >= 0 and len(words) <= _MAX_WHOLE:
            del self.found[first:]
            gaps = []
        elif gaps:
            words = one_tight_line(self._with_gaps(start, end, gaps))
        if _NOTHING.match(words):
            return
        lines = self._text.line(start), self._text.line(end - 1)
        own_last = self._text.line(gaps[0][0] - 1) if gaps and first >= 0 else lines[1]
        statement = Statement(*lines, own_last, cut(words), self._blocks(), inside.place)
        self.found.insert(first if first >= 0 else len(self.found), statement)

    def _open_directive(self, name: str, words: str) -> None:
        """What the preprocessor may leave out stands in a block, too."""
        if name in ("else", "elif", "endif") and self._directives:
            self._directives.pop()
        if name.startswith("if") or name in ("else", "elif"):
            self._directives.append(Block(_shortened(words)))

    def _with_gaps(self, start: int, end: int, gaps: list[tuple[int, int]]) -> str:
        parts: list[str] = []
        for opened, closed in gaps:
            if opened >= start:
                parts.append(self._text.plain[start:opened])
                start = closed
        return " … ".join([*parts, self._text.plain[start:end]])

    def _blocks(self) -> tuple[Block, ...]:
        blocks = list(self._directives)
        for _, inside in self._open:
            if inside and inside.head and (inside.head.text or inside.head.is_else):
                blocks.append(inside.head)
            if inside and inside.arm:
                blocks.append(Block(inside.arm))
        return tuple(blocks)


def _shortened(words: str, most: int = _MAX_HEAD) -> str:
    return words if len(words) <= most else words[:most].rstrip() + " …"
