"""What a short function does where that is a single statement, or a few: they say it best."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from repobook.book.file.functions.runs import Run, only_sets_fields, runs, stands_in
from repobook.book.shared.citations import (
    MAX_CODE,
    line_text,
    line_texts,
    stands_over,
)
from repobook.book.shared.inline import here, joined
from repobook.model.blocks import Code, Content
from repobook.model.dossiers.dossier import FileDossier
from repobook.model.facts import Definition
from repobook.text.code.code_line import n_open_brackets, one_code_line
from repobook.text.code.statements import has_statements

_MAX_LINES: Final = 40
_MAX_STATEMENT: Final = 6
_MAX_FEW: Final = 8
_MAX_SHORT: Final = 4
_MAX_BODY: Final = 12
_MAX_CODE: Final = 160
_MAX_WITH_WORDS: Final = 110
_MAX_TEXT: Final = 800
_IDLE: Final = re.compile(r"(?:self|this)\.\w+(?:: [^=]{1,80})? = |(?:pass|\.\.\.|super\(\).*)$")
_HEAD_END: Final = re.compile(r"(?:[:{]|=>)\s*(?:#.*|//.*|/\*.*\*/)?$")
_NO_CODE: Final = re.compile(r"$|#(?![a-z])|//|/\*|\*|[})\]]+[;,)]*$")
_COMMENT: Final = re.compile(r"\s(?:#|//|/\*)\s")
_TEXT: Final = re.compile(r"[rRuU]?(\"\"\"|'''|\"|')")
# A statement that holds others, or a directive: more than one thing may happen.
_HOLDS: Final = re.compile(
    r"(?:if|for|while|switch|try|with|match|do|case|unless|async|pass)\b|[#@{]"
)


def only_statement(dossier: FileDossier, definition: Definition) -> Content:
    """Nothing where there are several, or where the text does not show it plainly."""
    if definition.line == definition.end_line:
        return _beside_signature(dossier, definition)
    if definition.end_line > definition.line + _MAX_LINES:
        return ()
    code = list(islice(code_lines(dossier, definition), _MAX_STATEMENT + 1))
    if not code or len(code) > _MAX_STATEMENT or _HOLDS.match(code[0][1]):
        return ()
    first, last = code[0][0], code[-1][0]
    if len(code) == 1 and n_open_brackets(code[0][1]) == 0:
        text = one_code_line(code[0][1])
        return (here(dossier, first, code=text),) if len(text) <= MAX_CODE else ()
    lines = [line.strip() for line in line_texts(dossier, first, definition.end_line)]
    return _over_lines(dossier, first, lines) if last < first + _MAX_STATEMENT else ()


def _beside_signature(dossier: FileDossier, definition: Definition) -> Content:
    """``func (e Entry) Valid() bool { return e.ID != 0 }``, and what a macro stands for."""
    if "(" not in definition.signature:
        return ()
    _, signature, behind = line_text(dossier, definition.line).partition(definition.signature)
    text = behind.strip().rstrip(";") if signature else ""
    if definition.kind != "macro":
        text = text[1:-1].strip() if text.startswith("{") and text.endswith("}") else ""
    is_shown = 0 < len(text) <= MAX_CODE and not text.endswith("\\") and "/*" not in text
    return (here(dossier, definition.line, code=text),) if is_shown else ()


def short_body(dossier: FileDossier, definition: Definition) -> Content:
    """All that it does, where that fits a line."""
    if statement := only_statement(dossier, definition):
        return statement
    length = definition.end_line - definition.line
    if definition.decorators:
        return ()
    if has_statements(dossier.language) and length <= _MAX_BODY:
        return _whole_body(dossier, definition)
    if definition.doc or definition.complexity > 1 or length > _MAX_SHORT + 2:
        return ()
    if any(_HOLDS.match(text) for _, text in code_lines(dossier, definition)):
        return ()
    statements = few_statements(dossier, definition)
    return joined(statements) if len(statements) <= _MAX_SHORT else ()


def _whole_body(dossier: FileDossier, definition: Definition) -> Content:
    """All of its statements, each run with the condition that it stands under."""
    lines = line_texts(dossier, definition.line, definition.end_line)
    if sum(len(line.strip()) for line in lines) > _MAX_TEXT:
        return ()
    every = runs(dossier, definition)
    n_characters = sum(
        len(run.code) + sum(len(block.text) for block in run.blocks) for run in every
    )
    most = _MAX_WITH_WORDS if definition.doc else _MAX_CODE
    is_short = every and n_characters <= most and len(every) <= _MAX_SHORT
    if not is_short or only_sets_fields(every) or any(run.blocks[1:] for run in every):
        return ()
    return joined([_run(dossier, run) for run in every], "; ")


def _run(dossier: FileDossier, run: Run) -> Content:
    when = stands_in(dossier, run.blocks)
    cite = here(dossier, run.line, run.end_line, run.code)
    is_whole = stands_over(dossier, cite)
    code: Content = (cite,) if is_whole else (Code(run.code), " ", cite._replace(code=""))
    return (*code, " when ", *when) if when else code


def few_statements(dossier: FileDossier, definition: Definition) -> tuple[Content, ...]:
    """Those of a short body; not of one that only sets fields, which have a table of their own."""
    if not definition.line < definition.end_line <= definition.line + _MAX_LINES:
        return ()
    code = list(islice(code_lines(dossier, definition), _MAX_FEW + 1))
    if not code or len(code) > _MAX_FEW or all(_IDLE.match(text) for _, text in code):
        return ()
    spans = _spans(dossier, [line for line, _ in code], definition.end_line)
    return tuple((here(dossier, *span, code=_text(dossier, *span)),) for span in spans)


def _spans(dossier: FileDossier, lines: Sequence[int], end: int) -> Iterator[tuple[int, int]]:
    """First and last line of each statement; one goes on in brackets and before a dot."""
    first, n_open = lines[0], 0
    for line, after in zip(lines, [*lines[1:], end], strict=True):
        for number in range(line, max(after, line + 1)):
            n_open += n_open_brackets(line_text(dossier, number))
            if n_open <= 0 and not line_text(dossier, number + 1).lstrip().startswith("."):
                break
        else:
            continue
        yield first, number
        first, n_open = after, 0


def _text(dossier: FileDossier, first: int, last: int) -> str:
    lines = line_texts(dossier, first, last)
    text = one_code_line("\n".join(lines) if last > first else _without_comment(lines[0]))
    return text[:_MAX_CODE].rstrip()


def _over_lines(dossier: FileDossier, first: int, lines: Sequence[str]) -> Content:
    """One statement goes on as long as a bracket is open, and nothing stands behind it."""
    n_open = 0
    for n, line in enumerate(lines):
        n_open += n_open_brackets(line)
        if n_open <= 0:
            text = " ".join(lines[: n + 1]).rstrip("; ")
            is_last = not any(map(_is_code, lines[n + 1 :])) and n > 0
            is_plain = is_last and "#" not in text and len(text) <= MAX_CODE
            return (here(dossier, first, first + n, text),) if is_plain else ()
    return ()


def _is_code(text: str) -> bool:
    return _NO_CODE.match(text) is None


def code_lines(dossier: FileDossier, definition: Definition) -> Iterator[tuple[int, str]]:
    """Lines of the body that are neither comment, documentation nor the end of a block."""
    is_head, quote = True, ""
    lines = line_texts(dossier, definition.line, definition.end_line)
    for number, line in enumerate(lines, definition.line):
        text = line.strip()
        if is_head:
            is_head = _HEAD_END.search(text) is None and text != "{"
        elif quote:
            quote = "" if quote in text else quote
        elif opened := _TEXT.match(text):
            quote = "" if opened[1] in text[opened.end() :] else opened[1]
        elif _is_code(text):
            yield number, _without_comment(text)


def _without_comment(text: str) -> str:
    """Unless its sign may stand in a string."""
    code = _COMMENT.split(text, maxsplit=1)[0] if "#" in text or "/" in text else text
    return code.rstrip("; ") if code.count("'") % 2 == code.count('"') % 2 == 0 else text
