"""Objective-C."""

import tree_sitter_objc

from repobook.languages.c_family.parser.c_parser import c_language
from repobook.languages.c_family.parser.c_scopes import finish_c
from repobook.languages.c_family.parser.c_text import prepare
from repobook.languages.c_family.parser.objective_syntax import (
    describe_objective,
    messages_as_calls,
    plain_enums,
)
from repobook.model.facts import FileFacts
from repobook.parse.source import SourceText


def _finish(facts: FileFacts, source: SourceText) -> FileFacts:
    facts = finish_c(facts, source)
    return facts._replace(references=messages_as_calls(facts.references))


facts = c_language(
    tree_sitter_objc.language,
    "c_family/objective_c",
    prepare=lambda data: plain_enums(prepare(data)),
    describe=describe_objective,
    finish=_finish,
)
