"""Go: receivers, groups of names, capital letters, import forms."""

from repobook.languages import parse
from repobook.model.facts import FileFacts, Import


def _outline(facts: FileFacts) -> list[tuple[str, str, int, int]]:
    return [(d.kind, d.qualname, d.line, d.end_line) for d in facts.definitions]


def _uses(facts: FileFacts, role: str) -> set[tuple[str, str]]:
    return {(r.receiver, r.name) for r in facts.references if r.role == role}


def test_definitions_with_their_lines() -> None:
    code = b"""package x

type T struct {
\tA, b int
\tfn func(int) error
}

type I interface {
\tM(x int) error
}

type Alias = T

const (
\tOne = iota
\ttwo
)

var V = 1

func F() {
\tvar local int
}

func (t *T) Meth() {}
func (l List[E]) Each() {}
"""
    assert _outline(parse("Go", code)) == [
        ("package", "x", 1, 1),
        ("struct", "T", 3, 6),
        ("field", "T.A", 4, 4),
        ("field", "T.b", 4, 4),
        ("field", "T.fn", 5, 5),
        ("interface", "I", 8, 10),
        ("method", "I.M", 9, 9),
        ("type", "Alias", 12, 12),
        ("constant", "One", 15, 15),
        ("constant", "two", 16, 16),
        ("variable", "V", 19, 19),
        ("function", "F", 21, 23),
        ("method", "T.Meth", 25, 25),
        ("method", "List.Each", 26, 26),
    ]


def test_an_embedded_type_is_a_field_too() -> None:
    facts = parse("Go", b"package x\ntype T struct {\n\tA\n\t*pkg.B\n\tC[int]\n}\n")
    assert [d.qualname for d in facts.definitions if d.kind == "field"] == ["T.A", "T.B", "T.C"]


def test_a_capital_letter_exports() -> None:
    facts = parse("Go", b"package x\nvar A, b int\nfunc (t *T) c() {}\n")
    assert [(d.name, d.exported) for d in facts.definitions] == [
        ("x", True),
        ("A", True),
        ("b", False),
        ("c", False),
    ]


def test_signature_and_doc() -> None:
    code = b"""package x

// F adds.
// Twice.
func F[T any](a int,
\tb ...T) (r T, err error) {
}
"""
    _, f = parse("Go", code).definitions
    assert f.signature == "func F[T any](a int, b ...T) (r T, err error)"
    assert f.doc == "F adds.\nTwice."


def test_package_comment_is_the_file_doc_not_the_licence() -> None:
    code = b"// Copyright Someone.\n\n// Package x does things.\npackage x\n"
    assert parse("Go", code).doc == "Package x does things."


def test_import_forms() -> None:
    code = b'package x\nimport (\n\t"fmt"\n\t. "dot"\n\t_ "blank"\n\tal "a/b"\n)\nimport `raw`\n'
    assert parse("Go", code).imports == (
        Import("fmt", "", "", "import", 3),
        Import("dot", "*", "", "import", 4),
        Import("blank", "", "_", "import", 5),
        Import("a/b", "", "al", "import", 6),
        Import("raw", "", "", "import", 8),
    )


def test_references_by_role() -> None:
    code = b"""package x
type T struct {
\tEmbedded
\t*pkg.Base
\tf other.Kind
}
func F(t *T) {
\tfmt.Println(t.a.b)
\tt.run()
\treturn Local{}
}
"""
    facts = parse("Go", code)
    assert _uses(facts, "inherit") == {("", "Embedded"), ("pkg", "Base")}
    assert _uses(facts, "type") == {("other", "Kind"), ("", "T"), ("", "Local")}
    assert _uses(facts, "call") == {("fmt", "Println"), ("T()", "run")}
    assert _uses(facts, "attribute") == {("T().a", "b")}


def test_locals_stand_for_what_their_declarations_tell() -> None:
    code = b"""package x
func F(a *pkg.A, xs []T) (r R) {
	b, err := a.Make(1)
	c := &C{}
	var d D
	e := new(E)
	b.f(); c.f(); d.f(); e.f(); r.f(); err.f()
	for _, x := range xs { x.f() }
	if b := other(); b != nil { b.g() }
	a.z(func(a Inner) { a.h() })
}
"""
    assert _uses(parse("Go", code), "call") == {
        ("pkg.A()", "Make"),
        ("pkg.A().Make()", "f"),
        ("C()", "f"),
        ("D()", "f"),
        ("E()", "f"),
        ("R()", "f"),
        ("?", "f"),
        ("", "new"),
        ("", "other"),
        ("other()", "g"),
        ("pkg.A()", "z"),
        ("Inner()", "h"),
    }


def test_types_of_fields_results_and_variables() -> None:
    code = b"""package x
type S struct { *Base; pkg.Other; f *pkg.T; m map[K]V }
type I interface { J; M() (*R, error) }
type A = pkg.B
func New() *S { return nil }
var V = New()
"""
    found = {d.qualname: (d.bases, d.value) for d in parse("Go", code).definitions}
    assert found["S"] == (("Base", "pkg.Other"), "")
    assert found["S.f"] == ((), "pkg.T()")
    assert found["S.m"] == ((), "")
    assert found["I"] == (("J",), "")
    assert found["I.M"] == ((), "R()")
    assert found["A"] == ((), "pkg.B")
    assert found["New"] == ((), "S()")
    assert found["V"] == ((), "New()")


def test_module_file_names_its_path() -> None:
    found = parse("Go Module", b"// note\nmodule example.com/x/y\n\ngo 1.22\n").definitions
    assert [(d.kind, d.name, d.value, d.line) for d in found] == [
        ("module", "y", "example.com/x/y", 2)
    ]


def test_broken_code_is_told_and_the_rest_is_read() -> None:
    facts = parse("Go", b"package x\nfunc F() { ] }\nfunc G() {}\n")
    assert facts.diagnostics
    assert "G" in {d.name for d in facts.definitions}
