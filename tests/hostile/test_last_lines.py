"""Whatever a file ends with, nothing that is told of it ends behind its last line."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from repobook.languages import is_known, parse
from repobook.model.facts import FileFacts, unpack_position
from repobook.scan.classify.languages import tables
from repobook.text.lines import split_lines
from repobook.verify.verify import verify
from tests.fakes.books import make_book, rows
from tests.fakes.trees import write_tree

C_FAMILY = {
    "C": ".c",
    "C++": ".cpp",
    "CUDA": ".cu",
    "GLSL": ".glsl",
    "HIP": ".hip",
    "Metal": ".metal",
    "Objective-C": ".m",
    "Objective-C++": ".mm",
}
# What a file may break off in: every language meets all of it, its own and that of others.
BEGUN = (
    *("#define A(x) \\", "#define A 1", "#if A", "#include <a> \\", "// TODO: a \\", "/* TODO: a"),
    *("int f(int x) { return \\", "struct A { int a; \\", "enum A { B, \\", "@interface A \\"),
    *("x = \\", 'x = """TODO: a', "def f(a,\\", "class A:", "assert x, \\", "from a import \\"),
    *("try:\n    pass\nexcept: \\", 'os.environ["A"] \\', "eval(x \\", "# TODO: a \\", "@a \\"),
    *("fn f() { \\", "use a:: \\", "func f() {", "package a \\", "class A {", "val x = \\"),
    *("function f() {", "export \\", "`${a", "<a", "<script>eval(a", "<!-- TODO: a", "{{ a", "{#"),
    *("A = b \\", "target: a \\", "define A", "if x \\", "a <<E", "FROM a \\", "RUN a \\"),
    *("macro(a", 'load("a" \\', "message A {", "SELECT \\", "CREATE TABLE a (", "-- TODO: a"),
    *("[a]", "[a", '{"a":', "a: \\", "- a:\n  - b", "a = [", "Title\n=====", ".. a::", "```py"),
    *('key = "AKIAIOSFODNN7EXAMPLE" \\', "\\", ""),
)
ENDS = (
    *(
        "",
        "\n",
        "\r",
        "\r\n",
        "\n\n",
        "\\",
        "\\\n",
        "\\\r\n",
        "\\\n\\\n",
        " ",
        "\t\n",
        "\n ",
        "\n\t",
    ),
    *("\x0c", "\n\x0c", "\x0b", "\x85", "\u2028", "\n\u2028", "\ufeff", "\n\\"),
)


@cache
def languages() -> list[str]:
    known = {*tables().extensions.values(), *tables().filenames.values()}
    return sorted(filter(is_known, known))


def _lines(facts: FileFacts) -> Iterator[tuple[int, int, object]]:
    for reference in facts.references:
        for position in reference.positions:
            line, _ = unpack_position(position)
            yield line, line, reference
    told: tuple[Any, ...] = (
        *(*facts.definitions, *facts.texts, *facts.decisions, *facts.imports, *facts.notes),
        *(*facts.findings, *facts.settings, *facts.diagnostics),
    )
    for one in told:
        yield one.line, getattr(one, "end_line", one.line), one
    if facts.summary.line:
        yield facts.summary.line, facts.summary.end_line, facts.summary


@pytest.mark.parametrize("language", languages())
def test_nothing_ends_behind_the_last_line(language: str) -> None:
    for text in (begun + end for begun in BEGUN for end in ENDS):
        facts = parse(language, text.encode())
        n_lines = len(split_lines(text.removeprefix("\ufeff")))  # a mark, no text
        assert facts.n_lines == n_lines, text
        for first, last, told in _lines(facts):
            assert 1 <= first <= last <= max(n_lines, 1), (text, told)


@pytest.mark.parametrize("language", C_FAMILY)
@pytest.mark.parametrize("end", ["", "\\", "\\\n", "\\\r\n"])
def test_macro_that_is_continued_by_nothing_ends_in_its_line(language: str, end: str) -> None:
    facts = parse(language, f"int a;\n#define A(x) {end}".encode())
    macro = next(found for found in facts.definitions if found.kind == "macro")
    assert (macro.line, macro.end_line) == (2, 2)


def test_no_citation_of_a_book_leads_behind_a_file(tmp_path: Path) -> None:
    root, book = tmp_path / "root", tmp_path / "book"
    endings = [*C_FAMILY.values(), ".py", ".sh", ".mk", ".cmake", ".rs", ".go", ".kt", ".js"]
    begun = ("#define A(x) ", "# TODO: a ", "x = 1; ", "if x: eval(y) ")
    texts = {
        f"{n}/{m}{ending}": f"x\n{begun[n]}{end}"
        for ending in endings
        for n in range(len(begun))
        for m, end in enumerate(("", "\\", "\\\n"))
    }
    make_book(write_tree(root, texts), book)
    assert rows(book, _BEHIND) == []
    assert verify(book, str(root), 1).problems == ()


_TOLD = " UNION ALL ".join(
    f"SELECT path, {line} AS line FROM {view}"
    for view, line in [
        *[(view, "line") for view in ("refs", "notes", "findings", "diagnostics", "imports")],
        ("symbols", "end_line"),
    ]
)
_BEHIND = f"({_TOLD}) JOIN files USING (path) WHERE line > lines"
