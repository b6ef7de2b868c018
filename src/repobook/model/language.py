"""The records of languages, one per language in ``languages/``, found without a registry.

Rooms below ``languages/`` ask here, so that none of them knows a language by its name.
"""

import importlib
from collections.abc import Iterable, Mapping
from functools import cache
from pkgutil import iter_modules
from typing import Final, NamedTuple

from repobook.model.graph import MAX_HOMONYMS

_ROOM: Final = "repobook.languages"


class Language(NamedTuple):
    """Modules are named and not imported: a build loads the grammars that it needs, no others."""

    name: str
    """As linguist calls it."""
    parser: str
    """The module, below the folder, whose ``facts`` parses a file."""
    resolver: str = ""
    """The module whose ``resolver`` follows references; empty where a language has none."""
    main: str = ""
    """The function that is an entry point, by its name."""
    guards: tuple[str, ...] = ()
    """Names that only a file mentions which is run, as ``__main__`` of Python."""
    entry_files: tuple[str, ...] = ()
    """Names of files that are run as they are."""
    is_script: bool = False
    """Whether its files are run from top to bottom."""
    test_files: str = ""
    """A pattern of all names that files with tests have by convention."""
    test_names: str = ""
    """A pattern of the functions that the runner takes for tests; empty if their names decide."""
    test_runner: str = ""
    """The module whose ``run_command`` says how the tests of a file are run."""
    test_settings: tuple[str, ...] = ()
    """Names of the files that the runner reads for that."""
    lookup_settings: tuple[str, ...] = ()
    """Names of files that configure where names are looked up, for files that mention none."""
    is_named_by_file: bool = False
    """Whether whoever imports a file writes its own name, whatever folders stand before it."""
    is_named_with_ending: bool = False
    """Whether that name is written with its ending."""
    is_linked_by_parameters: bool = True
    """Whether where a call leads may depend on the parameters of a function."""
    is_member_of_owner_alone: bool = False
    """Whether a member is only reached through what holds it, or guessed by its name."""
    is_reached_by_module: bool = False
    """Whether what stands at the top of a file is only reached by writing right before it what the
    file, its folder or an alias of it is called, or by taking all names of the file."""
    is_defined_by_type: bool = False
    """Whether what a definition says of its value is a type, never another value."""
    is_closed: bool = False
    """Whether by a name alone its files find nothing that another family defines, except through
    packs."""
    is_implemented_by_methods: bool = False
    """Whether a type implements an interface by having its methods, without saying so."""
    most_homonyms: int = MAX_HOMONYMS
    """Of more definitions with a name, in whatever language, its resolver chooses none by it."""
    tools: tuple[str, ...] = ()
    """Patterns of words that comments begin with which speak to a tool and not to a reader."""
    standard_modules: str = ""
    """A pattern of how the modules begin that come with the language."""


@cache
def language_by_name() -> Mapping[str, Language]:
    room = importlib.import_module(_ROOM)
    families = [f"{_ROOM}.{each.name}" for each in iter_modules(room.__path__) if each.ispkg]
    return {
        language.name: _with_modules(language, family)
        for family in families
        for language in importlib.import_module(family).LANGUAGES
    }


@cache
def given_by_languages(field: str) -> frozenset[str]:
    """All that languages give in a field of several."""
    return frozenset(name for each in language_by_name().values() for name in getattr(each, field))


def _with_modules(language: Language, family: str) -> Language:
    return language._replace(
        parser=f"{family}.{language.parser}",
        resolver=language.resolver and f"{family}.{language.resolver}",
        test_runner=language.test_runner and f"{family}.{language.test_runner}",
    )


def words_pattern(words: Iterable[str]) -> str:
    """Any of these words."""
    return f"(?:{'|'.join(sorted(words))})"
