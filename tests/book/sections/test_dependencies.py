"""Dependencies: what is taken from where, and by whom."""

from repobook.book.file.sections.dependencies import blocks
from repobook.model.blocks import Bullets, Cite, Code, Link, PageRef, Paragraph, Sure
from repobook.model.dossiers.dossier import Edge, ImportLine, ReferenceGroup, SymbolName
from tests.fakes.dossiers import file_dossier
from tests.fakes.pages import headings, known, tables

_TEXT = "import os, json\nfrom pkg.a import run\nfrom pkg.b import *\nimport numpy as np\n"


def test_import_leads_to_its_page_with_the_names_used() -> None:
    target = SymbolName("pkg/a.py", "run", "function")
    dossier = file_dossier(
        text=_TEXT,
        imports=(ImportLine(2, "pkg.a", "run", "", "from", (target,), "exact", ""),),
        references=(ReferenceGroup("run", "", "call", (7, 9), "exact", "", (target,)),),
        known=known("pkg/a.py"),
    )
    found = blocks(dossier)
    assert headings(found) == ["1 file in this repository"]
    assert tables(found)[0].rows == (
        (
            (Link(PageRef("file", "pkg/a.py"), "pkg/a.py", is_code=True),),
            (Cite("pkg/mod.py", 2, code="run", is_here=True),),
            (Code("run"), " ×2"),
        ),
    )


def test_inferred_import_says_by_which_rule() -> None:
    targets = (SymbolName("pkg/b.py"),)
    line = ImportLine(3, "pkg.b", "*", "", "from", targets, "inferred", "only file of that name")
    dossier = file_dossier(text=_TEXT, imports=(line,), known=known("pkg/b.py"))
    assert tables(blocks(dossier))[0].rows[0][0][-1] == Sure("inferred", "only file of that name")


def test_file_without_a_page_is_named_and_not_linked() -> None:
    line = ImportLine(3, "pkg.b", "*", "", "from", (SymbolName("pkg/b.bin"),), "exact", "")
    dossier = file_dossier(text=_TEXT, imports=(line,))
    assert tables(blocks(dossier))[0].rows[0][0] == (Code("pkg/b.bin"),)


def test_standard_library_and_packages_stand_apart() -> None:
    dossier = file_dossier(text=_TEXT, imports=(_outside(1, "os"), _outside(4, "numpy")))
    found = blocks(dossier)
    assert headings(found) == ["Standard library, 1 module", "External imports, 1 name"]
    assert found[1] == Paragraph((Cite("pkg/mod.py", 1, code="os", is_here=True),))
    assert tables(found)[0].rows == (((Cite("pkg/mod.py", 4, code="numpy", is_here=True),), ()),)


def test_what_led_nowhere_has_its_reason() -> None:
    line = ImportLine(2, "pkg.a", "gone", "", "from", (), "", "unknown")
    found = tables(blocks(file_dossier(text=_TEXT, imports=(line,))))
    assert found[0].rows == (
        (
            (Code("gone"), " ", Cite("pkg/mod.py", 2, is_here=True)),
            (Code("pkg.a"),),
            ("no definition found",),
        ),
    )


def test_names_reached_without_an_import_have_their_first_line() -> None:
    target = SymbolName("pkg/c.h", "size", "method")
    dossier = file_dossier(
        references=(ReferenceGroup("size", "x", "call", (5, 8), "exact", "", (target,)),),
        edges_out=(Edge("pkg/c.h", "call", 5, "exact", 2),),
        known=known("pkg/c.h"),
    )
    found = blocks(dossier)
    assert headings(found) == ["1 file used without import"]
    assert tables(found)[0].rows[0][1:] == (
        (Cite("pkg/mod.py", 5, is_here=True),),
        (Code("size"), " ×2"),
    )


def test_importers_are_grouped_by_folder_the_fullest_first() -> None:
    edges = tuple(Edge(f"app/{n}.py", "import", n, "exact", 1) for n in range(1, 8))
    edges += (Edge("lib/x.py", "import", 3, "exact", 1), Edge("lib/x.py", "use", 4, "exact", 2))
    found = blocks(file_dossier(edges_in=edges))
    assert headings(found) == ["Imported by 8 files"]
    table = tables(found)[0]
    assert [row[1] for row in table.rows] == [("7",), ("1",)]
    link = Link(PageRef("file", "lib/x.py"), "x.py", is_code=True)
    assert table.rows[1][2] == (link, " ", Cite("lib/x.py", 3, is_here=True))


def test_many_importers_are_all_named_below_the_first() -> None:
    edges = tuple(Edge(f"app/{n:02}.py", "import", n, "exact", 1) for n in range(1, 50))
    found = blocks(file_dossier(edges_in=edges))
    assert headings(found) == ["Imported by 49 files", "Imported by 49 files: all"]
    assert tables(found)[0].rows[0][2][-1] == " and 44 more"
    (bullets,) = [block for block in found if isinstance(block, Bullets)]
    assert [sum(isinstance(piece, Link) for piece in item) - 1 for item in bullets.items] == [49]


def test_importers_beyond_what_a_page_names_are_counted() -> None:
    edges = tuple(Edge(f"app/{n:03}.py", "import", 1, "exact", 1) for n in range(400))
    *_, rest = blocks(file_dossier(edges_in=edges))
    assert rest == Paragraph(("100 more: ", Code("repobook deps pkg/mod.py")))


def test_whole_files_that_are_named_are_told_too() -> None:
    target = SymbolName("lua.h")
    dossier = file_dossier(
        path="Makefile",
        references=(ReferenceGroup("lua.h", "", "mention", (4, 6), "exact", "", (target,)),),
        edges_out=(Edge("lua.h", "use", 4, "exact", 2), Edge("data.txt", "build", 9, "exact", 1)),
    )
    rows = tables(blocks(dossier))[0].rows
    assert [row[0][0] for row in rows] == [Code("lua.h"), Code("data.txt")]
    assert [row[2] for row in rows] == [(Code("lua.h"), " ×2"), ()]


def test_name_that_is_only_likely_says_so() -> None:
    target = SymbolName("dep/win32.h", "strcasecmp", "macro")
    dossier = file_dossier(
        references=(
            ReferenceGroup("strcasecmp", "", "call", (5,), "inferred", "alike", (target,)),
        ),
        edges_out=(Edge("dep/win32.h", "call", 5, "inferred", 1),),
        known=known("dep/win32.h"),
    )
    assert tables(blocks(dossier))[0].rows[0][0][-1] == Sure("inferred", "alike")


def test_user_without_an_import_is_told_apart() -> None:
    edges = (Edge("a.py", "call", 3, "exact", 1), Edge("b.md", "document", 2, "inferred", 1))
    assert headings(blocks(file_dossier(edges_in=edges))) == [
        "Used without import by 1 file",
        "Mentioned in 1 file",
    ]


def _outside(line: int, module: str) -> ImportLine:
    return ImportLine(line, module, "", "", "import", (), "", "external")
