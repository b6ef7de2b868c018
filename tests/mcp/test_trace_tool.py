"""The chain of an operator, as agents get it."""

import json
from pathlib import Path

from repobook.mcp.books import BookPlace, OpenBook
from repobook.mcp.calls import Calls
from tests.fakes.books import make_book
from tests.fakes.tokenizer import real_tokens
from tests.fakes.trees import write_tree
from tests.packs.small_library import FILES


def test_a_chain_has_its_steps_with_lines_and_confidence(tmp_path: Path) -> None:
    make_book(write_tree(tmp_path / "library", FILES), tmp_path / "book")
    calls = Calls({"book": OpenBook(BookPlace("book", tmp_path / "book"))})
    reply = calls.reply(calls.tools["trace"], {"name": "aten::add.Tensor", "max_tokens": 3_000})
    assert reply.data
    steps = {(row["stage"], row["detail"]): row for row in reply.data["rows"]}
    assert steps["stub", "CUDA"]["name"].startswith("aten/native/cuda/BinaryOps.cu::")
    assert steps["stub", "CUDA"]["confidence"] in ("exact", "inferred")
    assert all(row["path"] and row["line"] for row in reply.data["rows"])
    assert all(row["confidence"] for row in reply.data["rows"] if "/" in row["name"])
    assert "the chain stops at" in reply.data["covered"]
    small = calls.reply(calls.tools["trace"], {"name": "aten::add.Tensor", "max_tokens": 300})
    assert real_tokens(json.dumps(small.data, ensure_ascii=False)) <= 300
    nothing = calls.reply(calls.tools["trace"], {"name": "no_such_operator"})
    assert nothing.data
    assert nothing.data["rows"] == []
    assert nothing.data["about"] == "no route, command or operator named no_such_operator"
    calls.book().close()
