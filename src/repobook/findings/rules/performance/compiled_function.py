"""Functions that are compiled while the program runs."""

from repobook.findings.rule import PYTHON, Rule, uses

RULE = Rule(
    PYTHON,
    "fact",
    "performance",
    "JIT-compiled: {name}",
    (
        uses("jit", "njit", "vectorize", roles=("decorator",), of=("numba", "nb", "numba.cuda")),
        uses("njit", roles=("decorator",)),
        uses("jit", roles=("decorator",), of=("triton",)),
        uses("jit", roles=("decorator", "call"), of=("jax",)),
    ),
    fires=(
        ("Python", "@numba.njit\ndef f(): pass\n"),
        ("Python", "@triton.jit\ndef f(): pass\n"),
    ),
    quiet=(("Python", "import re\nx = re.compile('a')\n@script\ndef f(): pass\n"),),
)
