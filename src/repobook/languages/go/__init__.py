"""Go, and the files that say what a module is called."""

from typing import Final

from repobook.model.language import Language

LANGUAGES: Final = (
    Language(
        "Go",
        "go_parser",
        "go_resolver",
        main="main",
        test_files=r".*_(?:tests?|unittest|gtest)\.go",
        test_names=r"(?:Test|Benchmark|Fuzz|Example)(?![a-z])",
        test_runner="go_tests",
        lookup_settings=("go.mod",),
        is_implemented_by_methods=True,
        tools=(r"nolint\S*",),
        # A package of Go's own has no host before its first slash.
        standard_modules=r"[^./]+(?:/|$)",
    ),
    Language("Go Module", "go_module"),
)
