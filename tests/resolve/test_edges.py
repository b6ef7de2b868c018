"""Edges between files: links go in, and for each file and kind one edge comes out."""

from repobook.model.facts import Import, Reference, ReferenceRole, pack_position
from repobook.model.graph import UNKNOWN, FileEdge, FileLinks, Link, Unit
from repobook.resolve.edges import file_edges

FILES = {
    "a.py": Unit("a.py", "Python", "source"),
    "b.py": Unit("b.py", "Python", "source"),
    "c.h": Unit("c.h", "C", "source"),
    "d.py": Unit("d.py", "Python", "source"),
    "e.py": Unit("e.py", "Python", "source"),
    "odd::name.py": Unit("odd::name.py", "Python", "source"),
    "test_a.py": Unit("test_a.py", "Python", "test"),
    "test_b.py": Unit("test_b.py", "Python", "test"),
}


def uses(name: str, role: ReferenceRole, *lines: int) -> Reference:
    return Reference(name, "", role, tuple(pack_position(line, 4) for line in lines))


def exact(*targets: str) -> Link:
    return Link(targets, "exact")


def edges(path: str, *links: tuple[Reference | Import, Link]) -> tuple[FileEdge, ...]:
    references = [(use, link) for use, link in links if isinstance(use, Reference)]
    imports = [(use, link) for use, link in links if isinstance(use, Import)]
    unit = FILES[path]._replace(
        imports=tuple(use for use, _ in imports),
        references=tuple(use for use, _ in references),
    )
    found = FileLinks(tuple(link for _, link in references), tuple(link for _, link in imports))
    return file_edges(unit, found, FILES)


def test_an_import_and_an_include_are_told_apart() -> None:
    assert edges(
        "a.py",
        (Import("b", "", "", "import", 1), exact("b.py")),
        (Import("c.h", "", "", "include", 2), exact("c.h")),
    ) == (FileEdge("b.py", "import", 1, "exact"), FileEdge("c.h", "include", 2, "exact"))


def test_the_role_of_a_reference_gives_the_kind() -> None:
    assert edges(
        "a.py",
        (uses("B", "inherit", 3), exact("b.py::B")),
        (uses("f", "call", 4), exact("b.py::f")),
        (uses("T", "type", 5), exact("b.py::T")),
    ) == (
        FileEdge("b.py", "call", 4, "exact"),
        FileEdge("b.py", "inherit", 3, "exact"),
        FileEdge("b.py", "use", 5, "exact"),
    )


def test_places_are_counted_and_the_first_line_is_kept() -> None:
    assert edges(
        "a.py",
        (uses("g", "call", 7, 9), exact("b.py::g")),
        (uses("f", "call", 4, 5, 8), exact("b.py::f")),
    ) == (FileEdge("b.py", "call", 4, "exact", 5),)


def test_the_surest_places_make_the_edge() -> None:
    assert edges(
        "a.py",
        (uses("f", "call", 2), Link(("b.py::f",), "inferred", "only definition of that name")),
        (uses("g", "call", 7), exact("b.py::g")),
        (uses("h", "call", 9), Link(("b.py::h",), "inferred", "only definition of that name")),
    ) == (FileEdge("b.py", "call", 7, "exact"),)


def test_a_file_has_no_edge_to_itself_nor_to_what_is_no_file() -> None:
    assert edges("a.py", (uses("f", "call", 2), exact("a.py::f"))) == ()
    assert edges("a.py", (uses("f", "call", 2), exact("gone.py::f"))) == ()
    assert edges("a.py", (uses("f", "call", 2), UNKNOWN)) == ()


def test_few_candidate_files_are_told_as_ambiguous_and_many_not_at_all() -> None:
    few = Link(("b.py::f", "d.py::f"), "ambiguous")
    many = Link(("b.py::f", "c.h::f", "d.py::f", "e.py::f"), "ambiguous")
    assert edges("a.py", (uses("f", "call", 2), few)) == (
        FileEdge("b.py", "call", 2, "ambiguous"),
        FileEdge("d.py", "call", 2, "ambiguous"),
    )
    assert edges("a.py", (uses("f", "call", 2), many)) == ()


def test_candidates_in_one_file_settle_the_file() -> None:
    overloads = Link(("b.py::f", "b.py::f~2"), "ambiguous")
    assert edges("a.py", (uses("f", "call", 2), overloads)) == (
        FileEdge("b.py", "call", 2, "inferred"),
    )


def test_a_test_tests_what_it_imports_or_uses_unless_that_is_a_test() -> None:
    assert edges(
        "test_a.py",
        (Import("b", "", "", "import", 1), exact("b.py")),
        (uses("f", "call", 4, 6), exact("b.py::f")),
        (uses("help", "call", 5), exact("test_b.py::help")),
    ) == (
        FileEdge("b.py", "call", 4, "exact", 2),
        FileEdge("b.py", "import", 1, "exact"),
        FileEdge("b.py", "test", 1, "exact", 3),
        FileEdge("test_b.py", "call", 5, "exact"),
    )


def test_a_document_among_tests_tests_nothing() -> None:
    unit = Unit("test_a.py", "Markdown", "test", references=(uses("f", "mention", 4),))
    links = FileLinks((exact("b.py::f"),), kind="document")
    assert file_edges(unit, links, FILES) == (FileEdge("b.py", "document", 4, "exact"),)


def test_what_the_resolver_adds_is_joined() -> None:
    unit = Unit("a.py", "Python", "source")
    added = (FileEdge("b.py", "build", 9, "exact"), FileEdge("b.py", "build", 3, "exact", 2))
    assert file_edges(unit, FileLinks(edges=added), FILES) == (
        FileEdge("b.py", "build", 3, "exact", 3),
    )


def test_a_path_may_hold_the_separator_of_symbol_ids() -> None:
    odd = edges("a.py", (uses("f", "call", 2), exact("odd::name.py::f")))
    assert odd == (FileEdge("odd::name.py", "call", 2, "exact"),)
    hostile = "::".join("x" * 50_000)
    assert edges("a.py", (uses("f", "call", 2), exact(hostile))) == ()


def test_an_import_that_does_not_run_with_the_file_is_an_edge_of_its_own_kind() -> None:
    later = [
        (Import("b", "f", "", form, line), exact("b.py::f"))
        for line, form in enumerate(("type-only", "deferred"), 1)
    ]
    assert edges("a.py", *later) == (
        FileEdge("b.py", "deferred", 2, "exact"),
        FileEdge("b.py", "type-only", 1, "exact"),
    )
    assert edges("test_a.py", *later) == (
        FileEdge("b.py", "import", 1, "exact", 2),
        FileEdge("b.py", "test", 1, "exact", 2),
    )
