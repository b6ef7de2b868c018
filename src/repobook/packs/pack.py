"""A pack: support for one framework, as one value of plain tables and pure functions.

All of it is optional. Tables extend what languages and rules know by name; ``read`` and ``linker``
add definitions and bindings of the framework's own.
"""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from repobook.findings.rule import Find, Rule, Uses
from repobook.model.facts import DecisionKind, Definition, FileFacts, Reference
from repobook.model.graph import Link, Unit
from repobook.parse.decisions.deciding_calls import Known
from repobook.parse.settings_read import Reads
from repobook.parse.source import SourceText
from repobook.resolve.world import World


class PackFacts(NamedTuple):
    """What a pack finds in one file, beside what its language does."""

    definitions: tuple[Definition, ...] = ()
    """Without parents; in the order of their lines or not."""
    references: tuple[Reference, ...] = ()
    """Each with the receiver of a ``Binding``, by which it comes back to the pack's linker."""


ReadFacts = Callable[[str, SourceText, FileFacts], PackFacts]
"""Given a language, a text and the facts of the language; never the path, since facts are cached
by content. Looks for a word of the framework first, where ``needs`` cannot say it: most files have
none of it."""
LinkBinding = Callable[[Unit, Reference], Link]
MakeLinker = Callable[[World], LinkBinding]
"""As in a language's resolver: what it looks up in the world has the name of the reference or
stands in its receiver, else an incremental build would miss that it changed."""


class Needs(NamedTuple):
    """What a file must have of, at least one, before a pack reads it."""

    imports: tuple[str, ...] = ()
    """Parts of a module or a name that it imports."""
    definitions: frozenset[str] = frozenset()
    """Names that it defines."""


class Pack(NamedTuple):
    name: str
    """One word, without blanks."""
    decisions: Mapping[str, tuple[Known, ...]] = MappingProxyType({})
    """Calls that raise, check, warn or skip, by family of languages (``python``, ``c_family``)."""
    decorators: tuple[tuple[DecisionKind, re.Pattern[str]], ...] = ()
    """What decorators of Python do to a test, by their whole names."""
    settings: Mapping[str, tuple[Mapping[str, Reads], ...]] = MappingProxyType({})
    """Calls that read configuration, by family of languages."""
    finds: Mapping[str, tuple[Uses | Find, ...]] = MappingProxyType({})
    """Further cases of rules that are there, by id."""
    rules: Mapping[str, Rule] = MappingProxyType({})
    """Rules of its own, by id."""
    test_starters: frozenset[str] = frozenset()
    """Functions that a Python test file imports and calls to run its tests."""
    stages: Mapping[str, str] = MappingProxyType({})
    """Stages of bindings in the order in which a trace goes through them, with their titles; a
    stage that is missing is not shown."""
    read: ReadFacts | None = None
    needs: Mapping[str, Needs | None] | None = None
    """What ``read`` is called for: languages, each with what its files must have, or None where
    all of them are read. Without it, files of all languages are."""
    linker: MakeLinker | None = None
