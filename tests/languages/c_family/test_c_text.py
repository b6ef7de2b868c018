"""What is blanked before a C-family grammar reads a file, and what is left of it afterwards."""

import pytest

from repobook.languages import parse


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
