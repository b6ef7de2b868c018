"""Python and Cython."""

from typing import Final

from repobook.languages.python.resolver.python_builtins import STANDARD_LIBRARY
from repobook.model.graph import MAX_CANDIDATES
from repobook.model.language import Language, words_pattern

LANGUAGES: Final = (
    Language(
        "Python",
        "parser.python_parser",
        "resolver.python_resolver",
        guards=("__main__",),
        entry_files=("__main__.py",),
        is_script=True,
        test_files=r"test_.*\.pyi?|.*_(?:tests?|unittest|gtest)\.py|conftest\.py",
        test_runner="python_tests",
        test_settings=(
            *("runtests.py", "run_tests.py"),
            *("pyproject.toml", "pytest.ini", "tox.ini", "setup.cfg"),
        ),
        is_named_by_file=True,
        is_linked_by_parameters=False,
        is_member_of_owner_alone=True,
        is_reached_by_module=True,
        is_closed=True,
        most_homonyms=MAX_CANDIDATES,
        tools=(
            *("mypy", "flake8", "pylint", "ruff", "isort", "usort", "pyright", "pyre", "yapf"),
            *("fmt", "black", "type", "coding", "noqa", "ufmt"),
        ),
        standard_modules=rf"{words_pattern(STANDARD_LIBRARY)}(?:\.|$)",
    ),
    Language(
        "Cython",
        "parser.cython_parser",
        "resolver.python_resolver",
        is_named_by_file=True,
        is_linked_by_parameters=False,
        is_member_of_owner_alone=True,
        is_reached_by_module=True,
        is_closed=True,
        most_homonyms=MAX_CANDIDATES,
    ),
)
