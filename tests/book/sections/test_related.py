"""Related Files and Cross-References."""

from repobook.book.file.sections import crossrefs, related
from repobook.model.blocks import Cite, Code, Facts, Link, PageRef
from repobook.model.dossiers.dossier import Covering, Edge
from repobook.model.graph import Reason
from tests.fakes.dossiers import file_dossier
from tests.fakes.pages import known, tables


def test_names_pair_sources_headers_and_tests() -> None:
    dossier = file_dossier(
        path="c/list.cpp",
        siblings=("c/list.cpp", "c/list.h", "c/listing.h", "c/test_list.cpp"),
        tests=(Covering("t/list_test.cpp", (), ""),),
        known=known("c/list.h", "c/test_list.cpp", "t/list_test.cpp"),
    )
    (table,) = tables(related.blocks(dossier))
    assert [(_path(row[0]), row[1]) for row in table.rows] == [
        ("c/list.h", ("same name, other ending",)),
        ("c/test_list.cpp", ("test of the same name",)),
        ("t/list_test.cpp", ("test of the same name",)),
    ]


def test_test_leads_back_to_the_source_of_its_name() -> None:
    dossier = file_dossier(path="a/effect.spec.ts", siblings=("a/effect.spec.ts", "a/effect.ts"))
    (table,) = tables(related.blocks(dossier))
    assert table.rows[0][1] == ("source of the same name",)


def test_history_and_ties_are_reasons_of_one_row() -> None:
    dossier = file_dossier(
        edges_out=(Edge("b.py", "call", 4, "exact", 2),),
        edges_in=(Edge("b.py", "import", 7, "exact", 1),),
        together=(("c.py", 3), ("b.py", 6)),
        known=known("b.py", "c.py"),
    )
    (table,) = tables(related.blocks(dossier))
    assert [_path(row[0]) for row in table.rows] == ["b.py", "c.py"]
    words = [piece for piece in table.rows[0][1] if isinstance(piece, str)]
    assert "changed together in 6 commits" in words
    assert "dependency" in words
    assert "dependent" in words


def test_a_test_and_its_subject_belong_together() -> None:
    edges = (Edge("t/a.py", "test", 3, "exact", 1), Edge("t/a.py", "call", 3, "exact", 1))
    source = file_dossier(
        tests=(Covering("t/b.py", (Reason("path", ("x",)),), ""), Covering("t/a.py", (), "")),
        edges_in=edges,
        known=known("t/a.py", "t/b.py"),
    )
    (table,) = tables(related.blocks(source))
    assert [_path(row[0]) for row in table.rows] == ["t/a.py"]
    assert table.rows[0][1][:3] == ("tests it ", "there ", Cite("t/a.py", 3, is_here=True))
    test = file_dossier(
        path="t/a.py",
        role="test",
        tested=(("pkg/mod.py", (Reason("call", (), (3,)),)),),
        edges_out=(
            Edge("base.py", "call", 1, "exact", 40),
            Edge("pkg/mod.py", "call", 3, "exact", 1),
        ),
        known=known("pkg/mod.py", "base.py"),
    )
    (table,) = tables(related.blocks(test))
    assert [_path(row[0]) for row in table.rows] == ["pkg/mod.py"]


def test_what_only_depends_is_related_where_nothing_else_is() -> None:
    edges = tuple(Edge(f"{name}.py", "call", 1, "exact", 1) for name in "abc")
    dossier = file_dossier(edges_out=edges, known=known("a.py", "b.py", "c.py"))
    (table,) = tables(related.blocks(dossier))
    assert [_path(row[0]) for row in table.rows] == ["a.py", "b.py"]


def test_file_alone_has_no_related_files() -> None:
    assert related.blocks(file_dossier(siblings=("pkg/mod.py",))) == ()


def test_cross_references_lead_to_neighbours_and_to_the_index() -> None:
    dossier = file_dossier(
        siblings=("pkg/a.py", "pkg/mod.py", "pkg/z.py"),
        n_keywords=3,
    )
    (facts,) = crossrefs.blocks(dossier)
    assert isinstance(facts, Facts)
    by_label = dict(facts.items)
    assert by_label["Keywords"] == (Link(PageRef("keywords", "pkg/mod.py"), "3 keywords"),)
    assert by_label["Previous"] == (Link(PageRef("file", "pkg/a.py"), "a.py", is_code=True),)
    assert by_label["Next"] == (Link(PageRef("file", "pkg/z.py"), "z.py", is_code=True),)


def _path(cell: tuple[object, ...]) -> str:
    (piece,) = cell
    assert isinstance(piece, Link | Code)
    return piece.text
