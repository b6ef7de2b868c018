"""CMake, read by hand: its syntax is ``command(arguments)`` with quotes, brackets and comments.

Every byte is looked at once. A command is known by its lower-case name; what it defines, imports or
uses is decided by the tables and small functions below.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from repobook.model.facts import (
    Definition,
    Diagnostic,
    FileFacts,
    Import,
    Reference,
    ReferenceRole,
    TextBlock,
)
from repobook.parse import comments
from repobook.parse.chains import positions_of
from repobook.parse.definitions import Context, one_line
from repobook.parse.source import SourceText

_TOKEN: Final = re.compile(
    rb"(?P<comment>#)|(?P<bracket>\[=*\[)|(?P<quoted>\"(?>(?:[^\"\\]++|\\.)*)\"?)"
    rb"|(?P<open>\()|(?P<close>\))|(?P<word>(?>(?:[^\s()#\"\\]++|\\.)+))",
    re.DOTALL,
)
_BRACKET: Final = re.compile(rb"\[=*\[")
_NAME: Final = re.compile(r"[A-Za-z_]\w*")
_EXPANSION: Final = re.compile(rb"\$\{([A-Za-z_]\w*)\}")
_TARGET: Final = re.compile(r"[A-Za-z_][\w.+-]*(?:::[\w.+-]+)*")
_PATH: Final = re.compile(r"(?:[\w.+/@-]|\$\{\w{1,100}\}){1,300}")
_FILE: Final = re.compile(
    r"(?:[\w.+/@-]|\$\{\w{1,100}\}){1,300}(?<=[\w}+-])\.(?!(?:a|so|lib|dll|dylib|exe|o|lo|log)$)"
    r"[A-Za-z][\w+]{0,9}"
)

_SCOPES: Final = {"function": "function", "macro": "macro"}
_SCOPE_ENDS: Final = {"endfunction": "function", "endmacro": "macro"}
_KIND_BY_COMMAND: Final = {
    **_SCOPES,
    "add_library": "target",
    "add_executable": "target",
    "add_custom_target": "target",
    "add_test": "test",
    "project": "package",
    "set": "variable",
    "option": "variable",
    "cmake_dependent_option": "variable",
    "find_file": "variable",
    "find_library": "variable",
    "find_path": "variable",
    "find_program": "variable",
    "get_filename_component": "variable",
    "file": "variable",
}
_OPTIONS: Final = frozenset(["option", "cmake_dependent_option"])
_GLOBS: Final = {"GLOB": "glob", "GLOB_RECURSE": "glob_recurse"}
_IMPORTS: Final = frozenset(["include", "find_package", "add_subdirectory"])
_CONDITIONS: Final = frozenset(["if", "elseif", "while"])
_LINKING: Final = frozenset(["target_link_libraries", "add_dependencies"])
# Words with a dot that these commands take are versions, flags, patterns and texts, not files.
_WITHOUT_FILES: Final = frozenset(
    [
        *_IMPORTS,
        *_CONDITIONS,
        *_LINKING,
        *("option", "cmake_minimum_required", "project", "string", "math", "message", "unset"),
        *("find_file", "find_library", "find_path", "find_program", "mark_as_advanced", "function"),
        *("macro", "target_compile_options", "target_compile_definitions", "add_definitions"),
        *("target_compile_features", "add_compile_options", "add_compile_definitions", "foreach"),
        *("cmake_policy", "get_property", "get_target_property", "separate_arguments"),
    ]
)
_KEYWORD: Final = re.compile(
    r"NOT|AND|OR|DEFINED|COMMAND|POLICY|TARGET|TEST|EXISTS|MATCHES|IN_LIST|IS_[A-Z_]+|ON|OFF|TRUE"
    r"|FALSE|YES|NO|(?:VERSION_|STR|PATH_)?(?:LESS|GREATER|EQUAL)(?:_EQUAL)?"
    r"|(?:LINK_)?(?:PUBLIC|PRIVATE)|INTERFACE|general|debug|optimized"
)
_MAX_PROBLEMS: Final = 20
_MAX_SIGNATURE_BYTES: Final = 2000


class _Argument(NamedTuple):
    text: str
    end: int
    quoted: bool


class _Command(NamedTuple):
    name: str
    """In lower case: CMake does not tell ``SET`` from ``set``."""
    start: int
    name_end: int
    end: int
    arguments: tuple[_Argument, ...]


class _Reading(NamedTuple):
    commands: list[_Command]
    comments: list[tuple[int, int]]
    problems: list[tuple[int, str]]


def facts(source: SourceText) -> FileFacts:
    reading = _read(source.data)
    found = comments.placed_blocks([_comment(source, *span) for span in reading.comments])
    texts = tuple([block.text for block in found])
    return FileFacts(
        n_lines=source.n_lines,
        doc=texts[0].text if texts and texts[0].line <= 2 else "",
        definitions=_definitions(reading, source, comments.above(found)),
        references=_references(reading.commands, source),
        imports=tuple(_imports(reading.commands, source)),
        notes=comments.notes(texts),
        texts=texts,
        diagnostics=tuple(
            Diagnostic(source.line_of(at), problem)
            for at, problem in reading.problems[:_MAX_PROBLEMS]
        ),
    )


def _read(data: bytes) -> _Reading:
    reading = _Reading([], [], [])
    word: re.Match[bytes] | None = None
    opened: re.Match[bytes] | None = None
    arguments: list[_Argument] = []
    depth = at = 0
    while token := _TOKEN.search(data, at):
        kind, at = token.lastgroup, token.end()
        if kind == "comment":
            at = _comment_end(data, token.end())
            reading.comments.append((token.start(), at))
        elif kind == "open":
            depth += 1
            if depth == 1:
                opened, arguments = word, []
        elif kind == "close":
            depth -= 1
            if depth == 0 and opened is not None:
                reading.commands.append(_command(opened, at, arguments))
            elif depth < 0:
                reading.problems.append((token.start(), "bracket was never opened"))
                depth = 0
        elif depth:
            argument, at = _argument(data, token)
            arguments.append(argument)
        word = token if kind == "word" else None
    if depth and opened is not None:
        reading.problems.append((opened.start(), "command is never closed"))
    return reading


def _comment_end(data: bytes, at: int) -> int:
    bracket = _BRACKET.match(data, at)
    if bracket is not None:
        return _bracket_end(data, bracket)
    end = data.find(b"\n", at)
    return len(data) if end < 0 else end


def _bracket_end(data: bytes, opening: re.Match[bytes]) -> int:
    closing = opening.group().replace(b"[", b"]")
    end = data.find(closing, opening.end())
    return len(data) if end < 0 else end + len(closing)


def _argument(data: bytes, token: re.Match[bytes]) -> tuple[_Argument, int]:
    text, end = token.group(), token.end()
    if token.lastgroup == "bracket":
        end = _bracket_end(data, token)
        width = len(text)
        text = data[token.start() + width : max(end - width, token.start() + width)]
    elif token.lastgroup == "quoted":
        text = text.strip(b'"')
    quoted = token.lastgroup != "word"
    return _Argument(text.decode("utf-8", "replace"), end, quoted), end


def _command(name: re.Match[bytes], end: int, arguments: list[_Argument]) -> _Command:
    text = name.group().decode("utf-8", "replace").lower()
    return _Command(text, name.start(), name.end(), end, tuple(arguments))


def _comment(source: SourceText, start: int, end: int) -> comments.Comment:
    comment = comments.comment_at(source, start, end)
    bracket = re.match(r"#(\[=*\[)", comment.text)
    if not bracket:
        return comment
    words = comment.text[bracket.end() :].removesuffix(bracket.group(1).replace("[", "]"))
    return comment._replace(text=f"# {words.strip()}")


def _definitions(
    reading: _Reading, source: SourceText, comment_by_end_line: Mapping[int, TextBlock]
) -> tuple[Definition, ...]:
    context = Context(source, {}, comment_by_end_line, comment_spans=reading.comments)
    definitions: list[Definition] = []
    scopes: list[int] = []
    for command in reading.commands:
        if command.name in _SCOPE_ENDS:
            if scopes:
                at = scopes.pop()
                definitions[at] = definitions[at]._replace(end_line=source.line_of(command.start))
            continue
        name = _defined_name(command, is_local=bool(scopes))
        if name:
            enclosing = definitions[scopes[-1]] if scopes else None
            parent = scopes[-1] if scopes else -1
            if command.name in _SCOPES:
                scopes.append(len(definitions))
            definitions.append(_definition(command, name, context, parent, enclosing))
    for at in scopes:
        definitions[at] = definitions[at]._replace(end_line=source.n_lines)
    return tuple(definitions)


def _defined_name(command: _Command, *, is_local: bool) -> str:
    """Empty where the command defines nothing that anyone could name."""
    kind = _KIND_BY_COMMAND.get(command.name)
    names = [argument.text for argument in command.arguments]
    if kind is None or not names:
        return ""
    if kind == "variable":
        if command.name == "file":
            names = names[1:] if names[0] in _GLOBS else []
        is_global = command.name in _OPTIONS or (not is_local and len(names) > 1)
        return names[0] if is_global and _NAME.fullmatch(names[0]) else ""
    if kind == "test" and names[0] == "NAME":
        names = names[1:]
    return names[0] if names else ""


def _definition(
    command: _Command,
    name: str,
    context: Context,
    parent: int,
    enclosing: Definition | None,
) -> Definition:
    source = context.source
    line = source.line_of(command.start)
    comment = context.comment_by_end_line.get(line - 1)
    end = min(command.end, command.start + _MAX_SIGNATURE_BYTES)
    return Definition(
        kind=_KIND_BY_COMMAND[command.name],
        name=name,
        qualname=f"{enclosing.qualname}.{name}" if enclosing else name,
        line=line,
        end_line=source.line_of(command.end - 1),
        column=command.start - source.line_starts[line - 1],
        parent=parent,
        signature=one_line(context.code(command.start, end)),
        doc=(comment.text if comment else "") or _help_text(command),
        decorators=(),
        exported=not name.startswith("_") and enclosing is None,
        value=_value(command),
    )


def _value(command: _Command) -> str:
    """The path that a variable holds, the target that an alias stands for."""
    words = [argument.text for argument in command.arguments[1:4]]
    path = words[0] if words and _PATH.fullmatch(words[0]) else ""
    if command.name == "set" and (len(words) == 1 or words[1] in ("CACHE", "PARENT_SCOPE")):
        return path if "/" in path or "$" in path else ""
    if command.name == "get_filename_component" and len(words) > 1:
        if words[1] in ("ABSOLUTE", "REALPATH"):
            return path
        return f"{path}/.." if path and words[1] in ("DIRECTORY", "PATH") else ""
    return words[1] if command.name == "add_library" and words[0:1] == ["ALIAS"] else ""


def _help_text(command: _Command) -> str:
    """The help text of ``option`` or of a cached variable."""
    arguments = command.arguments
    if command.name in _OPTIONS and len(arguments) > 1:
        return arguments[1].text
    words = [argument.text for argument in arguments]
    if command.name == "set" and "CACHE" in words:
        after = words.index("CACHE") + 2
        return words[after] if after < len(words) else ""
    return ""


def _imports(commands: list[_Command], source: SourceText) -> Iterator[Import]:
    for command in commands:
        if command.name in _IMPORTS and command.arguments:
            module = command.arguments[0].text
            # The file that looks for a package bears the package's name.
            name = f"Find{module}" if command.name == "find_package" else ""
            yield Import(module, name, "", command.name, source.line_of(command.start))
        elif command.name not in _WITHOUT_FILES:
            yield from _files(command, source)


def _files(command: _Command, source: SourceText) -> Iterator[Import]:
    """Arguments that name a file; whether it is one of the repository is not known here."""
    first = command.arguments[0].text if command.arguments else ""
    glob = _GLOBS.get(first, "") if command.name == "file" else ""
    for argument in command.arguments:
        text = argument.text
        if glob and "*" in text and _PATH.fullmatch(text.replace("*", "").replace("\\", "")):
            path = text.replace("\\", "")
            yield Import(path, "", "", glob, source.line_of(argument.end - 1))
        elif "." in text and _FILE.fullmatch(text):
            yield Import(text, "", "", "file", source.line_of(argument.end - 1))


def _references(commands: list[_Command], source: SourceText) -> tuple[Reference, ...]:
    ends_by_use: defaultdict[tuple[str, ReferenceRole], list[int]] = defaultdict(list)
    for command in commands:
        name = source.text(command.start, command.name_end)
        ends_by_use[name, "call"].append(command.name_end)
        for argument in _mentioned(command):
            ends_by_use[argument.text, "mention"].append(argument.end)
    for match in _EXPANSION.finditer(source.data):
        ends_by_use[match.group(1).decode(), "mention"].append(match.end(1))
    rows = sorted(
        (positions_of(source, name, ends), name, role) for (name, role), ends in ends_by_use.items()
    )
    return tuple([Reference(name, "", role, tuple(at)) for at, name, role in rows])


def _mentioned(command: _Command) -> list[_Argument]:
    """Variables in a condition and targets of the build: names without a mark of their own."""
    if command.name in _CONDITIONS:
        pattern, arguments = _NAME, command.arguments
    elif command.name in _LINKING:
        pattern, arguments = _TARGET, command.arguments
    elif command.name.startswith("target_"):
        pattern, arguments = _TARGET, command.arguments[:1]
    else:
        return []
    return [
        argument
        for argument in arguments
        if not argument.quoted
        and pattern.fullmatch(argument.text)
        and not _KEYWORD.fullmatch(argument.text)
    ]
