"""Functions that run on a GPU."""

from repobook.findings.rule import C_FAMILY, Defines, Rule
from repobook.model.facts import Definition


def _is_kernel(definition: Definition) -> bool:
    return definition.kind == "kernel"


def _tell(definition: Definition) -> str:
    return definition.qualname


RULE = Rule(
    C_FAMILY,
    "fact",
    "performance",
    "GPU kernel {name}",
    (Defines(_is_kernel, _tell),),
    fires=(("CUDA", "__global__ void k(int n) {}\n"),),
    quiet=(("CUDA", "__device__ void k(int n) {}\n"),),
)
