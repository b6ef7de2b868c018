"""A folder, and what its overview says."""

from typing import Any

from repobook.book.folder.overview_page import overview_page
from repobook.book.shared.graph.folder_order import in_order
from repobook.model.blocks import (
    Block,
    Cite,
    Code,
    Figure,
    Link,
    Matrix,
    PageRef,
    Quotation,
    Quoted,
    Sure,
    Table,
)
from repobook.model.dossiers.dossier import Command, FileLine
from repobook.model.dossiers.folder_dossier import (
    ChildEdge,
    ChildFolder,
    Coverage,
    CoveringTest,
    FindingKind,
    KeyFile,
    Mention,
    Offer,
    Place,
    Words,
)
from repobook.model.purpose import Purpose
from tests.fakes.dossiers import folder_dossier

FOLDERS = tuple(ChildFolder(f"pkg/{name}", 1, 1, 0, 0, Words(), ()) for name in ("a", "b", "c"))
EDGES = (
    ChildEdge("pkg/b", "pkg/a", 5, Place("pkg/b/x.py", 3), "pkg/a/y.py", "exact"),
    ChildEdge("pkg/c", "pkg/b", 2, Place("pkg/c/z.py", 1), "pkg/b/x.py", "inferred"),
)


def blocks(dossier: Any, title: str) -> list[Block]:
    return [b for s in overview_page(dossier).sections if s.title == title for b in s.blocks]


def tables(dossier: Any, title: str) -> list[Table]:
    return [block for block in blocks(dossier, title) if isinstance(block, Table)]


def test_role_is_quoted_with_its_lines() -> None:
    words = Words("Reads rows.", "pkg/README.md", 3, 4)
    assert blocks(folder_dossier(words=(words,)), "Role") == [
        Quotation("Reads rows.", Cite("pkg/README.md", 3, 4))
    ]


def test_documents_elsewhere_are_named_with_their_words() -> None:
    file = FileLine("docs/a.md", "Markdown", "docs", 9, 90, "documented", "", "About it.")
    purpose = Purpose("About it.", "own words", "", "docs/a.md", 3, 3)
    mention = Mention(file._replace(purpose=purpose), 2, Place("docs/a.md", 7), "inferred")
    (table,) = tables(folder_dossier(mentions=(mention,), n_mentions=4), "Role")
    assert table.rows[0][1:] == (
        (Quoted("About it."), " ", Cite("docs/a.md", 3)),
        ("2 files",),
        (Cite("docs/a.md", 7), " ", Sure("inferred")),
    )
    assert table.n_all == 4


def test_empty_sections_are_left_out() -> None:
    titles = [section.title for section in overview_page(folder_dossier()).sections]
    assert titles == ["Contents"]


def test_matrix_has_what_others_stand_on_first() -> None:
    dossier = folder_dossier(folders=FOLDERS, edges=EDGES)
    (matrix,) = [b for b in blocks(dossier, "Architecture") if isinstance(b, Matrix)]
    (edges,) = tables(dossier, "Architecture")
    assert [head.text for head in matrix.heads] == ["a/", "b/", "c/"]
    assert [(cell.row, cell.column, cell.n) for cell in matrix.cells] == [(1, 0, 5), (2, 1, 2)]
    assert not any(cell.is_mutual for cell in matrix.cells)
    assert edges.rows[1][3][-1] == Sure("inferred")


def test_figure_says_the_same_as_the_matrix() -> None:
    found = blocks(folder_dossier(folders=FOLDERS, edges=EDGES), "Architecture")
    (figure,) = [block for block in found if isinstance(block, Figure)]
    assert [(a.source, a.target, a.label) for a in figure.arrows] == [
        ("pkg/b", "pkg/a", "5"),
        ("pkg/c", "pkg/b", "2"),
    ]


def test_figure_draws_layers_and_leaves_out_what_follows_from_them() -> None:
    place = Place("pkg/a/x", 1)
    pairs = (("b", "a", 5), ("c", "b", 2), ("c", "a", 1), ("a", "c", 1))
    edges = tuple(ChildEdge(f"pkg/{a}", f"pkg/{b}", n, place, "y", "exact") for a, b, n in pairs)
    found = blocks(folder_dossier(folders=FOLDERS, edges=edges), "Architecture")
    (figure,) = [block for block in found if isinstance(block, Figure)]
    assert [(a.source, a.target, a.weight) for a in figure.arrows] == [
        ("pkg/b", "pkg/a", 5),
        ("pkg/c", "pkg/b", 2),
    ]
    assert figure.caption.endswith(", in layers, 2 of 4 shown")


def test_figure_has_few_arrows() -> None:
    names = [f"pkg/{n}" for n in range(40)]
    edges = tuple(
        ChildEdge(a, b, 1, Place("pkg/0/x", 1), "pkg/1/y", "exact")
        for a in names
        for b in names
        if a < b
    )
    found = blocks(folder_dossier(edges=edges), "Architecture")
    (figure,) = [block for block in found if isinstance(block, Figure)]
    assert len(figure.arrows) < len(figure.nodes) <= 25  # one below the other, and no hairball
    assert figure.caption.endswith(", in layers, 13 of 91 shown")
    *_, table = [block for block in found if isinstance(block, Table)]
    assert table.n_all == len(edges)


def test_important_files_say_who_leans_on_them_and_for_what() -> None:
    file = FileLine("pkg/a.py", "Python", "source", 3, 30, "documented", "", "", fan_in=12)
    offer = Offer("run", "run", "function", Place("pkg/a.py", 1, 2), 9)
    key_file = KeyFile(file, (offer,), (("app", 7),), is_tested=False)
    (table,) = tables(folder_dossier(key_files=(key_file,)), "Important Files")
    assert table.rows == (
        (
            (Link(PageRef("file", "pkg/a.py"), "pkg/a.py", is_code=True),),
            ("12 files",),
            (Link(PageRef("listing", "app"), "app/", is_code=True), " 7"),
            (Cite("pkg/a.py", 1, 2, "run"),),
        ),
    )


def test_a_command_of_a_package_is_no_code_of_its_line() -> None:
    offer = Offer("$ npm run lint", "$ npm run lint", "command", Place("package.json", 7), 2)
    (table,) = tables(folder_dossier(offers=(offer,)), "Role")
    assert table.rows[0][0] == (Code("$ npm run lint"), " ", Cite("package.json", 7))


def test_tests_come_with_the_command_and_its_proof() -> None:
    test = CoveringTest("t/test_a.py", 3, Command("pytest t/test_a.py", "tox.ini", 4))
    dossier = folder_dossier(coverage=Coverage(5, 3), tests=(test,), n_tests=9)
    (table,) = tables(dossier, "How to Work Here")
    assert table.rows[0][2] == (Code("pytest t/test_a.py"), " ", Cite("tox.ini", 4))
    assert table.n_all == 9


def test_tests_in_the_folder_are_told_how_to_run() -> None:
    file = FileLine("t/test_a.py", "Python", "test", 30, 300, "documented", "", "")
    own = (file, Command("python t/test_a.py", "t/test_a.py", 29))
    (table,) = tables(folder_dossier(own_tests=(own,), n_own_tests=3), "How to Work Here")
    assert table.rows[0][1:] == (
        ("30",),
        (Code("python t/test_a.py"), " ", Cite("t/test_a.py", 29)),
    )
    assert table.n_all == 3


def test_findings_are_counted_with_an_example() -> None:
    kind = FindingKind("security", "error", "S1", 3, 2, Place("pkg/a.py", 7), "is unsafe")
    (table,) = tables(folder_dossier(findings=(kind,)), "Findings")
    assert table.rows[0][3:] == (("3 in 2 files",), (Cite("pkg/a.py", 7), " is unsafe"))


def test_what_leans_on_nothing_comes_first() -> None:
    assert in_order(["pkg/c", "pkg/b", "pkg/a"], EDGES) == ["pkg/a", "pkg/b", "pkg/c"]
