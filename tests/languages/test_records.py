"""What the record of every language names is there."""

import importlib
import re

import pytest

from repobook.model.language import Language, given_by_languages, language_by_name


@pytest.mark.parametrize("language", language_by_name().values(), ids=lambda each: each.name)
def test_modules_of_a_record_offer_what_is_asked_of_them(language: Language) -> None:
    offered = {
        language.parser: "facts",
        language.resolver: "resolver",
        language.test_runner: "run_command",
    }
    for module, name in offered.items():
        assert not module or callable(getattr(importlib.import_module(module), name))
    for pattern in (language.test_files, language.standard_modules, *language.tools):
        re.compile(pattern)


def test_a_field_of_all_languages_is_one_set() -> None:
    assert {"Cargo.toml", "go.mod", "tsconfig.json"} <= given_by_languages("lookup_settings")
    assert "pytest.ini" in given_by_languages("test_settings")
