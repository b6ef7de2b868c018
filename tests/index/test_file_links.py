"""References of a file are found in their list without decoding all of it."""

import json

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from repobook.index.reader.file.file_links import (
    LinkedReference,
    decode_called,
    decode_holding,
    decode_linked,
)

# Names that look like the marks between groups, and those that JSON escapes.
_NAMES = st.text('a[],"\\é1 ', max_size=4)
_NUMBERS = st.lists(st.integers(0, 20), max_size=3).map(tuple)
_GROUPS = st.builds(
    LinkedReference, _NAMES, _NAMES, st.just("call"), _NUMBERS, st.just(""), _NAMES, _NUMBERS
)


@given(st.lists(_GROUPS, max_size=4), _NAMES, st.integers(0, 20))
def test_what_is_found_in_the_text_is_what_decoding_all_finds(
    groups: list[LinkedReference], name: str, key: int
) -> None:
    text = msgspec.json.encode(groups).decode()
    whole = [*decode_linked(text)]
    assert [*decode_called(text, name)] == [group for group in whole if group.name == name]
    leading = [group for group in decode_holding(text, str(key)) if key in group.targets]
    assert leading == [group for group in whole if key in group.targets]


def test_other_groups_are_not_decoded() -> None:
    groups = [LinkedReference(f"name{n}", "", "call", (n,), "", "", (100 + n,)) for n in range(9)]
    text = json.dumps(groups, separators=(",", ":"))
    assert [group.name for group in decode_holding(text, "104")] == ["name4"]
