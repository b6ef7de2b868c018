"""One file's text and facts to the fields that it is found by."""

from collections.abc import Iterable
from typing import Final

from repobook.model.facts import FileFacts
from repobook.model.search.matches import FieldTexts
from repobook.text.terms import field_text

_HEADINGS: Final = frozenset(["heading", "section"])


def field_texts(text: bytes, facts: FileFacts) -> FieldTexts:
    """``text`` is UTF-8, what the facts were read from."""
    docstrings = [definition.doc for definition in facts.definitions if definition.doc]
    docs = {facts.doc, *docstrings}
    definitions = facts.definitions
    return FieldTexts(
        symbols=_field(d.name for d in definitions if d.kind not in _HEADINGS),
        headings=_field(d.name for d in definitions if d.kind in _HEADINGS),
        documentation=_field([facts.doc, *docstrings]),
        comments=_field(block.text for block in facts.texts if block.text not in docs),
        body=field_text(text),
    )


def _field(texts: Iterable[str]) -> str:
    return field_text("\n".join(texts).encode("utf-8", "replace"))
