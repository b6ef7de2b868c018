"""What Python registers for operators, and where it uses them: ``torch.ops.aten.add.Tensor``."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from repobook.model.binding import OWN
from repobook.model.facts import Definition, FileFacts, Reference, ReferenceRole
from repobook.packs.pack import PackFacts
from repobook.packs.pytorch.macros import arguments
from repobook.packs.pytorch.operators import Bindings, Operator, definition, read_operator
from repobook.parse.source import SourceText

FRAMEWORK: Final = "torch"
_USED: Final = b".ops."
_ALIAS: Final = re.compile(rb"= torch\.(?:_ops\.)?ops\.(\w{1,60})[ \t]*(?:#[^\n]*)?$", re.MULTILINE)
_NAME_BEFORE: Final = re.compile(rb"(\w{1,60})[ \t]*(?::[^=\n]{0,60})?\Z")
_LIBRARY: Final = re.compile(
    rb"\b(\w{1,60})[ \t]*=[ \t]*(?:torch\.library\.|library\.|_)?Library\("
    rb"\s{0,40}[\"'](\w{1,60})[\"']"
)
_REGISTERING: Final = (
    *("register_decomposition", "register_meta", "register_lowering", "register_pointwise"),
    *("make_fallback", "py_impl", "py_autograd_impl", "custom_op", "triton_op", "register_fake"),
    *("impl_abstract", "register_autograd", "register_kernel", "register_vmap", "define", "impl"),
)
# They register what stands below for the operator of that name.
_NAMED_BELOW: Final = frozenset(
    [f"_make_elementwise_{kind}_reference" for kind in ("unary", "binary", "ternary")]
)
# They register what they make for the operator that the variable is called by.
_NAMED_AS_HELD: Final = ("_make_copy_from_view", "_make_inplace")
# They make primitive operators, by a schema or a name.
_PRIMITIVES: Final = (
    *("_make_prim", "_make_elementwise_unary_prim", "_make_elementwise_binary_prim"),
    *("_make_reduction_prim", "_make_var_reduction_prim"),
)
_CODE_OF_PRIMITIVES: Final = (
    (b"meta=", "meta", ""),
    (b"impl_aten=", "registration", "CompositeExplicitAutograd"),
)
_KNOWN: Final = frozenset([*_REGISTERING, *_NAMED_AS_HELD, *_PRIMITIVES, "Library", "_Library"])
_GIVEN_EXPRESSIONS: Final = frozenset(
    [function for function in _REGISTERING if function.startswith(("register_d", "register_m"))]
    + ["register_lowering", "register_pointwise", "make_fallback"]
)
_CHAIN: Final = re.compile(rb"(?<![\w.])@?(?:\w{1,60}\.){0,6}\Z")
_MAX_BEFORE: Final = 200
_MAX_ALIASES: Final = 16  # the text is searched for each
_HIGHER: Final = re.compile(
    rb"^class (\w{1,100})\((?:\w{1,60}\.){0,4}HigherOrderOperator\):[^\0]{0,400}?"
    rb"super\(\)\.__init__\(\s{0,20}[\"'](\w{1,100})[\"']",
    re.MULTILINE,
)
_HIGHER_ORDER: Final = "HigherOrderOperator"
_HELD: Final = re.compile(rb"^(\w{1,100}) = (\w{1,100})\(\)", re.MULTILINE)
_BARE: Final = re.compile(rb"^@([\w.]{1,120})\.(py_functionalize_impl)$", re.MULTILINE)
_QUOTED: Final = re.compile(rb"\(\s{0,40}[\"']\w{1,60}::")
_STAGES: Final = {
    "register_decomposition": "decomposition",
    "register_meta": "meta",
    "register_lowering": "lowering",
    "register_pointwise": "lowering",
    "make_fallback": "lowering",
    "custom_op": "registration",
    "triton_op": "registration",
    "register_fake": "meta",
    "impl_abstract": "meta",
    "register_autograd": "autograd",
    "register_kernel": "registration",
    "register_vmap": "registration",
    "impl": "registration",
}
_TEXT: Final = re.compile(
    rb"[rRuU]?(?:(\"{3}|'{3})(?P<long>[^\0]{1,2000}?)\1|[\"'](?P<short>[^\"'\n]{1,600})[\"'])"
)
_NAMED: Final = re.compile(r"\w{1,60}::\w{1,200}(?:\.\w{1,100})?")
_TEMPLATE: Final = re.compile(rb"^(\w{1,100}) = (\w{0,40}Template)\(", re.MULTILINE)
_LOADED: Final = re.compile(rb"load_\w{0,40}template\([\"'](\w{1,100})[\"']")
_HELD_AS: Final = re.compile(rb"^(\w{1,100}) = (?:\w{1,60}\.){0,4}\Z", re.MULTILINE)
_NAME: Final = re.compile(rb"\s{0,40}(\w{1,200})\s{0,40}\Z")
# Each begins with letters of its own, by which the text is searched.
_ENTRY: Final = re.compile(rb"torch\._C\._(nn|linalg|fft|special|sparse|nested)\.(\w{1,200})")
_BEFORE_ENTRY: Final = re.compile(rb"[\"'\w.]\Z")
_INFO: Final = re.compile(rb"Info\(\s{0,60}[\"']([\w.]{1,120})[\"']")
_KINDS_OF_INFO: Final = (b"Op", b"Ufunc", b"Func")
_CALLED: Final = ("call", "decorator")
# Members of an operator that are no overloads.
_MEMBERS: Final = frozenset(["py_impl", "overloads", "name", "op", "redispatch", "tags"])


def _found(pattern: re.Pattern[bytes], word: bytes, data: bytes) -> Iterator[re.Match[bytes]]:
    """Matches of what holds the word: most files do not."""
    return pattern.finditer(data) if word in data else iter(())


def _aliases(data: bytes) -> Iterator[tuple[bytes, str]]:
    """``aten = torch.ops.aten``"""
    for match in _ALIAS.finditer(data):
        if name := _NAME_BEFORE.search(data, max(0, match.start() - _MAX_BEFORE), match.start()):
            yield name[1], match[1].decode()


def _higher_order(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Operators that take functions: the name of each, and the variable that holds it."""
    name_by_class = {made[1]: made[2] for made in _HIGHER.finditer(data)}
    for held in _HELD.finditer(data) if name_by_class else ():
        if held[2] in name_by_class:
            yield name_by_class[held[2]], held[1]


class _Registering(NamedTuple):
    function: str
    start: int
    values: tuple[bytes, ...]
    end: int
    is_decorator: bool
    before: bytes
    """What stands before the function's name."""


def read_python(source: SourceText, facts: FileFacts) -> PackFacts:
    if not any(one.module.partition(".")[0] == FRAMEWORK for one in facts.imports):
        return PackFacts()
    return _Reading(source, facts).facts()


class _Reading:
    """Asks references for names that are known, and the text only for the rest: each look through
    all of a text costs a two hundredth of its grammar."""

    def __init__(self, source: SourceText, facts: FileFacts) -> None:
        self._source = source
        self._definitions = facts.definitions
        self._references = facts.references
        self._bindings = Bindings(source)
        self._operators: list[Definition] = []
        self._calls: dict[str, list[int]] = {}
        """Offsets of known names where they are called, or stand in a decorator."""
        self._other_decorators: list[tuple[int, str]] = []
        self._find_calls(facts.references)
        data = source.data
        self._is_using = _USED in data
        self._namespaces = dict(_aliases(data)) if self._is_using else {}
        bases = (base for one in facts.definitions for base in one.bases)
        self._has_higher = any(base.endswith(_HIGHER_ORDER) for base in bases)
        self._higher = {
            variable: Operator("higher_order", name.decode())
            for name, variable in (_higher_order(data) if self._has_higher else ())
        }
        self._libraries = dict(self._libraries_made())
        self._lines = [d.line for d in self._definitions]

    def _find_calls(self, references: tuple[Reference, ...]) -> None:
        for name, _, role, positions in references:
            if name in _KNOWN and role in _CALLED:
                self._calls.setdefault(name, []).extend(map(self._source.offset, positions))
            elif role == "decorator":
                places = map(self._source.offset, positions)
                self._other_decorators += [(offset, name) for offset in places]

    def _libraries_made(self) -> Iterator[tuple[bytes, str]]:
        data = self._source.data
        for offset in sorted(self._calls.get("Library", []) + self._calls.get("_Library", [])):
            line_start = data.rfind(b"\n", 0, offset) + 1
            if match := _LIBRARY.search(data, line_start, offset + _MAX_BEFORE):
                yield match[1], match[2].decode()

    def facts(self) -> PackFacts:
        data = self._source.data
        taken = set()
        for match in _HIGHER.finditer(data) if self._has_higher else ():
            operator = Operator("higher_order", match[2].decode())
            line = self._source.line_of(match.start())
            self._operators.append(definition(operator, f"class {match[1].decode()}", line, line))
        for registering in self._registrations():
            taken |= set(self._register(registering))
        for registering in self._decorators():
            taken |= set(self._register(registering))
        taken |= set(self._bind_helped())
        self._bind_made()
        self._define_primitives()
        self._bind_holders()
        self._bind_templates()
        for offset, operator, end in self._uses_in(data, 0) if self._is_using else ():
            if offset not in taken:
                called = data[end : end + 1] == b"("
                role: ReferenceRole = "call" if called else "attribute"
                self._bindings.add_operator(operator, "use", "", offset, role)
        for match in _found(_ENTRY, b"torch._C._", data):
            if not _BEFORE_ENTRY.match(data, max(0, match.start() - 1), match.start()):
                operator = Operator("aten", match[2].decode())
                self._bindings.add_operator(operator, "entry", match[0].decode(), match.start())
        for match in _found(_INFO, b"Info(", data):
            if data.endswith(_KINDS_OF_INFO, 0, match.start()):
                name = match[1].decode().removeprefix("nn.functional.").replace(".", "_")
                self._bindings.add_operator(Operator("aten", name), "test-info", "", match.start(1))
        return PackFacts(tuple(self._operators), self._bindings.references())

    def _registrations(self) -> Iterator[_Registering]:
        data = self._source.data
        for function in _REGISTERING:
            for at in sorted(self._calls.get(function, ())):
                end = at + len(function)
                chain = _CHAIN.search(data, max(0, at - _MAX_BEFORE), at)
                is_called = data.startswith(b"(", end)
                given = arguments(data, end + 1) if chain and is_called else None
                if chain and given:
                    before = chain[0].lstrip(b"@")
                    is_decorator = chain[0].startswith(b"@")
                    found = (function, chain.start(), given.values, given.end)
                    yield _Registering(*found, is_decorator, before)
        if any(name == "py_functionalize_impl" for _, name in self._other_decorators):
            for match in _BARE.finditer(data):
                before = match[1] + b"."
                yield _Registering(match[2].decode(), match.start(), (), match.end(), True, before)

    def _decorators(self) -> Iterator[_Registering]:
        """Those that are given operators, and are not known by name: each registers for them what
        stands below."""
        data = self._source.data
        for at, function in sorted(self._other_decorators):
            end = at + len(function)
            is_called = data.startswith(b"(", end)
            is_below = function in _NAMED_BELOW
            if is_called and (is_below or self._is_using or _QUOTED.match(data, end)):
                given = arguments(data, end + 1)
                start = data.rfind(b"@", 0, at) + 1
                if given and (given.values or is_below):
                    yield _Registering(function, start, given.values, given.end, True, b"")

    def _bind_made(self) -> None:
        """``abs_ = _make_inplace(abs)``"""
        data = self._source.data
        for function in _NAMED_AS_HELD:
            for at in sorted(self._calls.get(function, ())):
                if held := _HELD_AS.search(data, data.rfind(b"\n", 0, at) + 1, at):
                    operator = Operator("aten", held[1].decode(), is_packet=True)
                    self._bindings.add_operator(operator, "decomposition", function, held.start())

    def _define_primitives(self) -> None:
        """``clone = _make_prim(schema="clone(Tensor self) -> Tensor", meta=…, impl_aten=…)``"""
        data = self._source.data
        for function in _PRIMITIVES:
            for at in sorted(self._calls.get(function, ())):
                start = at + len(function) + 1
                given = arguments(data, start) if data[start - 1 : start] == b"(" else None
                texts = [_text(v.removeprefix(b"schema=")) for v in given.values] if given else []
                schema = next((text for text in texts if text), "")
                operator = read_operator(schema, "prims") if schema else None
                held = _HELD_AS.search(data, data.rfind(b"\n", 0, at) + 1, at)
                if operator and given and held:
                    name, begin = held[1].decode(), held.start()
                    lines = (self._source.line_of(begin), self._source.line_of(given.end))
                    self._operators.append(definition(operator, schema, *lines))
                    binding = (operator.full_name, "holder", "", OWN + name)
                    self._bindings.add(name, binding, begin)
                    self._bind_primitive(operator, given.values, begin)

    def _bind_primitive(self, operator: Operator, values: tuple[bytes, ...], at: int) -> None:
        for keyword, stage, detail in _CODE_OF_PRIMITIVES:
            for value in values:
                name = _NAME.match(value[len(keyword) :]) if value.startswith(keyword) else None
                if name:
                    self._bindings.add_operator(operator, stage, detail, at)
                    binding = (operator.full_name, stage, detail)
                    self._bindings.add(name[1].decode(), binding, at)

    def _bind_helped(self) -> Iterator[int]:
        """``register_inplace(aten.fill_, aten.fill)``, where that is a function of the file which
        registers for the operator that it is given."""
        helpers = {
            helper.name: (helper, stage)
            for one in self._registrations()
            if (stage := _STAGES.get(one.function)) and (helper := self._helper(one))
        }
        for name, _, role, positions in self._references if helpers else ():
            if name in helpers and role == "call":
                helper, stage = helpers[name]
                for at in map(self._source.offset, positions):
                    yield from self._bind_helper(helper, stage, at)

    def _helper(self, one: _Registering) -> Definition | None:
        """The function around it, if it has the operator as its first parameter."""
        given = _NAME.match(one.values[0]) if one.values else None
        line = self._source.line_of(one.start)
        for around in self._definitions if given else ():
            if around.kind == "function" and around.line < line <= around.end_line and given:
                first = around.signature.partition("(")[2].lstrip()
                return around if re.match(rf"{given[1].decode()}\b", first) else None
        return None

    def _bind_helper(self, helper: Definition, stage: str, at: int) -> Iterator[int]:
        """The offsets of operators that it is given."""
        data = self._source.data
        start = at + len(helper.name) + 1
        given = arguments(data, start) if data[start - 1 : start] == b"(" else None
        first = given.values[0] if given else b""
        for offset, operator in self._operators_in(first, data.find(first, start)):
            self._bindings.add_operator(operator, stage, helper.name, offset)
            self._bindings.add(helper.name, (operator.full_name, stage, helper.name), offset)
            yield offset

    def _bind_holders(self) -> None:
        """The variables that hold operators which take functions: what uses one uses the other."""
        for match in _HELD.finditer(self._source.data) if self._higher else ():
            if operator := self._higher.get(match[1]):
                name = match[1].decode()
                binding = (operator.full_name, "holder", "", OWN + name)
                self._bindings.add(name, binding, match.start())

    def _bind_templates(self) -> None:
        """The files that a template is made of; its subject is the variable that holds it."""
        data = self._source.data
        for match in _found(_TEMPLATE, b"Template(", data):
            given = arguments(data, match.end())
            for loaded in _LOADED.finditer(data, match.end(), given.end) if given else ():
                binding = (match[1].decode(), "template", match[2].decode())
                self._bindings.add(loaded[1].decode(), binding, loaded.start(1))

    def _register(self, one: _Registering) -> Iterator[int]:
        """The offsets of operators that it names."""
        if one.function in ("define", "custom_op", "triton_op"):
            self._define(one)
        for offset, operator in self._registered(one):
            is_kernel = one.function.startswith("py_")
            stage = "python-kernel" if is_kernel else _STAGES.get(one.function, "")
            if one.function not in _REGISTERING and not is_kernel:
                is_reference = one.function in _NAMED_BELOW
                stage = "decomposition" if is_reference else "python-registration"
            detail = self._detail(one)
            if stage:
                self._bindings.add_operator(operator, stage, detail, offset)
                if target := self._target(one):
                    self._bindings.add(target, (operator.full_name, stage, detail), offset)
            yield offset

    def _registered(self, one: _Registering) -> list[tuple[int, Operator]]:
        """Operators among the arguments, by expression or in quotes, or before ``.py_impl``."""
        if one.function.startswith("py_"):
            higher = self._higher.get(one.before.rstrip(b"."))
            at = one.start + one.is_decorator
            return [(at, higher)] if higher else list(self._operators_in(one.before, at))
        if one.function in _NAMED_BELOW:
            name = self._target(one)
            is_one = name and b"aten_op=None" not in one.values
            return [(one.start, Operator("aten", name, is_packet=True))] if is_one else []
        is_expression = one.function in _GIVEN_EXPRESSIONS or one.function not in _REGISTERING
        if is_expression:
            first = one.values[0] if one.values else b""
            at = self._source.data.find(first, one.start)
            if found := self._operators_in(first, at):
                return found
            is_named = bool(_NAMED.fullmatch(_text(first)))
            return [(one.start, o)] if is_named and (o := self._quoted(one)) else []
        operator = self._quoted(one)
        if one.function == "register_fake" and one.values:
            operator = operator or self._higher.get(one.values[0])
        return [(one.start, operator)] if operator else []

    def _quoted(self, one: _Registering) -> Operator | None:
        """``impl("ns::name", …)``, ``impl(library, "name", …)`` or ``library.impl("name", …)``."""
        values = one.values
        first = one.before.rstrip(b".").rpartition(b".")[2]
        namespace = self._libraries.get(first, "")
        if values and values[0] in self._libraries:
            namespace, values = self._libraries[values[0]], values[1:]
        schema = _text(values[0]) if values else ""
        operator = read_operator(schema, namespace) if schema else None
        return operator if operator and operator.namespace else None

    def _define(self, one: _Registering) -> None:
        operator = self._quoted(one)
        if operator is not None:
            line = self._source.line_of(one.start)
            texts = map(_text, one.values)
            shown = next((text for text in texts if "(" in text), operator.full_name)
            end_line = self._source.line_of(one.end)
            self._operators.append(definition(operator, shown, line, end_line))

    def _detail(self, one: _Registering) -> str:
        if one.function == "make_fallback":
            return "fallback"
        if one.function.startswith("py_") and one.function != "py_impl":
            return one.function.removeprefix("py_").removesuffix("_impl")
        if one.function == "py_impl":
            return one.values[0].decode("utf-8", "replace").rpartition(".")[2] if one.values else ""
        if one.function == "impl":
            texts = [text for text in map(_text, one.values) if text]
            return texts[1] if len(texts) > 1 else ""
        if one.function not in _REGISTERING:
            return one.function
        return {"custom_op": "CompositeExplicitAutograd", "register_vmap": "vmap"}.get(
            one.function, ""
        )

    def _target(self, one: _Registering) -> str:
        """The function below a decorator, or the one that is handed to it."""
        if one.is_decorator:
            below = bisect_right(self._lines, self._source.line_of(one.end))
            return self._definitions[below].name if below < len(self._definitions) else ""
        after = self._source.data[one.end : one.end + 1]
        given = arguments(self._source.data, one.end + 1) if after == b"(" else None
        values = given.values[:1] if given else one.values[1:]
        names = [match for value in values if (match := _NAME.match(value))]
        return names[0][1].decode() if names else ""

    def _operators_in(self, data: bytes, offset: int) -> list[tuple[int, Operator]]:
        return [(start, operator) for start, operator, _ in self._uses_in(data, offset)]

    def _uses_in(self, data: bytes, offset: int) -> Iterator[tuple[int, Operator, int]]:
        """Each with where its name ends."""
        for prefix, namespace in self._prefixes:
            for match in _found(_followed(prefix), prefix, data):
                before = data[max(0, match.start() - 1) : match.start()]
                if before.isalnum() or before in (b"_", b"."):
                    continue
                parts = [part.decode() for part in match.groups() if part]
                names = parts if namespace else parts[1:]
                operator = _operator(namespace or parts[0], names) if names else None
                if operator:
                    yield offset + match.start(), operator, offset + match.end()

    @cached_property
    def _prefixes(self) -> list[tuple[bytes, str]]:
        """What stands before an operator, with its namespace where that is known by it."""
        some = sorted(self._namespaces.items())[:_MAX_ALIASES]
        aliases = [(name + b".", space) for name, space in some]
        return [(b"torch.ops.", ""), (b"torch._ops.ops.", ""), *aliases]


def _text(value: bytes) -> str:
    """Of literals side by side, which are one; empty for any other expression."""
    parts, at = [], 0
    while part := _TEXT.match(value, at):
        parts.append(part["long"] or part["short"])
        at = part.end()
        while value[at : at + 1].isspace():
            at += 1
    return b"".join(parts).decode("utf-8", "replace")


@lru_cache(maxsize=64)
def _followed(prefix: bytes) -> re.Pattern[bytes]:
    names = 2 if prefix.endswith(b"ops.") else 1
    more = rb"\.(\w{1,200})" * (names - 1)
    return re.compile(re.escape(prefix) + rb"(\w{1,200})" + more + rb"(?:\.(\w{1,100}))?")


def _operator(namespace: str, names: list[str]) -> Operator:
    overload = names[1] if len(names) > 1 else ""
    is_member = overload in _MEMBERS or overload == "default" or overload.startswith("__")
    is_packet = overload != "default" and (is_member or not overload)
    return Operator(namespace, names[0], "" if is_member else overload, is_packet)
