"""Readers of YAML that make whatever objects the text asks for."""

import re
from collections.abc import Iterable

from repobook.findings.rule import PYTHON, File, Hit, Rule, calls

_UNSAFE = rb"\s*\([^\n]{0,200}\bLoader\s*=\s*(?:yaml\.)?(?:C?Loader|C?UnsafeLoader)\b"
_LOADS = calls("load", of=("", "yaml"), after=_UNSAFE)
_RENAMED = re.compile(rb"\bC?SafeLoader as Loader\b")


def _find(file: File) -> Iterable[Hit]:
    """Not where the safe one is imported under the name of the other."""
    if "load" in file.references_by_name and not _RENAMED.search(file.source.data):
        yield from _LOADS.of_name("load", file)


RULE = Rule(
    PYTHON,
    "warning",
    "security",
    "this YAML loader can create arbitrary objects",
    (_find, calls("unsafe_load", of=("yaml",))),
    fires=(
        ("Python", "import yaml\nx = yaml.load(text, Loader=yaml.Loader)\n"),
        ("Python", "import yaml\nx = yaml.unsafe_load(text)\n"),
    ),
    quiet=(
        ("Python", "from yaml import CSafeLoader as Loader, load\nx = load(t, Loader=Loader)\n"),
        ("Python", "import yaml\nx = yaml.load(text, Loader=yaml.SafeLoader)\n"),
        (
            "Python",
            "import yaml\nx = yaml.load(text, Loader=LineLoader)\ny = yaml.safe_load(text)\n",
        ),
    ),
)
