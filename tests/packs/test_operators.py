"""Operators of a small library: what each file says of them, and where that leads."""

import pytest

from repobook.languages import Resolver, parse
from repobook.model.binding import read_binding
from repobook.model.facts import FileFacts
from repobook.model.graph import Unit
from repobook.resolve.world import world_of
from tests.packs.small_library import BOUND, FILES

_LANGUAGES = {"yaml": "YAML", "cpp": "C++", "h": "C++", "cu": "CUDA", "py": "Python"}
_YAML = "aten/native/native_functions.yaml"


def _facts(path: str) -> FileFacts:
    content = FILES[path]
    assert isinstance(content, str)
    return parse(_LANGUAGES[path.rpartition(".")[2]], content.encode())


def _unit(path: str) -> Unit:
    facts = _facts(path)
    language = _LANGUAGES[path.rpartition(".")[2]]
    role = "test" if path.startswith("test/") else "source"
    return Unit(path, language, role, facts.definitions, facts.imports, facts.references)


_UNITS = {path: _unit(path) for path in FILES}
_RESOLVE = Resolver(world_of(_UNITS.values()))


def _bound(path: str) -> str:
    """Each binding of a file on a line: where, what of which operator, and where it leads."""
    unit = _UNITS[path]
    lines = []
    for reference, link in zip(unit.references, _RESOLVE(unit).references, strict=True):
        if binding := read_binding(reference.receiver):
            what = f"{binding.subject} {binding.stage} {binding.detail}".strip()
            assert not link.targets or link.rule.startswith(binding.stage)
            leads = sorted(_short(t) for t in link.targets) or [f"nowhere: {link.rule}"]
            text = what + "".join(f"\n  {lead}" for lead in leads)
            lines += [(position >> 20, text) for position in reference.positions]
    return "".join(f"{line}: {text}\n" for line, text in sorted(lines))


def _short(target: str) -> str:
    path, _, name = target.partition("::")
    return f"{path.rpartition('/')[2]} {name}"


def _operators(path: str) -> list[tuple[str, int, int]]:
    definitions = _facts(path).definitions
    return [(d.qualname, d.line, d.end_line) for d in definitions if d.kind == "operator"]


def test_a_list_defines_operators_over_their_lines() -> None:
    assert _operators(_YAML) == [
        ("aten::add.Tensor", 2, 6),
        ("aten::add.out", 8, 12),
        ("aten::add.Scalar", 14, 18),
        ("aten::add.Scalar_out", 18, 18),
        ("aten::acos.out", 20, 23),
        ("aten::linear", 25, 26),
        ("aten::abs", 28, 30),
        ("aten::only_in_python", 32, 33),
        ("aten::alias_copy", 35, 37),
    ]


def test_libraries_in_cpp_and_python_define_operators() -> None:
    assert _operators("lib/qlinear.cpp") == [
        ("sparse::qlinear_prepack", 13, 14),
        ("sparse::qlinear", 15, 15),
    ]
    assert _operators("torch/custom.py") == [
        ("mine::double", 7, 7),
        ("higher_order::scan", 15, 15),
        ("mine::triple", 33, 33),
    ]


@pytest.mark.parametrize("path", sorted(BOUND))
def test_what_a_file_binds_leads_there(path: str) -> None:
    assert _bound(path) == BOUND[path]


def test_a_comment_defines_nothing() -> None:
    names = [d.name for d in _facts("aten/native/BinaryOps.cpp").definitions]
    assert "add_out" in names
    assert "mul_out" not in names


def test_other_files_cost_nothing_and_get_nothing() -> None:
    for language, code in (("YAML", b"- name: build\n  run: make\n"), ("C++", b"int f();\n")):
        assert not [r for r in parse(language, code).references if r.role == "bind"]


def _subjects(language: str, code: str) -> list[tuple[str, str, str]]:
    """Operators that a text registers code for, with stage and detail."""
    found = [read_binding(r.receiver) for r in parse(language, code.encode()).references]
    return sorted({(b.subject, b.stage, b.detail) for b in found if b and b.stage != "use"})


def test_a_macro_of_the_file_in_a_library_is_followed() -> None:
    code = """\
#include <ATen/ATen.h>
TORCH_LIBRARY_IMPL(aten, Batched, m) {
#define POINTWISE(op) VMAP_SUPPORT(op, RULE_OF(op));
#define SCALAR_2_Tensor(op, other) \\
  POINTWISE(op) \\
  BOXED(op.other);
#define TO_RULE(name, ...) { m.impl(name, to_rule); }
  SCALAR_2_Tensor(zeta, self_scalar);
  TO_RULE("to.other", const Tensor&, bool)
  CONTIGUOUS(3, pool_backward, 2);
}
"""
    assert _subjects("C++", code) == [
        ("aten::pool_backward", "registration", "Batched by CONTIGUOUS"),
        ("aten::to.other", "registration", "Batched"),
        ("aten::zeta", "registration", "Batched by RULE_OF"),
        ("aten::zeta.self_scalar", "registration", "Batched by BOXED"),
    ]


def test_helpers_in_python_register_what_they_are_given_or_make() -> None:
    code = """\
import torch
aten = torch.ops.aten

def register_inplace(op, other):
    @register_decomposition(op)
    def inplace(*args):
        return other(*args)

register_inplace(aten.fill_, aten.fill)
abs_ = _make_inplace(abs)
"""
    assert _subjects("Python", code) == [
        ("aten::abs_", "decomposition", "_make_inplace"),
        ("aten::fill_", "decomposition", "register_inplace"),
    ]


def test_what_python_registers_without_an_overload_is_for_all_of_them() -> None:
    yaml = "- func: f(Tensor x) -> Tensor\n- func: f.out(Tensor x, *, Tensor(a!) out) -> Tensor\n"
    code = """\
import torch
aten = torch.ops.aten
@register_decomposition(aten.f)
def f(x): ...
@register_meta(aten.f.default)
def f_meta(x): ...
"""
    texts = {"list.yaml": ("YAML", yaml), "refs.py": ("Python", code)}
    units = {
        path: Unit(path, language, "source", facts.definitions, facts.imports, facts.references)
        for path, (language, text) in texts.items()
        for facts in [parse(language, text.encode())]
    }
    unit = units["refs.py"]
    links = Resolver(world_of(units.values()))(unit).references
    led = {
        read.stage: sorted(map(_short, link.targets))
        for reference, link in zip(unit.references, links, strict=True)
        if (read := read_binding(reference.receiver)) and reference.name == "aten::f"
    }
    assert led == {
        "decomposition": ["list.yaml aten::f", "list.yaml aten::f.out"],
        "meta": ["list.yaml aten::f"],
    }


def test_primitive_operators_are_made_by_a_schema_or_a_name() -> None:
    code = """\
import torch

clone = _make_prim(
    schema="clone(Tensor self) -> Tensor",
    meta=_clone_meta,
    impl_aten=torch.clone,
)
digamma = _make_elementwise_unary_prim("digamma", impl_aten=_digamma)
"""
    assert _subjects("Python", code) == [
        ("prims::clone", "holder", ""),
        ("prims::clone", "meta", ""),
        ("prims::digamma", "holder", ""),
        ("prims::digamma", "registration", "CompositeExplicitAutograd"),
    ]
