"""In which order a build fills its index."""

from pathlib import Path

import pytest

from repobook.build import indexing
from repobook.index.purpose_tables import PurposeTables
from tests.fakes.books import make_book
from tests.fakes.trees import write_tree


def test_links_are_indexed_before_purposes_ask_where_they_lead_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without an index each question reads all links."""
    plans: list[str] = []

    def planned(tables: PurposeTables) -> None:
        query = "EXPLAIN QUERY PLAN SELECT file FROM referrer WHERE target = 1"
        plans.extend(row[3] for row in tables._db.execute(query))

    monkeypatch.setattr(indexing, "write_purposes", planned)
    make_book(write_tree(tmp_path / "root", {"a.py": "import b\n", "b.py": ""}), tmp_path / "book")
    assert [plan.partition(" USING ")[0] for plan in plans] == ["SEARCH referrer"]
