"""PyTorch: its names for checks and tests, its operators from Python to the kernel."""

from typing import Final

from repobook.findings.rule import C_FAMILY
from repobook.model.facts import FileFacts
from repobook.packs.pack import Needs, Pack, PackFacts
from repobook.packs.pytorch.linker import linker
from repobook.packs.pytorch.operator_lists import read_lists
from repobook.packs.pytorch.operators import PACK_NAME
from repobook.packs.pytorch.python_registrations import FRAMEWORK, read_python
from repobook.packs.pytorch.pytorch_names import DECISIONS, DECORATORS, FINDS, SETTINGS
from repobook.packs.pytorch.registrations import read_registrations
from repobook.parse.source import SourceText

STAGES: Final = {
    "python": "Generated names in Python",
    "holder": "Held in Python by",
    "entry": "Python entry points",
    "delegate": "Structured: computed by",
    "dispatch": "Kernels by backend",
    "structured": "Structured kernels by backend",
    "ufunc": "Inner loop",
    "generated": "Generated at build time",
    "registration": "Registered kernels by dispatch key",
    "autocast": "Autocast",
    "calls": "Operators that kernels call",
    "functions": "Functions that kernels and lowerings call",
    "stub": "Dispatch stubs to device kernels",
    "meta": "Shape and type",
    "autograd": "Autograd",
    "formula": "Called by autograd formulas",
    "decomposition": "Decompositions",
    "python-kernel": "Python kernels",
    "lowering": "Lowerings",
    "template": "Templates that lowerings fill",
    "python-registration": "Registered in Python",
    "test-info": "Test descriptions",
    "described-test": "Tests that run over all descriptions",
    "build": "Compiled by",
}


def _read(language: str, source: SourceText, facts: FileFacts) -> PackFacts:
    if language == "Python":
        return read_python(source, facts)
    if language in C_FAMILY:
        return read_registrations(language, source, facts)
    return read_lists(source)


PACK: Final = Pack(
    PACK_NAME,
    decisions=DECISIONS,
    decorators=DECORATORS,
    settings=SETTINGS,
    finds=FINDS,
    test_starters=frozenset(["run_tests"]),
    stages=STAGES,
    read=_read,
    needs={"Python": Needs((FRAMEWORK,)), **dict.fromkeys((*C_FAMILY, "YAML"))},
    linker=linker,
)
