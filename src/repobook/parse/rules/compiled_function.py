"""Functions that are compiled while the program runs."""

from repobook.parse.rule import PYTHON, Rule, uses

RULE = Rule(
    PYTHON,
    "info",
    "performance",
    "compiled while the program runs: {name}",
    (
        uses("script", "script_method", "trace", roles=("decorator", "call"), of=("torch.jit",)),
        uses("compile", roles=("decorator", "call"), of=("torch",)),
        uses("jit", "njit", "vectorize", roles=("decorator",), of=("numba", "nb", "numba.cuda")),
        uses("njit", roles=("decorator",)),
        uses("jit", roles=("decorator",), of=("triton",)),
        uses("jit", roles=("decorator", "call"), of=("jax",)),
    ),
    fires=(
        ("Python", "@torch.jit.script\ndef f(): pass\n"),
        ("Python", "g = torch.compile(f)\n"),
        ("Python", "@triton.jit\ndef f(): pass\n"),
    ),
    quiet=(("Python", "import re\nx = re.compile('a')\n@script\ndef f(): pass\n"),),
)
