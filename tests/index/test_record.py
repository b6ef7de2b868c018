"""Facts as bytes: what is decoded only when asked for is what was put in."""

from repobook.index.record import (
    decode_facts,
    decode_for_page,
    decode_texts,
    encode_facts,
)
from repobook.languages import parse


def test_what_is_decoded_late_comes_back_as_it_was() -> None:
    code = b"import os\n# why\nif os.getenv('A'):\n    raise ImportError('no')\n"
    facts = parse("Python", code)
    record = decode_facts(encode_facts(facts))
    assert decode_for_page(record.for_page) == facts.for_page
    assert decode_texts(record.texts) == facts.texts
    assert (len(facts.decisions), len(facts.settings), len(facts.texts)) == (1, 1, 1)
