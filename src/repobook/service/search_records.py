"""What the search keeps of one file, worked out in the process that parsed it."""

import hashlib
from functools import cache
from typing import Final

from repobook.model.facts import FileFacts
from repobook.search.fields import field_texts
from repobook.service.versions import version_of
from repobook.store.search_record import encode_search
from repobook.text.decode import decode

# What shapes ``search.db`` beside the parsers and the text work that facts depend on too.
_SHAPED_BY: Final = (
    "search/fields.py",
    "store/search_names.py",
    "store/search_record.py",
    "store/search_schema.py",
    "store/search_words.py",
    "store/search_writer.py",
)


def search_record(content: bytes, facts: FileFacts) -> bytes:
    text = decode(content).data
    names = sorted({definition.name for definition in facts.definitions})
    return encode_search(field_texts(text, facts), tuple(names), text)


def search_key(facts_key: bytes, version: str) -> bytes:
    """What the record of a file is kept under, beside its facts."""
    told = facts_key + version.encode()
    return hashlib.blake2b(told, digest_size=16, person=b"search").digest()


@cache
def search_version() -> str:
    """Changes whenever anything that shapes the records or their place in the index does."""
    return version_of(*_SHAPED_BY)
