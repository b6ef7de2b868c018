"""Under which conditions a build may use what an earlier one left."""

from typing import Final

from repobook import __version__
from repobook.build.digest import digest_of
from repobook.build.fingerprint import own_fingerprint
from repobook.scan.ignore.attributes import Attributes

IGNORED_FINDINGS: Final = "ignored_findings"
"""In the index: the rules, a line each."""


def made_by() -> str:
    """An index that was made by any other repobook is made again from scratch."""
    return f"repobook {__version__}, fingerprint {own_fingerprint()}"


def reading_conditions(attributes: Attributes, max_bytes: int, show_credentials: bool) -> str:
    rules = [(rule.regex.pattern, rule.settings) for rule in attributes.rules]
    return digest_of((made_by(), max_bytes, rules, show_credentials))
