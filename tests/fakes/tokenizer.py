"""Tokens as models count them, by two vocabularies that come with their library."""

import warnings
from functools import cache
from typing import Any


@cache
def _encodings() -> tuple[Any, ...]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the library finds its vocabularies in an old way
        import bpe_openai

        return tuple(bpe_openai.get_encoding(name) for name in ("cl100k_base", "o200k_base"))


def real_tokens(text: str) -> int:
    """The most that any of them counts."""
    return max(len(one.encode_ordinary(text)) for one in _encodings())
