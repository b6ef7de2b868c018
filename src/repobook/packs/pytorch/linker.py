"""Where bindings of PyTorch lead: operators to kernels, stubs to their device kernels."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from repobook.findings.rule import C_FAMILY
from repobook.model.binding import Binding, read_binding
from repobook.model.facts import Definition, Reference
from repobook.model.graph import EXTERNAL, MAX_CANDIDATES, UNKNOWN, Candidate, Link, Unit
from repobook.packs.pack import LinkBinding
from repobook.packs.pytorch.operators import ALL_OVERLOADS, KIND, named_operator
from repobook.packs.pytorch.registrations import IMPLEMENTED, META, STUB
from repobook.packs.pytorch.schemas import arguments_alike
from repobook.resolve.cached_method import remembered
from repobook.resolve.world import World
from repobook.text.folders import folders_around

_FUNCTIONS: Final = frozenset(["function", "method", "kernel"])
_NATIVE: Final = "at.native."
OUT_OF_TREE: Final = Link((), "", "backend out of tree")
GENERATED: Final = Link((), "", "generated at build time")
NO_DEFINITION: Final = Link((), "", "no definition in the tree")
# Backends whose kernels are in packages of their own.
_OUT_OF_TREE: Final = frozenset(["MTIA", "HPU", "XPU", "XLA", "Lazy", "IPU", "PrivateUse1"])
# Copies of views have kernels that the code generator writes.
_OF_VIEWS: Final = "CompositeExplicitAutogradNonFunctional"
# Words of paths where kernels of a backend lie.
_PLACES: Final = (
    ("CUDA", ("cuda", "cudnn", "miopen", "hip")),
    ("MPS", ("mps",)),
    ("Mkldnn", ("mkldnn", "mkl")),
    ("XPU", ("xpu",)),
    ("Sparse", ("sparse",)),
    ("Quantized", ("quantized",)),
    ("Nested", ("nested",)),
    ("Vulkan", ("vulkan",)),
    ("Metal", ("metal",)),
)
_HELPERS: Final = "torch.autograd.generated."
_TEMPLATES: Final = (".py.jinja", ".jinja")
_LACKING: Final = re.compile(r"Placeholder|Stub|Fallback")
_WORDS: Final = re.compile(r"[a-z0-9]+")


def linker(world: World) -> LinkBinding:
    return _Linker(world)


class _Linker:
    def __init__(self, world: World) -> None:
        self._world = world
        self._schemas: dict[str, dict[str, Definition]] = {}
        self._by_stage: dict[str, Callable[[Unit, str, Binding], Link]] = {
            "dispatch": self._native_kernel,
            "structured": self._native_kernel,
            "ufunc": self._ufunc,
            "meta": self._meta,
            "delegate": self._delegate,
            "formula": self._formula,
            "stub": self._stub,
            "stub-call": self._stub_called,
            "template": self._template,
        }

    def __call__(self, unit: Unit, reference: Reference) -> Link:
        binding = read_binding(reference.receiver)
        if binding is None:
            return UNKNOWN
        is_subject = reference.name == named_operator(binding.subject).family
        if is_subject and binding.stage not in ("delegate", "formula"):
            return self._operator(binding.subject, binding)
        follow = self._by_stage.get(binding.stage, self._registered)
        link = follow(unit, reference.name, binding)
        return link._replace(rule=_rule(binding)) if link.targets else link

    def _operator(self, name: str, binding: Binding) -> Link:
        """An overload where one is named, else all of them."""
        operator = named_operator(name)
        known = [c for c in self._world.named(operator.family) if c.kind == KIND]
        exact = [c for c in known if c.id.endswith(f"::{name}")]
        is_exact = exact and binding.use != ALL_OVERLOADS
        meant = exact if is_exact or operator.overload else known
        lists = [c for c in meant if c.language == "YAML"]
        targets = tuple(sorted(candidate.id for candidate in lists or meant))
        if targets:
            return Link(targets, "exact", _rule(binding))
        return EXTERNAL if binding.stage == "use" else NO_DEFINITION

    def _delegate(self, unit: Unit, name: str, binding: Binding) -> Link:
        return self._operator(binding.detail, binding)

    def _native_kernel(self, unit: Unit, name: str, binding: Binding) -> Link:
        backends = [part.strip() for part in binding.detail.split(",")]
        candidates = self._functions(name)
        wanted = IMPLEMENTED if binding.stage == "structured" else ""
        made = [pair for pair in candidates if pair[1].qualname == f"{wanted}.{name}"]
        native = [pair for pair in candidates if _is_native(pair[1], name)]
        fitting = self._fitting(unit, binding.subject, made or native or candidates)
        return _link(_nearest(fitting, backends)) if fitting else _why_none(name, backends)

    def _fitting(self, unit: Unit, subject: str, pairs: "_Pairs") -> "_Pairs":
        """Overloads in C++ whose arguments are most like those of the schema."""
        if len(pairs) < 2:
            return pairs
        if unit.path not in self._schemas:
            self._schemas[unit.path] = {d.qualname: d for d in unit.definitions if d.kind == KIND}
        schema = self._schemas[unit.path].get(subject)
        likeness = (
            [arguments_alike(schema.signature, d.signature) for _, d in pairs] if schema else []
        )
        best = max(likeness, default=0)
        return (
            [pair for pair, n in zip(pairs, likeness, strict=True) if n == best] if best else pairs
        )

    def _ufunc(self, unit: Unit, name: str, binding: Binding) -> Link:
        pairs = [pair for pair in self._functions(name) if "/ufunc/" in pair[0].path]
        return _link(pairs) if pairs else GENERATED

    def _meta(self, unit: Unit, name: str, binding: Binding) -> Link:
        if unit.language == "Python":
            return self._registered(unit, name, binding)
        pairs = self._functions(name)
        return _link([p for p in pairs if p[1].qualname == f"{META}.{name}"])

    def _formula(self, unit: Unit, name: str, binding: Binding) -> Link:
        """A helper of formulas, or the operator of that name."""
        called = binding.detail.rpartition(" ")[2]
        pairs = [p for p in self._functions(called) if p[1].qualname.startswith(_HELPERS)]
        return _link(pairs) if pairs else self._operator(name, binding)

    def _stub(self, unit: Unit, name: str, binding: Binding) -> Link:
        if name == binding.subject:
            return self._stub_called(unit, name, binding)
        return self._registered(unit, name, binding)

    def _stub_called(self, unit: Unit, name: str, binding: Binding) -> Link:
        found = self._world.named(name, C_FAMILY)
        targets = tuple(sorted(c.id for c in found if c.id.endswith(f"::{STUB}.{name}")))
        if not targets:
            return NO_DEFINITION
        return Link(targets, "exact" if len(targets) == 1 else "ambiguous")

    def _template(self, unit: Unit, name: str, binding: Binding) -> Link:
        """A file of that name below the folder, or below one above it: the nearest."""
        known = self._world.paths_by_name
        paths = [path for end in _TEMPLATES for path in known.get(f"{name}{end}", ())]
        for folder in folders_around(unit.path):
            below = [path for path in paths if path.startswith(f"{folder}/")]
            if below:
                return Link((below[0],), "exact")
        return NO_DEFINITION

    def _registered(self, unit: Unit, name: str, binding: Binding) -> Link:
        """A function that a registration names: of the same file, or of another."""
        scope = binding.detail.partition(" in ")[2].rpartition(".")[2]
        own = [
            (Candidate(id, unit.path, unit.language, d.kind, n), d)
            for n, (id, d) in enumerate(unit.symbols())
            if d.name == name and d.kind in _FUNCTIONS
        ]
        pairs = _scoped(own, scope)
        if not pairs and unit.language != "Python":
            backends = [binding.detail.partition(" ")[0]]
            pairs = _nearest(_scoped(self._functions(name), scope), backends)
        return _link(pairs) if pairs else NO_DEFINITION

    @remembered
    def _functions(self, name: str) -> "_Pairs":
        """Those with a body, wherever they are."""
        pairs = []
        for candidate in self._world.named(name, C_FAMILY):
            unit = self._world.unit(candidate.path)
            if candidate.kind in _FUNCTIONS and unit.role != "test":
                pairs.append((candidate, unit.definitions[candidate.nth]))
        return [pair for pair in pairs if _has_body(pair[1])]


_Pairs = list[tuple[Candidate, Definition]]


def _why_none(name: str, backends: list[str]) -> Link:
    if _OUT_OF_TREE.issuperset(backends):
        return OUT_OF_TREE
    is_generated = backends == [_OF_VIEWS] and "_copy" in name
    return GENERATED if is_generated else NO_DEFINITION


def _rule(binding: Binding) -> str:
    return f"{binding.stage} {binding.detail.partition(' in ')[0]}".rstrip()


def _has_body(definition: Definition) -> bool:
    return definition.complexity > 0 or _is_made_by_macro(definition)


def _is_made_by_macro(definition: Definition) -> bool:
    """Its scope is then the macro, with which the line begins that stands for it."""
    head, dot, _ = definition.qualname.partition(".")
    return head in (IMPLEMENTED, META) or (bool(dot) and definition.signature.startswith(head))


def _is_native(definition: Definition, name: str) -> bool:
    return definition.qualname == f"{_NATIVE}{name}" or _is_made_by_macro(definition)


def _scoped(pairs: _Pairs, scope: str) -> _Pairs:
    """Of members those of the class that is named, where there is one of that name."""
    within = [pair for pair in pairs if scope and f".{scope}." in f".{pair[1].qualname}"]
    return within or pairs


def _nearest(pairs: _Pairs, backends: Sequence[str]) -> _Pairs:
    """Definitions in the file that lies where kernels of these backends do."""
    if len({candidate.path for candidate, _ in pairs}) < 2:
        return pairs
    words = {word for key, places in _PLACES for word in places if _names(backends, key)}
    scores = {c.path: _distance(c.path, words) for c, _ in pairs}
    best = min(scores.values())
    return [pair for pair in pairs if scores[pair[0].path] == best]


def _names(backends: Iterable[str], key: str) -> bool:
    return any(key in backend for backend in backends)


def _distance(path: str, words: set[str]) -> int:
    """How many words of backends the path has too many or too few; kernels are in ``native``."""
    known = {word for _, places in _PLACES for word in places}
    has = known & {*_WORDS.findall(path.lower())}
    if path.endswith((".cu", ".cuh")):
        has.add("cuda")
    missing = 0 if not words or has & words else 1
    return 2 * len(has - words) + 2 * missing + ("/native/" not in path)


def _link(pairs: _Pairs) -> Link:
    """Those for builds without a library come last. Lengths would tell more, but an edit may change
    them without a change of the interface."""
    ordered = sorted({c.id for c, _ in pairs}, key=lambda id: (bool(_LACKING.search(id)), id))
    targets = tuple(ordered)
    if not targets:
        return NO_DEFINITION
    if len(targets) == 1:
        return Link(targets, "exact")
    return Link(targets[:MAX_CANDIDATES], "ambiguous")
