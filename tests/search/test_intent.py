"""Texts, and the kind of file that they ask for."""

import pytest

from repobook.search.query.intent import Intent, intent_of


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("which test checks the pool", "tests"),
        ("Where is the pool tested?", "tests"),
        ("tests for the pool", "tests"),
        ("how is the water of a pool tested", "tests"),
        ("how do I fill a pool", "usage"),
        ("How to fill a pool", "usage"),
        ("where is the water counted", "code"),
        ("what breaks if I change MaxPool", "code"),
        ("pool of water", ""),
        ("testing", ""),
        ("however", ""),
        ("", ""),
    ],
)
def test_a_question_says_what_it_asks_for(text: str, intent: Intent) -> None:
    assert intent_of(text) == intent
