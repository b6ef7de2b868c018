"""Tcl."""

from typing import Final

from repobook.model.language import Language

LANGUAGES: Final = (
    Language(
        "Tcl",
        "tcl_parser",
        test_runner="tcl_tests",
        # Of Redis and what came from it: one script for all tests, and others for a folder each.
        test_settings=("runtest", "runtest-cluster", "runtest-moduleapi", "runtest-sentinel"),
    ),
)
