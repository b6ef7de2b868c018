"""File Metadata and File Purpose."""

import pytest

from repobook.book.file.sections import metadata, purpose
from repobook.book.shared.purposes import purpose_inline
from repobook.model.blocks import Quotation
from repobook.model.dossiers.dossier import Covering, Edge, Owner, Past, Quote, Rank, Uses
from repobook.model.finding import Finding
from repobook.model.graph import Reason
from repobook.model.purpose import Purpose
from tests.book.views import plain, told
from tests.fakes.dossiers import file_dossier, symbol


def test_fact_strip_tells_what_there_is() -> None:
    dossier = file_dossier(
        text="a = 1\nb = 2\n",
        edges_out=(Edge("x.py", "import", 1, "exact", 1), Edge("x.py", "call", 2, "exact", 4)),
        edges_in=(
            Edge("y.py", "import", 3, "exact", 1),
            Edge("y.py", "call", 5, "exact", 1),
            Edge("x.py", "call", 5, "inferred", 1),
            Edge("v.py", "call", 5, "ambiguous", 1),
            Edge("z.md", "document", 1, "exact", 1),
            Edge("t.py", "test", 1, "exact", 1),
        ),
        tests=(Covering("t.py", (Reason("use", (), (1,)),), ""),),
        findings=(
            Finding("r", "info", "performance", 1, "m", "c"),
            Finding("s", "warning", "security", 1, "m", "c"),
            Finding("s", "warning", "security", 2, "m", "c"),
        ),
        rank=Rank(is_entry=True, entry_line=2),
        past=Past("0123456789abcdef", "2026-01-02", 7, ()),
        owners=(Owner(("@team",), "CODEOWNERS", 3),),
    )
    assert told(metadata.blocks(dossier)) == [
        "Bytes: 12",
        "Findings: 2 warnings, 1 info",
        "Entry point: [L2]",
        "Last change: 2026-01-02 in `0123456789ab`",
        "Changes: 7 commits",
        "Owners: “@team” [CODEOWNERS:L3]",
        "Blob: `b10b`",
        "Language: Python",
        "Lines: 2 [L1-2]",
        "Role: source",
    ]


def test_fact_strip_is_silent_about_what_there_is_not() -> None:
    labels = [line.partition(":")[0] for line in told(metadata.blocks(file_dossier()))]
    assert labels == ["Bytes", "Blob", "Language", "Role"]


@pytest.mark.parametrize(
    ("why", "tests"),
    [
        (Reason("import", (), (3,)), "likely tests"),
        (Reason("mention", ("cut_grid",), (3,)), "low-confidence tests"),
    ],
)
def test_essentials_stand_on_one_line(why: Reason, tests: str) -> None:
    dossier = file_dossier(text="x\n", tests=(Covering("t.py", (why,), ""),))
    assert plain(metadata.essentials(dossier)) == f"Python · 1 line · source · {tests} `t.py`"


def test_essentials_name_the_only_importer_and_the_best_test() -> None:
    edges = [Edge(path, "import", 3, "exact", 1) for path in ("b.py", "c.py", "d.py")]
    tests = [Covering(path, (Reason("import", (), (3,)),), "") for path in ("t.py", "u.py", "v.py")]
    dossier = file_dossier(edges_in=tuple(edges[:1]), tests=tuple(tests))
    told = plain(metadata.essentials(dossier))
    assert (
        told == "Python · 0 lines · source · imported by `b.py` · likely tests `t.py` and [2 more]"
    )
    dossier = file_dossier(edges_in=tuple(edges))
    assert plain(metadata.essentials(dossier)).endswith("imported by [3 files]")


def test_essentials_tell_tests_once() -> None:
    edges = (Edge("t.py", "test", 3, "exact", 1), Edge("u.py", "test", 3, "exact", 1))
    tests = (Covering("t.py", (Reason("import", (), (3,)),), ""),)
    told = plain(metadata.essentials(file_dossier(edges_in=edges[:1], tests=tests)))
    assert told == "Python · 0 lines · source · likely tests `t.py`"
    told = plain(metadata.essentials(file_dossier(edges_in=edges, tests=tests)))
    assert told.endswith("source · tested by [2 test files] · likely tests `t.py`")


def test_purpose_goes_on_where_the_sentence_on_top_ends() -> None:
    text = '# Copyright (c) Someone.\n"""Adds things.\n\nSlowly."""\n'
    dossier = file_dossier(text=text, doc="Adds things.\n\nSlowly.", role_reason="Python file")
    assert told(purpose.blocks(dossier)) == ["> Slowly. ([L4])"]
    dossier = file_dossier(text='"""Adds things."""\n', doc="Adds things.")
    assert told(purpose.blocks(dossier)) == []


def test_purpose_says_no_sentence_twice_where_it_stands_with_markup() -> None:
    doc = "Wraps a :class:`~web.Request` as\none call. It is passed on."
    text = f'class App:\n"""{doc}\n"""\n'
    row = Purpose("Wraps a `Request` as one call.", "symbol", "App", "pkg/mod.py", 2, 3)
    app = symbol(0, "App", 1, 4, kind="class", doc=doc)
    dossier = file_dossier(text=text, symbols=(app,), purpose=row)
    assert told(purpose.blocks(dossier)) == ["> It is passed on. ([L3])"]
    dossier = file_dossier(text=text, symbols=(app,), purpose=row._replace(text="Says more."))
    assert told(purpose.blocks(dossier)) == [f"> {doc} ([L2-3])"]


def test_purpose_adds_nothing_to_what_a_document_says_on_top() -> None:
    row = Purpose("Lists files.", "document", "", "README.md", 4, 4)
    quotes = (Quote("README.md", 4, 4, "*Lists* files."),)
    assert told(purpose.blocks(file_dossier(quotes=quotes, purpose=row))) == []
    quotes = (Quote("README.md", 4, 5, "*Lists* files. By name."),)
    told_words = told(purpose.blocks(file_dossier(quotes=quotes, purpose=row)))
    assert told_words == ["> By name. ([README.md:L4-5])"]


def test_a_silent_file_has_the_words_of_what_it_is_named_for() -> None:
    text = "/** Reads text. */\nclass Parser {\n  /** Reads a string. */\n  void read() {}\n}\n"
    parser = symbol(0, "Parser", 2, 5, kind="class", doc="Reads text.")
    uses = Uses(2, 2, 2, 0, 2, (), 2)
    read = symbol(1, "Parser.read", 4, 4, kind="method", doc="Reads a string.", uses=uses)
    dossier = file_dossier(path="src/Parser.java", text=text, symbols=(parser, read))
    assert told(purpose.blocks(dossier))[:2] == [
        "`Parser` is documented as:",
        "> Reads text. ([L1])",
    ]
    dossier = file_dossier(path="src/Other.java", text=text, symbols=(parser, read))
    assert told(purpose.blocks(dossier))[0] == "`Parser.read` is documented as:"


def test_a_derived_sentence_that_quotes_the_main_symbol_is_enough() -> None:
    text = "/** Reads text. */\nclass Parser {\n}\n"
    parser = symbol(0, "Parser", 2, 3, kind="class", doc="Reads text.")
    row = Purpose("Defines class `Parser` (“Reads text”)", "derived", "", "src/Parser.java", 2, 3)
    dossier = file_dossier(path="src/Parser.java", text=text, symbols=(parser,), purpose=row)
    assert told(purpose.blocks(dossier)) == []


def test_a_silent_file_has_the_words_of_the_symbol_that_others_use() -> None:
    text = "// Counts words.\n// Slowly.\nclass Counter {\n};\n"
    used = symbol(
        0,
        "Counter",
        3,
        4,
        kind="class",
        doc="Counts words.\nSlowly.",
        uses=Uses(2, 2, 2, 0, 2, (), 2),
    )
    assert told(purpose.blocks(file_dossier(text=text, symbols=(used,))))[:2] == [
        "`Counter` is documented as:",
        "> Counts words. ([L1-2])",
    ]


def test_a_silent_file_has_the_words_of_the_symbol_that_fills_it() -> None:
    text = "def small():\n    'Is small.'\n" + "\n" * 8 + "def f():\n    'Adds all.'\n" + "\n" * 8
    symbols = (
        symbol(0, "small", 1, 2, doc="Is small."),
        symbol(1, "f", 11, 20, doc="Adds all."),
    )
    assert told(purpose.blocks(file_dossier(text=text, symbols=symbols)))[1] == (
        "> Adds all. ([L12])"
    )


def test_one_symbol_of_many_does_not_speak_for_a_file() -> None:
    text = "int f() { }  // Adds.\nint g() { }\n" + "\n" * 20
    symbols = (
        symbol(0, "f", 1, doc="Adds.", uses=Uses(2, 2, 2, 0, 2, (), 2)),
        symbol(1, "g", 2, uses=Uses(2, 2, 2, 0, 2, (), 2)),
        symbol(2, "h", 3, uses=Uses(1, 1, 1, 0, 1, (), 1)),
    )
    assert "> Adds. ([L1])" not in told(purpose.blocks(file_dossier(text=text, symbols=symbols)))


def test_purpose_quotes_what_documents_say() -> None:
    natural = (Quote("README.md", 4, 5, "Lists files."),)
    assert told(purpose.blocks(file_dossier(quotes=natural)))[0] == (
        "> Lists files. ([README.md:L4-5])"
    )


def test_metadata_show_the_line_that_gave_the_role_away() -> None:
    dossier = file_dossier(
        text="// hi\n// DO NOT EDIT\n", role="generated", role_reason="header says DO NOT EDIT"
    )
    assert "Role: generated, by header says DO NOT EDIT [L2]" in told(metadata.blocks(dossier))


def test_words_that_do_not_stand_in_the_file_are_not_quoted() -> None:
    dossier = file_dossier(text="x = 1\n", doc="Something else.")
    found = purpose.blocks(dossier)
    assert not [block for block in found if isinstance(block, Quotation)]
    assert told(found) == []


def test_a_derived_sentence_shows_names_as_code_and_its_lines() -> None:
    row = Purpose("Defines `f`; used by `b.py`", "derived", "", "pkg/mod.py", 1, 2)
    assert plain(purpose_inline(row, "pkg/mod.py")) == "Defines `f`; used by `b.py` [L1-2]"


def test_words_about_a_symbol_name_it() -> None:
    row = Purpose("Reads text.", "symbol", "Parser", "pkg/mod.py", 2, 2)
    assert plain(purpose_inline(row)) == "`Parser`: “Reads text.” [pkg/mod.py:L2]"


def test_words_of_a_symbol_elsewhere_name_it() -> None:
    text = "Inherits from `a/bin.h:3-4` (`Bin`: “Maps values”)"
    row = Purpose(text, "derived", "", "pkg/mod.py", 2, 2)
    assert plain(purpose_inline(row)) == (
        "Inherits from `a/bin.h` (`Bin`: “Maps values” [L3-4]) [pkg/mod.py:L2]"
    )
