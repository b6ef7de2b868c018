"""What is blanked before a C-family grammar reads a file, and what is left of it afterwards."""

import pytest

from repobook.languages import parse
from repobook.languages.c_family.parser.c_text import prepare


@pytest.mark.parametrize(
    "head",
    [
        "class MY_API [[nodiscard]] Path {",
        "struct MY_API [[nodiscard, gnu::used]] Path : Base {",
        "class MY_API [[nodiscard]] Path final {",
        "template <typename T>\nclass MY_API [[nodiscard]] Path<T*> {",
    ],
)
def test_class_behind_an_export_macro_and_an_attribute_keeps_its_name(head: str) -> None:
    facts = parse("C++", f"{head}\n  int size_;\n}};\n".encode())
    assert [d.qualname for d in facts.definitions] == ["Path", "Path.size_"]
    assert ("MY_API", "macro") in [(r.name, r.role) for r in facts.references]
    assert not facts.diagnostics


def test_a_macro_alone_between_declarations_is_no_type() -> None:
    text = (
        b"int f();  // declared\n\nBEGIN_NAMESPACE\nBEGIN_EXPORT\n\n// A class.\nclass A {};\n"
        b"enum E {\n  ONLY_ONE\n\n};\nint n =\nTOTAL_NUMBER\n\n;\n"
    )
    found = [(d.kind, d.name) for d in parse("C++", text).definitions]
    assert ("class", "A") in found
    assert ("enum_member", "ONLY_ONE") in found
    assert not [name for _, name in found if name.startswith("BEGIN")]


@pytest.mark.parametrize(
    ("line", "name", "macros"),
    [
        ("num_err num_init(num *a) CHECKED;", "num_init", ["CHECKED"]),
        (
            "num_err num_all(num *a, ...) NULL_ENDED\n  CHECKED;",
            "num_all",
            ["NULL_ENDED", "CHECKED"],
        ),
        ("static int run(void) UNLIKELY {}", "run", ["UNLIKELY"]),
        ("int ZEXPORT reads(File file) {}", "reads", ["ZEXPORT"]),
        ("File ZEXPORT opens(int n);", "opens", ["ZEXPORT"]),
        ("unsigned char FAR *from;", "from", ["FAR"]),
        ("void shows(__unused struct row *row, __unused int n) {}", "shows", ["__unused"] * 2),
        ("static int __init starts(void) {}", "starts", ["__init"]),
        ("long copies(char __user *to, int size NOT_USED);", "copies", ["__user", "NOT_USED"]),
        ("U32 const limit = 3;", "limit", []),
        ("API const Row first(int n);", "first", ["API"]),
    ],
)
def test_what_a_macro_marks_keeps_its_name(line: str, name: str, macros: list[str]) -> None:
    facts = parse("C", f"{line}\n".encode())
    assert [d.name for d in facts.definitions] == [name]
    used = [r.name for r in facts.references if r.role == "macro" for _ in r.positions]
    assert sorted(used) == sorted(macros)
    assert not facts.diagnostics


@pytest.mark.parametrize(
    "statement",
    ["if (n) FAIL;", "while (n) STEP;", "n = A * n;", "return sizeof B;", "calls(A, n, B);"],
)
def test_a_statement_in_capitals_is_no_mark(statement: str) -> None:
    text = f"int f(int n) {{\n  {statement}\n}}\n".encode()
    assert prepare(text) == text


def test_words_in_comments_and_strings_are_no_uses_of_macros() -> None:
    text = b"""\
/* How
   the HTTP request (GET) ends: int THE end(int n)
   int OLD size(1);
 */
const char *said = "int SOME text(1), int a HERE)";  // int THAT was(1);
int API f(int n);
"""
    facts = parse("C", text)
    assert [r.name for r in facts.references if r.role == "macro"] == ["API"]
