"""What C++ registers: operators and kernels of libraries, structured kernels, dispatch stubs."""

import re
from collections.abc import Iterator
from itertools import dropwhile, zip_longest
from typing import Final, NamedTuple

from repobook.model.binding import WRITTEN
from repobook.model.facts import Definition, FileFacts
from repobook.packs.pack import PackFacts
from repobook.packs.pytorch.macros import (
    Expansion,
    FileMacros,
    arguments,
)
from repobook.packs.pytorch.operators import Bindings, Operator, definition, read_operator
from repobook.parse.source import SourceText

_FRAMEWORK: Final = frozenset(["ATen", "torch", "c10"])
_WORDS: Final = (
    *(b"at::", b"_stub(", b"m.impl("),
    *(b"TORCH_LIBRARY", b"TORCH_IMPL_FUNC", b"TORCH_META_FUNC", b"_DISPATCH("),
)
# Macros make members of vectors there, by thousands, and nothing that is registered.
_ARITHMETIC: Final = (b"class Vectorized<", b"struct Vectorized<")
IMPLEMENTED: Final = "TORCH_IMPL_FUNC"
META: Final = "TORCH_META_FUNC"
STUB: Final = "DEFINE_DISPATCH"

# Each begins with a word that is looked for as it is: a choice before it costs ten times as much.
_IMPLEMENTED: Final = re.compile(rb"TORCH_IMPL_FUNC\s{0,9}\(\s{0,9}(\w{1,200})\s{0,9}\)")
_META: Final = re.compile(
    rb"META_FUNC2?\s{0,9}\(\s{0,9}(\w{1,200})(?:\s{0,9},\s{0,9}(\w{1,100}))?\s{0,9}\)"
)
_STUB: Final = re.compile(rb"DEFINE_DISPATCH\s{0,9}\(\s{0,9}(\w{1,200})\s{0,9}\)")
_REGISTERED: Final = re.compile(rb"REGISTER_(\w{0,40}?)_?DISPATCH\s{0,9}\(")
_LIBRARY: Final = re.compile(
    rb"TORCH_LIBRARY(?:_IMPL|_FRAGMENT)?\s{0,9}\(\s{0,9}(\w{1,100})\s{0,9},\s{0,9}"
    rb"(?:(\w{1,100})\s{0,9},\s{0,9})?(\w{1,40})\s{0,9}\)\s{0,9}\{"
)
_LIBRARY_END: Final = re.compile(rb"^\}", re.MULTILINE)
_ADDED: Final = re.compile(rb"\b(?:(\w{1,40})\.(def|impl)|([A-Z][A-Z0-9_]{3}\w{0,60}))\s{0,9}\(")
_OPERATOR_NAME: Final = re.compile(rb"[a-z_]\w{1,200}(?:\.\w{1,100})?")
_IN_PLACE_TOO: Final = re.compile(r"_ALL2?\Z")
_OVERLOAD_MACRO: Final = re.compile(r"[A-Z]2\Z")
_TAGS: Final = (b"{", b"torch::_RegisterOrVerify")
_KEY: Final = re.compile(
    rb"(?:torch::|c10::)?dispatch\(\s{0,40}(?:c10::)?(?:DispatchKey::)?k?(\w{1,60})\s{0,9},"
)
_AUTOCAST: Final = re.compile(rb"#define AT_FORALL_(\w{1,80})\(_\)((?>(?:[^\n\\]|\\[^\n]|\\\n)*))")
_LIBRARY_MACRO: Final = re.compile(rb"#define (\w{1,80})\(m\)((?>(?:[^\n\\]|\\[^\n]|\\\n)*))")
_IMPL: Final = re.compile(
    rb"\bm\.impl\(\s{0,40}\"([\w.:]{1,200})\",\s{0,40}(?:torch::)?(CppFunction::makeFallthrough)?"
)
_LISTED: Final = re.compile(
    rb"\b_\(\s{0,40}(?:ADD_NS\(\w{1,200}\),[\s\\]{0,99}\"|(?=\w))(\w{1,200}[.,]? ?\w{0,100})[\")]"
)
_TEXT: Final = re.compile(rb'"((?>(?:[^"\\\n]|\\.)*))"')
_WRAPPED: Final = re.compile(
    rb"(?:TORCH_FN|TORCH_BOX|static_cast<[^()]{0,400}>|(?:torch::|c10::)?dispatch)\s{0,9}\((.*)\)\Z",
    re.DOTALL,
)
_BOXED: Final = re.compile(
    rb"(?:torch::)?CppFunction::makeFromBoxed(?:Function|Functor|Kernel)<&?(.*)>\(.*\)\Z", re.DOTALL
)
_HEAD: Final = re.compile(
    rb"(?:^|[;}\n])[ \t]*(?:[\w:<>,&*]{1,200}[ \t\n]{1,40}){1,6}[&*]{0,2}([A-Za-z_]\w{1,200})"
    rb"[ \t\n]{0,9}\("
)
_OPENS_BODY: Final = re.compile(rb"\s{0,99}(?:const\s{0,9})?(?:noexcept\s{0,9})?\{")
_CALLED: Final = re.compile(rb"at::([a-z_]\w{1,200})\(")
# Of one operator: ``add_out`` writes into a tensor, ``expand_symint`` takes symbolic sizes.
_VARIANT: Final = re.compile(r"(?:_symint|_outf?|_symint_outf?)\Z")
# A stub is called, or handed to a helper that calls it.
_STUB_CALL: Final = re.compile(rb"_stub(?=\(|\s{0,9}[,)](?!\s{0,9}[;\n]))")
_LAST_WORD: Final = re.compile(rb"(?:\A|[\s(,!*])(\w{1,200})\Z")
_BEFORE_STATEMENT: Final = re.compile(rb"(?:\A|[\n;{})])[ \t]*(?:TORCH_(?:PRECOMPUTE_)?|ALSO_)?\Z")
_MAX_BEFORE: Final = 240
_KEYWORDS: Final = frozenset([b"if", b"for", b"while", b"switch", b"catch", b"constexpr"])
_DEVICE_BY_LANGUAGE: Final = {"CUDA": "CUDA", "HIP": "HIP", "Objective-C++": "MPS"}
_ARCHITECTURES: Final = ("ARCH", "AVX2", "AVX512", "VSX", "ZVECTOR", "SVE256", "ALL_CPU", "NO_CPU")


_REGISTERING: Final = (b"DISPATCH", b"_FUNC", b"TORCH_LIBRARY", b"_stub")


class Kernel(NamedTuple):
    """What a registration names: a function, in a scope where one is written."""

    name: str
    scope: str = ""
    note: str = ""
    """What stands there instead of a function."""


class _Library(NamedTuple):
    namespace: str
    key: str
    variable: str
    is_expanded: bool = False
    """Whether a macro of the file was followed to what stands there."""


def read_registrations(language: str, source: SourceText, facts: FileFacts) -> PackFacts:
    data = source.data
    is_including = any(one.module.partition("/")[0] in _FRAMEWORK for one in facts.imports)
    may_make_kernels = b"TORCH_" in data
    if not is_including and not may_make_kernels:
        return PackFacts()
    if not any(word in data for word in _WORDS) and not (
        may_make_kernels and b"#define" in data and b"native" in data
    ):
        return PackFacts()
    return _Reading(language, source, facts).facts()


class _Reading:
    def __init__(self, language: str, source: SourceText, facts: FileFacts) -> None:
        self._source = source
        self._facts = facts
        self._device = _DEVICE_BY_LANGUAGE.get(language, "CPU")
        self._bindings = Bindings(source)
        self._macros = FileMacros(source)
        self._definitions: dict[tuple[str, int], Definition] = {}
        self._local_stubs: list[bytes] = []
        """Those that only their file calls, since nothing in their names says what they are."""
        self._end_lines = {d.line: d.end_line for d in facts.definitions if d.kind == "block"}

    def facts(self) -> PackFacts:
        data = self._source.data
        for match in _CALLED.finditer(data):
            if not data[max(0, match.start() - 1) : match.start()].strip(b" \t\n(,{=!&*<-+/|?;"):
                name = _VARIANT.sub("", match[1].decode())
                operator = Operator("aten", name)
                self._bindings.add_operator(operator, "use", "", match.start(), "call")
        self._read_macro_lists()
        self._read(self._macros.text_without(), None)
        is_arithmetic = any(word in data for word in _ARITHMETIC)
        for expansion in self._macros.expansions(self._facts) if not is_arithmetic else ():
            self._read(expansion.text, expansion)
            for name in _function_names(expansion.text):
                self._define("function", name, f"{expansion.macro}.{name}", expansion.offset)
        return PackFacts(tuple(self._definitions.values()), self._bindings.references())

    def _read(self, text: bytes, within: Expansion | None) -> None:
        """Of an expansion everything stands where the macro is used."""

        def at(match: re.Match[bytes]) -> int:
            return within.offset if within else match.start()

        if not any(word in text for word in _REGISTERING):
            return
        for match in _statements(_IMPLEMENTED, text):
            name = match[1].decode()
            self._define("function", name, f"{IMPLEMENTED}.{name}", at(match))
        for match in _statements(_META, text):
            name = "_".join(part.decode() for part in match.groups() if part)
            self._define("function", name, f"{META}.{name}", at(match))
        for match in _statements(_STUB, text):
            name = match[1].decode()
            self._define("stub", name, f"{STUB}.{name}", at(match))
            if not name.endswith("_stub"):
                self._local_stubs.append(match[1])
        for match in _statements(_REGISTERED, text):
            if given := arguments(text, match.end()):
                # ALSO_REGISTER_AVX512_DISPATCH registers for all processors, that one among them.
                is_for_all = text.endswith(b"ALSO_", 0, match.start())
                device = "" if is_for_all else match[1].decode()
                self._register_stub(device, given.values, at(match))
        for match in _STUB_CALL.finditer(text):
            before = text[max(0, match.start() - _MAX_BEFORE) : match.end()]
            word = _LAST_WORD.search(before)
            if word and not before[: word.start(1)].endswith(b"DISPATCH("):
                name = word[1].decode()
                self._bindings.add(name, (name, "stub-call", ""), at(match))
        for name in self._local_stubs:
            for call in re.finditer(rb"\b" + name + rb"\(", text):
                if not text[: call.start()].endswith(b"DISPATCH("):
                    self._bindings.add(name.decode(), (name.decode(), "stub-call", ""), at(call))
        heads = list(_statements(_LIBRARY, text))
        for head, following in zip_longest(heads, heads[1:]):
            stop = following.start() if following else len(text)
            end = _LIBRARY_END.search(text, head.end(), stop)
            body = text[head.end() : end.start() if end else stop]
            namespace, key, variable = (part.decode() if part else "" for part in head.groups())
            library = _Library(namespace, key, variable)
            offset = within.offset if within else None
            self._read_library(library, body, head.end() if offset is None else offset, offset)

    def _read_macro_lists(self) -> None:
        """Macros that name operators for a library of another file: ``AT_FORALL_FP32(_)`` for a
        macro that it is given, ``TORCH_VIEW_FNS(m)`` for the library itself."""
        data = self._source.data
        for listing in _AUTOCAST.finditer(data) if b"AT_FORALL_" in data else ():
            policy = listing[1].decode().lower()
            for listed in _LISTED.finditer(data, listing.start(2), listing.end(2)):
                name = listed[1].decode().replace(", ", ".")
                if operator := read_operator(name, "aten"):
                    self._bindings.add_operator(operator, "autocast", policy, listed.start())
        for listing in _LIBRARY_MACRO.finditer(data) if b"(m)" in data else ():
            for listed in _IMPL.finditer(data, listing.start(2), listing.end(2)):
                if operator := read_operator(listed[1].decode(), "aten"):
                    note = "fallthrough" if listed[2] else ""
                    self._bindings.add_operator(operator, "registration", note, listed.start())

    def _define(self, kind: str, name: str, qualname: str, offset: int) -> None:
        """A macro whose text the language does not read as a function."""
        line = self._source.line_of(offset)
        end = self._end_lines.get(line, line)
        shown = self._source.text(*self._span(line)).strip()[:200]
        found = Definition(kind, name, qualname, line, end, 0, -1, shown, "", (), True)
        self._definitions.setdefault((qualname, line), found)

    def _span(self, line: int) -> tuple[int, int]:
        starts = self._source.line_starts
        return starts[line - 1], starts[line] if line < len(starts) else len(self._source.data)

    def _register_stub(self, device: str, given: tuple[bytes, ...], offset: int) -> None:
        stub = given[0].decode("utf-8", "replace")
        rest = given[2:] if device == "ARCH" else given[1:]
        if not stub.isidentifier() or not rest:
            return
        where = "CPU" if device in _ARCHITECTURES else device or self._device
        arch = given[1].decode("utf-8", "replace") if device == "ARCH" else device
        detail = f"{where} {arch}" if where == "CPU" and device else where
        kernel = read_kernel(b",".join(rest))
        self._bindings.add(stub, (stub, "stub", detail), offset)
        if kernel.name and kernel.name != "nullptr":
            self._bindings.add(kernel.name, (stub, "stub", _with_scope(detail, kernel)), offset)

    def _read_library(self, library: _Library, body: bytes, start: int, offset: int | None) -> None:
        """Of what macros stand for, all is at one ``offset``."""
        for added in _ADDED.finditer(body):
            given = arguments(body, added.end())
            is_other = added[1] and added[1].decode() != library.variable
            if given is None or is_other or _is_in_comment(body, added.start()):
                continue
            at = start + added.start() if offset is None else offset
            if added[1]:
                end = start + given.end if offset is None else offset
                if added[2] == b"def":
                    self._define_operator(library.namespace, given.values[0], at, end)
                self._add(library, given.values, at)
                continue
            macro = added[3].decode()
            text = self._macros.expanded(macro, given.values) if given.values != (b"m",) else None
            if text is None:
                self._add_by_macro(macro, library, given.values, at)
            elif not library.is_expanded:
                self._read_library(library._replace(is_expanded=True), text, at, at)

    def _define_operator(self, namespace: str, given: bytes, offset: int, end: int) -> None:
        schema = _text(given)
        operator = read_operator(schema, namespace)
        if operator is not None:
            line, end_line = self._source.line_of(offset), self._source.line_of(end)
            found = definition(operator, schema, line, end_line)
            self._definitions.setdefault((found.qualname, line), found)

    def _add(self, library: _Library, given: tuple[bytes, ...], offset: int) -> None:
        operator = read_operator(_text(given[0]), library.namespace)
        if operator is None:
            return
        kernel = b",".join(part for part in given[1:] if not part.startswith(_TAGS))
        if kernel:
            named_key = _KEY.match(kernel)
            own_key = library.key or "CompositeImplicitAutograd"
            key = named_key[1].decode() if named_key else own_key
            self._bind(operator, read_kernel(kernel), key, offset)

    def _add_by_macro(
        self, macro: str, library: _Library, given: tuple[bytes, ...], offset: int
    ) -> None:
        """``VMAP_SUPPORT2(add, Tensor, rule)``: with an overload where the name ends so; of other
        macros, which other files define, nothing but the operator is known."""
        key = library.key
        if macro.startswith("AT_FORALL_") or given == (b"m",):
            stage = "autocast" if key.startswith("Autocast") else "registration"
            self._bindings.add(macro, (macro, stage, key, WRITTEN), offset)
            return
        given = tuple(dropwhile(bytes.isdigit, given))
        if not given or not _OPERATOR_NAME.fullmatch(given[0]):
            return
        words = [part.decode("utf-8", "replace") for part in given]
        is_cast = key.startswith("Autocast")
        has_overload = _OVERLOAD_MACRO.search(macro) or (is_cast and len(words) > 2)
        operator = read_operator(".".join(words[: 2 if has_overload else 1]), library.namespace)
        if operator is None:
            return
        rest = b",".join(given[2 if has_overload else 1 :])
        if macro.startswith("OP_DECOMPOSE"):
            kernel = Kernel("", "", "decomposed")
        elif macro.startswith("VMAP_SUPPORT"):
            kernel = read_kernel(rest)
        else:
            kernel = Kernel("", "", words[-1] if is_cast else f"by {macro}")
        self._bind(operator, kernel, key, offset)
        if _IN_PLACE_TOO.search(macro):
            self._bind(operator._replace(name=f"{operator.name}_"), kernel, key, offset)

    def _bind(self, operator: Operator, kernel: Kernel, key: str, offset: int) -> None:
        note = f"{key} {kernel.note}".rstrip()
        stage = "autocast" if key.startswith("Autocast") else "registration"
        self._bindings.add_operator(operator, stage, note, offset)
        if kernel.name:
            detail = (operator.full_name, stage, _with_scope(key, kernel))
            self._bindings.add(kernel.name, detail, offset)


def _statements(pattern: re.Pattern[bytes], text: bytes) -> Iterator[re.Match[bytes]]:
    """Matches that begin a statement: neither in a comment nor in an expression."""
    for match in pattern.finditer(text):
        if _BEFORE_STATEMENT.search(text, max(0, match.start() - _MAX_BEFORE), match.start()):
            yield match


def _is_in_comment(text: bytes, offset: int) -> bool:
    return b"//" in text[text.rfind(b"\n", 0, offset) + 1 : offset]


def _text(argument: bytes) -> str:
    """Literals side by side are one."""
    return "".join(part.decode("utf-8", "replace") for part in _TEXT.findall(argument))


def _with_scope(detail: str, kernel: Kernel) -> str:
    return f"{detail} in {kernel.scope}" if kernel.scope else detail


def read_kernel(expression: bytes) -> Kernel:
    """``TORCH_FN(QLinear<false>::run)`` is ``run`` in ``QLinear``."""
    text = expression.strip()
    for _ in range(3):
        if inner := _WRAPPED.match(text) or _BOXED.match(text):
            text = inner[1].strip()
    if text.startswith(b"["):
        return Kernel("", "", "lambda")
    if b"makeFallthrough" in text:
        return Kernel("", "", "fallthrough")
    text = _without_templates(text.split(b",")[-1] if b"dispatch" in expression else text)
    name, bracket, _ = text.partition(b"(")
    names = re.findall(r"[A-Za-z_]\w*", name.decode("utf-8", "replace"))
    if not names:
        return Kernel("")
    if bracket and names[-1].isupper():
        return Kernel("", "", f"by {names[-1]}")
    return Kernel(names[-1], ".".join(names[:-1]))


def _without_templates(text: bytes) -> bytes:
    depth, kept = 0, []
    for letter in text[:2000].replace(b"->", b"  ").decode("latin-1"):
        depth += letter == "<"
        if depth == 0:
            kept.append(letter)
        depth -= letter == ">" and depth > 0
    return "".join(kept).encode("latin-1")


def _function_names(text: bytes) -> Iterator[str]:
    """Of functions whose bodies stand there."""
    for match in _HEAD.finditer(text):
        given = arguments(text, match.end())
        if given and match[1] not in _KEYWORDS and _OPENS_BODY.match(text, given.end):
            yield match[1].decode()
