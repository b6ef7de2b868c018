"""What is pasted from a terminal, and the text to look for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from repobook.search.query.error_messages import text_of_message


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("RuntimeError: the pool has no water left", "the pool has no water left"),
        ("lib.errors.PoolError: the pool has no water left in it", "the pool has no water left"),
        ("ValueError: got 3, expected all pools to be full", "expected all pools to be full"),
        ("UserWarning: pool_size of a.b has no such water pipe", "has no such water pipe"),
        ("UserWarning: this is not what you want", ""),
        ("TypeError: can't pour into a 'cup'", "can't pour into a"),
        ("RuntimeError: no water", ""),
        ("the pool: it has no water left", ""),
        ('RuntimeError: "the pool has no water left"', ""),
        ("RuntimeError in the pool of water", ""),
        ("", ""),
    ],
)
def test_a_message_is_looked_for_by_the_words_that_it_always_has(query: str, text: str) -> None:
    assert text_of_message(query) == text


@given(st.text(max_size=300))
def test_any_text_is_read(text: str) -> None:
    assert '"' not in text_of_message(f"Error: {text}")
