"""Functions that remember what they answered."""

from repobook.findings.rule import PYTHON, Rule, uses

RULE = Rule(
    PYTHON,
    "fact",
    "performance",
    "results are cached: {name}",
    (
        uses("cache", "lru_cache", "cached_property", roles=("decorator",), of=("functools",)),
        uses("lru_cache", "cached_property", roles=("decorator",)),
    ),
    fires=(
        ("Python", "import functools\n@functools.lru_cache(maxsize=None)\ndef f(): pass\n"),
        ("Python", "from functools import lru_cache\n@lru_cache\ndef f(): pass\n"),
    ),
    quiet=(("Python", "@pytest.cache\ndef f(): pass\nlru_cache = 1\n"),),
)
