"""Readers of YAML that make whatever objects the text asks for."""

from repobook.findings.rule import PYTHON, Rule, calls

_UNSAFE = rb"\s*\([^\n]{0,200}\bLoader\s*=\s*(?:yaml\.)?(?:C?Loader|C?UnsafeLoader)\b"

RULE = Rule(
    PYTHON,
    "warning",
    "security",
    "this YAML loader can create arbitrary objects",
    (calls("load", of=("", "yaml"), after=_UNSAFE), calls("unsafe_load", of=("yaml",))),
    fires=(
        ("Python", "import yaml\nx = yaml.load(text, Loader=yaml.Loader)\n"),
        ("Python", "import yaml\nx = yaml.unsafe_load(text)\n"),
    ),
    quiet=(
        ("Python", "import yaml\nx = yaml.load(text, Loader=yaml.SafeLoader)\n"),
        (
            "Python",
            "import yaml\nx = yaml.load(text, Loader=LineLoader)\ny = yaml.safe_load(text)\n",
        ),
    ),
)
