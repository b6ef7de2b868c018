"""What blocks show of the repository is found in each kind of block; words of ours are not."""

import pytest

from repobook.book.shared.block_texts import texts_of
from repobook.model.blocks import (
    Block,
    Bullets,
    Cite,
    Code,
    CodeBlock,
    Facts,
    Figure,
    Heading,
    Link,
    Node,
    PageRef,
    Quoted,
    Strong,
    Sure,
    Table,
)

_REF = PageRef("file", "a.py")


@pytest.mark.parametrize(
    ("block", "texts"),
    [
        (Heading(3, ("Our ", Code("run"), Strong("ours"))), ["run"]),
        (Bullets(((Quoted("said"), " by ", Cite("a.py", 3, code="x = 1")),)), ["said", "x = 1"]),
        (Facts((("Label", (Code("v"), Sure("inferred", "by name"))),)), ["v"]),
        (
            Table(("Column",), (((Link(_REF, "a.py", is_code=True),), (Link(_REF, "more"),)),)),
            ["a.py"],
        ),
        (Figure("Caption", (Node("a", "lib/a.py"),), ()), ["lib/a.py"]),
        (CodeBlock("make all"), ["make all"]),
    ],
)
def test_words_of_the_repository_are_told_from_ours(block: Block, texts: list[str]) -> None:
    assert [text for text in texts_of(block) if text] == texts
