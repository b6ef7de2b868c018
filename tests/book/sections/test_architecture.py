"""Architecture & Design: layers, circles, bases, registries and the picture of neighbours."""

from repobook.book.file.sections.architecture import blocks
from repobook.model.blocks import (
    Cite,
    Code,
    Facts,
    Figure,
    Heading,
    Link,
    PageRef,
    Table,
)
from repobook.model.dossiers.dossier import Edge, Rank, ReferenceGroup, Registration, SymbolName
from tests.fakes.dossiers import file_dossier, symbol
from tests.fakes.pages import known, tables


def test_layer_and_entry_are_facts_with_their_line() -> None:
    found = blocks(
        file_dossier(text="import a\nmain()\n", rank=Rank(layer=3, is_entry=True, entry_line=2))
    )
    assert found == (
        Facts(
            (
                ("Import depth", ("3",)),
                ("Entry point", (Cite("pkg/mod.py", 2, code="main()", is_here=True),)),
            )
        ),
    )


def test_file_without_ties_has_nothing_to_say() -> None:
    assert blocks(file_dossier(text="x = 1\n")) == ()


def test_circle_names_lines_both_ways() -> None:
    dossier = file_dossier(
        rank=Rank(cycle=("pkg/a.py", "pkg/mod.py")),
        edges_out=(Edge("pkg/a.py", "import", 4, "exact", 1),),
        edges_in=(Edge("pkg/a.py", "import", 9, "exact", 1),),
        known=known("pkg/a.py"),
    )
    heading, table, *_ = blocks(dossier)
    assert heading == Heading(3, ("Import cycle of 2 files",))
    assert isinstance(table, Table)
    assert table.rows == (
        (
            (Link(PageRef("file", "pkg/a.py"), "pkg/a.py", is_code=True),),
            (Cite("pkg/mod.py", 4, is_here=True),),
            (Cite("pkg/a.py", 9, is_here=True),),
        ),
    )


def test_large_cycle_shows_its_size_its_dependencies_and_its_dependents() -> None:
    cycle = tuple(f"pkg/c{n:02}.py" for n in range(40))
    dossier = file_dossier(
        path="pkg/c00.py",
        rank=Rank(cycle=cycle),
        edges_out=tuple(
            Edge(path, "import", 9 - n, "exact", 1) for n, path in enumerate(cycle[:5])
        ),
        edges_in=(
            Edge("pkg/c31.py", "include", 7, "exact", 1),
            Edge("pkg/outside.py", "import", 1, "exact", 1),
        ),
        known=known(*cycle),
    )
    cycle_facts = next(block for block in blocks(dossier) if isinstance(block, Facts))
    told = dict(cycle_facts.items)
    assert told["Import cycle"] == ("40 files",)
    assert [part.line for part in told["Depends on"] if isinstance(part, Cite)] == [5, 6, 7]
    assert told["Depends on"][-1] == " and 1 more"
    assert told["Used by"] == (
        Link(PageRef("file", "pkg/c31.py"), "pkg/c31.py", is_code=True),
        " ",
        Cite("pkg/c31.py", 7, is_here=True),
    )


def test_bases_lead_to_lines_here_and_to_pages_elsewhere() -> None:
    text = "class A(m.Base):\n    pass\nclass B(A, Lost):\n    pass\n"
    dossier = file_dossier(
        text=text,
        symbols=(
            symbol(0, "A", 1, 2, kind="class"),
            symbol(1, "B", 3, 4, kind="class"),
        ),
        references=(
            _inherits("Base", "m", 1, "exact", "", SymbolName("pkg/m.py", "Base", "class")),
            _inherits("A", "", 3, "inferred", "a guess", SymbolName("pkg/mod.py", "A", "class")),
            _inherits("Lost", "", 3, "", "external"),
        ),
        known=known("pkg/m.py"),
    )
    table = tables(blocks(dossier))[0]
    assert table.rows[0] == (
        (Cite("pkg/mod.py", 1, 2, "A", is_here=True),),
        (Code("Base"), " in ", Link(PageRef("file", "pkg/m.py"), "pkg/m.py", is_code=True)),
    )
    assert table.rows[1][1][0] == Cite("pkg/mod.py", 1, code="A", is_here=True)
    assert table.rows[1][1][-2:] == (Code("Lost"), " (external)")


def test_registry_counts_lines_of_code_and_not_of_comments() -> None:
    dossier = file_dossier(
        text="// REGISTER is for kernels\nREGISTER(a)\n",
        references=(ReferenceGroup("REGISTER", "", "macro", (1, 2), "", "external", ()),),
        registrations=(Registration("REGISTER", 40, 7),),
    )
    assert tables(blocks(dossier))[0].rows == (
        (
            (Code("REGISTER"),),
            (Cite("pkg/mod.py", 2, is_here=True),),
            ("1",),
            ("40 in 7 files",),
        ),
    )


def test_picture_says_what_it_leaves_out() -> None:
    paths = [f"pkg/n{n:02}.py" for n in range(40)]
    edges = tuple(Edge(path, "call", 1, "exact", n + 1) for n, path in enumerate(paths))
    *_, figure = blocks(file_dossier(edges_out=edges, edges_in=edges, known=known(*paths)))
    assert isinstance(figure, Figure)
    assert len(figure.arrows) == 8
    assert figure.caption == "Dependencies: 40 (4 shown); dependents: 40 (4 shown)"
    assert len({node.id for node in figure.nodes}) == len(figure.nodes) == 5


def test_the_picture_leads_only_to_files_that_have_pages() -> None:
    paths = ("a.py", "b.py", "c.py", "plot.png")
    edges = tuple(Edge(path, "document", 1, "exact", 1) for path in paths)
    found = blocks(file_dossier(edges_out=edges, known=known("a.py", "b.py")))
    figure = next(block for block in found if isinstance(block, Figure))
    pages = {node.label: node.page for node in figure.nodes}
    assert (pages["a.py"], pages["plot.png"]) == (PageRef("file", "a.py"), None)


def test_of_few_neighbours_there_is_no_picture() -> None:
    edges = tuple(Edge(path, "import", 1, "exact", 1) for path in ("a.py", "b.py", "c.py"))
    found = blocks(file_dossier(edges_out=edges, known=known("a.py", "b.py", "c.py")))
    assert not any(isinstance(block, Figure) for block in found)


def test_what_may_lead_to_one_of_several_is_no_neighbour() -> None:
    edges = (Edge("a.py", "use", 1, "ambiguous", 9), Edge("b.py", "use", 2, "exact", 1))
    assert blocks(file_dossier(edges_out=edges, known=known("a.py", "b.py"))) == ()


def test_sources_that_need_it_come_before_tests() -> None:
    edges = tuple(Edge(f"{name}.py", "call", 1, "exact", 9) for name in ("t", "user", "x", "y"))
    files = known("user.py", "x.py", "y.py") | known("t.py", role="test")
    found = blocks(file_dossier(edges_in=edges, known=files))
    figure = next(block for block in found if isinstance(block, Figure))
    assert [node.label for node in figure.nodes[1:]] == ["user.py", "x.py", "y.py", "t.py"]


def _inherits(
    name: str, receiver: str, line: int, confidence: str, rule: str, *targets: SymbolName
) -> ReferenceGroup:
    return ReferenceGroup(name, receiver, "inherit", (line,), confidence, rule, targets)
