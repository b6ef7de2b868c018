"""What a file with code of operators is for."""

from repobook.analyse.purposes.implemented_purpose import implemented_purpose
from repobook.model.dossiers.dossier import ImplementedOperator
from repobook.model.purpose import NO_PURPOSE


def _operator(name: str, detail: str, stage: str = "dispatch") -> ImplementedOperator:
    return ImplementedOperator(f"aten::{name}", "list.yaml", len(name), detail, "", stage, 0)


def test_those_that_the_file_is_named_for_come_first() -> None:
    operators = [
        _operator("einsum", "CompositeImplicitAutograd"),
        _operator("linear", "CPU, CUDA"),
        *(_operator(name, "CPU") for name in ("a", "b", "c")),
    ]
    purpose = implemented_purpose("native/Linear.cpp", operators)
    assert purpose.text == (
        "Implements operators `aten::linear`, `aten::einsum`, `aten::a`, `aten::b` and 1 more"
        " for CPU, CUDA"
    )
    assert (purpose.source, purpose.path, purpose.line) == ("derived", "list.yaml", 6)


def test_a_decomposition_alone_implements_nothing_for_a_backend() -> None:
    assert implemented_purpose("refs.py", [_operator("f", "", "decomposition")]) == NO_PURPOSE
