"""Objective-C."""

import tree_sitter_objc

from repobook.model.facts import FileFacts
from repobook.parse.c_family import c_language
from repobook.parse.c_scopes import finish_c
from repobook.parse.c_text import prepare
from repobook.parse.objective import describe_objective, messages_as_calls, plain_enums
from repobook.parse.source import SourceText


def _finish(facts: FileFacts, source: SourceText) -> FileFacts:
    facts = finish_c(facts, source)
    return facts._replace(references=messages_as_calls(facts.references))


facts = c_language(
    tree_sitter_objc.language,
    "objective_c",
    prepare=lambda data: plain_enums(prepare(data)),
    describe=describe_objective,
    finish=_finish,
)
