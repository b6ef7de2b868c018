"""The search record of one file, made in the process that parsed it."""

import hashlib

from repobook.index.search.search_record import encode_search
from repobook.model.facts import FileFacts
from repobook.search.rank.fields import field_texts
from repobook.text.decode import DecodedText


def search_record(text: DecodedText, facts: FileFacts) -> bytes:
    names = sorted({definition.name for definition in facts.definitions})
    return encode_search(field_texts(text.data, facts), tuple(names), text.data)


def search_key(facts_key: bytes) -> bytes:
    """The cache key of a search record."""
    return hashlib.blake2b(facts_key, digest_size=16, person=b"search").digest()
