"""Go: packages are folders, methods belong to types, locals are no symbols."""

from repobook.model.graph import BUILTIN, DYNAMIC, EXTERNAL, UNKNOWN, Link
from tests.fakes.units import links_by_name, unit

_MODULE = {"go.mod": "module example.com/app\n"}


def _exact(*targets: str) -> Link:
    return Link(targets, "exact")


def test_names_of_the_same_package_are_seen_across_files() -> None:
    files = {
        "a/x.go": "package a\nfunc F() { helper(); len(nil) }\n",
        "a/y.go": "package a\nfunc helper() {}\n",
        "b/y.go": "package b\nfunc helper() {}\n",
    }
    found = links_by_name(_MODULE | files, "a/x.go")
    assert found["helper"] == _exact("a/y.go::helper")
    assert found["len"] == BUILTIN


def test_imported_packages_by_module_path() -> None:
    files = {
        "main.go": (
            'package main\nimport (\n"fmt"\nu "example.com/app/util"\n"example.com/app/other"\n)\n'
            "func main() { u.Do(); fmt.Println(); odd.Do() }\n"
        ),
        "util/u.go": "package util\nfunc Do() {}\n",
        "other/o.go": "package odd\nfunc Do() {}\n",
    }
    found = links_by_name(_MODULE | files, "main.go")
    assert found["u.Do"] == _exact("util/u.go::Do")
    assert found["odd.Do"] == _exact("other/o.go::Do")
    assert found["fmt.Println"] == EXTERNAL
    assert found["fmt"] == EXTERNAL
    assert found["example.com/app/util"] == _exact("util/u.go")


def test_methods_are_found_through_receivers_fields_and_embedded_types() -> None:
    files = {
        "a.go": (
            "package a\ntype S struct { *Base; inner Inner }\n"
            "func (s *S) Run() { s.inner.Go(); s.Shared(); s.Gone() }\n"
        ),
        "b.go": (
            "package a\ntype Base struct{}\nfunc (b *Base) Shared() {}\n"
            "type Inner struct{}\nfunc (i Inner) Go() {}\n"
        ),
    }
    found = links_by_name(_MODULE | files, "a.go")
    assert found["S().inner.Go"] == _exact("b.go::Inner.Go")
    assert found["S().Shared"] == _exact("b.go::Base.Shared")
    assert found["S().Gone"] == UNKNOWN


def test_a_local_is_no_function_of_its_name() -> None:
    files = {
        "a.go": (
            "package a\nfunc work() {}\nfunc F(work func()) { work() }\n"
            "func G() { type T struct{}; _ = T{} }\n"
        ),
        "b.go": "package a\ntype T struct{}\n",
    }
    assert links_by_name(_MODULE | files, "a.go") == {}


def test_same_name_for_several_systems_is_ambiguous() -> None:
    files = {
        "a.go": "package a\nfunc F() { open() }\n",
        "a_linux.go": "package a\nfunc open() {}\n",
        "a_windows.go": "package a\nfunc open() {}\n",
    }
    found = links_by_name(_MODULE | files, "a.go")
    assert found["open"] == Link(("a_linux.go::open", "a_windows.go::open"), "ambiguous")


def test_test_package_sees_the_tested_one_only_by_import() -> None:
    files = {
        "a/a.go": "package a\nfunc F() {}\n",
        "a/a_test.go": ('package a_test\nimport "example.com/app/a"\nfunc Test() { a.F(); F() }\n'),
    }
    found = links_by_name(_MODULE | files, "a/a_test.go")
    assert found["a.F"] == _exact("a/a.go::F")
    assert found["F"] == UNKNOWN


def test_unknown_receiver_by_a_name_that_only_one_definition_bears() -> None:
    files = {
        "a.go": (
            "package a\nfunc F(x any) { x.(interface{}).RareMethod() }\n"
            "func G(xs []T) { for _, x := range xs { x.RareMethod(); x.Name(); x.None() } }\n"
        ),
        "b.go": "package a\ntype T int\nfunc (t T) RareMethod() {}\nfunc (t T) Name() {}\n",
    }
    found = links_by_name(_MODULE | files, "a.go")
    rule = "only definition of that name"
    assert found["?.RareMethod"] == Link(("b.go::T.RareMethod",), "inferred", rule)
    assert found["?.Name"] == DYNAMIC
    assert found["?.None"] == EXTERNAL


def test_types_that_embed_each_other_end() -> None:
    files = {
        "a.go": (
            "package a\ntype A struct { B }\ntype B struct { A }\ntype C struct { C }\n"
            "func (a A) F(c C) { a.Lost(); c.Lost() }\nfunc (b B) Kept() { b.Kept() }\n"
        )
    }
    found = links_by_name(_MODULE | files, "a.go")
    assert found["A().Lost"] == found["C().Lost"] == UNKNOWN
    assert found["B().Kept"] == _exact("a.go::B.Kept")


def test_what_is_passed_compared_or_asked_by_its_bare_name_is_used() -> None:
    files = {
        "a.go": (
            'package a\nimport "fmt"\n'
            "func run(limit int) {\n"
            "  x, err := each(visit, Max)\n  fmt.Println(x, err, limit)\n"
            "  if pattern.MatchString(name) { state = Closed }\n"
            "  switch state { case Open: }\n  _ = byKind[Open]\n}\n"
        ),
        "b.go": (
            "package a\nconst Max = 3\nconst (\n Open = iota\n Closed\n)\n"
            'var state, name = Open, ""\nvar pattern = compile()\nvar err, limit, x int\n'
            'var byKind = map[int]string{Open: "open"}\nfunc visit() {}\n'
        ),
    }
    found = links_by_name(_MODULE | files, "a.go")
    for name in ("visit", "Max", "pattern", "name", "state", "Open", "Closed", "byKind"):
        assert found[name] == _exact(f"b.go::{name}"), name
    # A parameter and what is bound in the function hide what the package calls so; a package that
    # is named before its function is no use of its own.
    assert found.keys().isdisjoint(["x", "err", "limit", "_"])
    assert found["fmt"] == EXTERNAL
    assert links_by_name(_MODULE | files, "b.go")["Open"] == _exact("b.go::Open")


def test_the_keys_of_a_struct_are_fields_and_no_names_of_the_package() -> None:
    files = {
        "a.go": (
            "package a\ntype T struct { size int }\nconst size = 1\nconst other = 2\n"
            "var v = T{size: other}\nvar several = []T{{size: 2}}\n"
        )
    }
    assert links_by_name(_MODULE | files, "a.go").keys() >= {"other"}
    assert "size" not in links_by_name(_MODULE | files, "a.go")


def test_a_field_that_a_literal_sets_is_used_there() -> None:
    files = {
        "a/x.go": (
            'package a\nimport "example.com/app/b"\n'
            "type Size struct { width, depth int }\n"
            "var one = Size{width: 1}\nvar some = []Size{{width: 2}, {depth: 3}}\n"
            'var named = map[string]*b.Box{"x": {Lid: 1}}\n'
            "func F() { b.G(&b.Box{Lid: 2}); s := Size{}; s.width = 4 }\n"
            "var free = struct{ width int }{width: 1}\n"
        ),
        "b/y.go": "package b\ntype Box struct { Lid int }\nfunc G(b *Box) {}\n",
    }
    found = links_by_name(_MODULE | files, "a/x.go")
    assert found["Size().width"] == _exact("a/x.go::Size.width")
    assert found["Size().depth"] == _exact("a/x.go::Size.depth")
    assert found["b.Box().Lid"] == _exact("b/y.go::Box.Lid")
    facts = unit("a/x.go", files["a/x.go"])
    widths = [len(r.positions) for r in facts.references if r.name == "width"]
    assert widths == [3]
