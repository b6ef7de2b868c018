"""High-Level Overview: own words first, then the graph."""

from typing import Any

from repobook.book.file.header import header
from repobook.book.file.sections import overview
from repobook.model.dossiers.dossier import Edge, FileLine, Uses
from repobook.model.facts import Decision, Guard
from tests.book.views import told
from tests.fakes.dossiers import file_dossier, symbol


def known(*paths: str, doc: str = "") -> dict[str, FileLine]:
    return {path: FileLine(path, "Python", "source", 0, 0, "documented", "", doc) for path in paths}


def overview_of(**fields: Any) -> list[str]:
    return told(overview.blocks(file_dossier(**fields)))


def test_a_file_that_says_nothing_has_the_words_of_the_package_that_hands_it_on() -> None:
    edge = Edge("pkg/__init__.py", "import", 4, "exact", 1)
    told_ = overview_of(edges_in=(edge,), known=known("pkg/__init__.py", doc="Counts all words."))
    assert (
        told_[0] == "- Re-exported by [pkg/__init__.py] [pkg/__init__.py:L4]: “Counts all words.”"
    )


def test_neighbours_are_counted_by_folder_and_file() -> None:
    edges_in = (
        *(Edge(f"a/{n}.py", "import", n, "exact", 1) for n in range(1, 4)),
        Edge("t/test_x.py", "import", 5, "exact", 1),
        Edge("t/test_x.py", "test", 5, "exact", 1),
    )
    edges_out = (Edge("b/x.py", "call", 7, "inferred", 2), Edge("b/y.py", "use", 9, "ambiguous", 5))
    assert overview_of(edges_in=edges_in, edges_out=edges_out, known=known("b/x.py")) == [
        "- Tested by 1 test file: [t/] 1 ([t/test_x.py:L5])",
        "- Used by 3 files: [a/] 3 ([a/1.py:L1])",
        "- Depends on 1 file: [b/x.py] 2×, first at [L7] (inferred)",
    ]


def test_what_is_left_out_is_counted() -> None:
    edges = tuple(Edge(f"{n}/x.py", "import", 1, "exact", 1) for n in range(7))
    told_ = overview_of(edges_in=edges, edges_out=edges)
    assert told_[0].endswith(" and 3 folders more")
    assert told_[1].endswith(" and 2 more")


def others_use(**fields: Any) -> list[str]:
    return [line for line in told([*header(file_dossier(**fields))]) if "Most used" in line]


def test_the_symbols_that_others_use_most_come_first() -> None:
    uses = [Uses(n, n, n, 0, n - 1, (("u.py", n),), n) for n in (1, 4, 2, 3)]
    symbols = tuple(symbol(n, f"f{n}", n + 1, uses=use) for n, use in enumerate(uses))
    assert others_use(symbols=symbols, known=known("u.py")) == [
        "Most used `f1` [L2] (4 files), `f3` [L4] (3 files), `f2` [L3] (2 files)"
    ]


def test_a_symbol_that_only_documents_name_is_not_relied_upon() -> None:
    used = symbol(0, "f", 1, uses=Uses(1, 1, 1, 0, 1, (("a.md", 1),), 1))
    document = known("a.md")["a.md"]._replace(role="docs")
    assert not others_use(symbols=(used,), known={"a.md": document})


def test_exact_uses_weigh_more_than_possible_ones() -> None:
    possible = symbol(0, "maybe", 1, uses=Uses(9, 3, 3, 0, 0, (("u.py", 1),)))
    exact = symbol(1, "sure", 2, uses=Uses(2, 2, 2, 0, 2, (("u.py", 1),), 2))
    (line,) = others_use(symbols=(possible, exact), known=known("u.py"))
    assert line.startswith("Most used `sure`")
    assert "maybe" not in line


def test_build_files_and_documents_are_told_apart_from_code() -> None:
    edges = (Edge("BUILD", "build", 7, "inferred", 1), Edge("a.md", "document", 3, "exact", 1))
    assert overview_of(edges_in=edges, edges_out=edges) == [
        "- Lists 1 file: `BUILD` 1×, first at [L7] (inferred)",
        "- Mentions 1 file: `a.md` 1×, first at [L3]",
        "- Listed in [BUILD:L7] (inferred)",
        "- Mentioned in [a.md:L3]",
    ]


def test_decisions_are_summed_up_by_kind_and_by_what_is_thrown() -> None:
    decisions = (
        *(Decision(0, "raise", n, n, (Guard("x"),), f"raise ValueError({n})") for n in range(1, 4)),
        Decision(0, "raise", 4, 4, (Guard("x"),), "throw new TypeError()"),
        Decision(0, "raise", 4, 4, (Guard("x"),), "throw std::move(error)"),
        Decision(0, "raise", 4, 4, (Guard("x"),), "raise error"),
        Decision(0, "raise", 4, 4, (Guard("x"),), "raise errors.Gone"),
        Decision(0, "return", 5, 5, (Guard("x"),), "return 1"),
        Decision(0, "return", 6, 6, (), "return 2"),
    )
    told_ = overview_of(symbols=(symbol(0, "f", 1, 9),), decisions=decisions)
    expected = "7 raises (`ValueError` 3, `TypeError` 1, `errors.Gone` 1), 1 conditional return"
    assert told_[1] == f"- Decisions {expected}: [Detailed Analysis]"


def test_a_file_of_keys_tells_what_lies_on_top_and_in_the_largest() -> None:
    text = "name: x\njobs:\n  lint: 1\n  test: 2\n"
    told_ = overview_of(
        text=text,
        symbols=(
            symbol(0, "name", 1, kind="key"),
            symbol(1, "jobs", 2, 4, kind="key"),
            symbol(2, "jobs.lint", 3, kind="key", parent=1),
            symbol(3, "jobs.test", 4, kind="key", parent=1),
        ),
    )
    assert told_[1:] == [
        "- Top level [name L1], [jobs L2-4]",
        "- Inside [jobs L2-4]: [lint L3], [test L4]",
    ]


def test_a_document_tells_its_headings() -> None:
    symbols = (
        symbol(0, "Install", 1, 9, kind="heading"),
        symbol(1, "By name", 2, 2, kind="heading"),
    )
    told_ = overview_of(text="# Install\n<h1>By <b>name</b></h1>\n", symbols=symbols)
    assert told_[1:] == ["- Top level “Install” [L1], `By name` [L2]"]


def test_a_text_without_symbols_shows_how_it_begins_and_ends() -> None:
    assert overview_of(text="\nname,value\na,1\na,1\n\n", language="CSV") == [
        "- Begins [name,value L2]",
        "- Ends [a,1 L4]",
        "- Non-blank lines 3, 2 of them distinct",
    ]
    assert overview_of(text="\n\n") == []


def test_a_listed_file_has_no_page_to_lead_to() -> None:
    edge = Edge("data.bin", "use", 1, "exact", 1)
    listed = known("data.bin")["data.bin"]._replace(status="listed")
    assert "`data.bin` 1×" in overview_of(edges_out=(edge,), known={"data.bin": listed})[0]
