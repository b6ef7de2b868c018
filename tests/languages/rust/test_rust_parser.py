"""Rust: impl blocks, attributes, paths in use declarations."""

from repobook.languages import parse
from repobook.model.facts import FileFacts, Import


def _outline(facts: FileFacts) -> list[tuple[str, str, int, int]]:
    return [(d.kind, d.qualname, d.line, d.end_line) for d in facts.definitions]


def _uses(facts: FileFacts, role: str) -> set[tuple[str, str]]:
    return {(r.receiver, r.name) for r in facts.references if r.role == role}


def test_definitions_with_their_lines() -> None:
    code = b"""pub struct S<T> {
    pub a: T,
}
enum E { A, B { x: i32 } }
trait Tr { const K: u8; type Out; fn req(&self); }
impl<T> S<T> {
    pub const Z: u8 = 1;
    pub fn new() -> Self {
        fn nested() {}
    }
}
impl Tr for pkg::Other { fn req(&self) {} }
const C: u32 = 1;
static G: i32 = 0;
type Al = u8;
macro_rules! mac { () => {} }
mod m {
    fn f() {}
}
"""
    assert _outline(parse("Rust", code)) == [
        ("struct", "S", 1, 3),
        ("field", "S.a", 2, 2),
        ("enum", "E", 4, 4),
        ("enum_member", "E.A", 4, 4),
        ("enum_member", "E.B", 4, 4),
        ("field", "E.B.x", 4, 4),
        ("trait", "Tr", 5, 5),
        ("constant", "Tr.K", 5, 5),
        ("type", "Tr.Out", 5, 5),
        ("method", "Tr.req", 5, 5),
        ("constant", "S.Z", 7, 7),
        ("method", "S.new", 8, 10),
        ("function", "S.new.nested", 9, 9),
        ("method", "Other.req", 12, 12),
        ("constant", "C", 13, 13),
        ("variable", "G", 14, 14),
        ("type", "Al", 15, 15),
        ("macro", "mac", 16, 16),
        ("module", "m", 17, 19),
        ("function", "m.f", 18, 18),
    ]


def test_parents_survive_the_removal_of_impl_blocks() -> None:
    code = b"mod m {\n impl S {\n  fn a() { fn b() {} }\n }\n}\n"
    assert [(d.qualname, d.parent) for d in parse("Rust", code).definitions] == [
        ("m", -1),
        ("m.S.a", 0),
        ("m.S.a.b", 1),
    ]


def test_attributes_and_docs_stand_before_the_item() -> None:
    code = b"""/// Doc of S.
#[derive(Debug, Clone)]
#[repr(C)]
pub struct S;
#[test]
// Why it matters.
fn works() {}
"""
    s, works = parse("Rust", code).definitions
    assert (s.line, s.doc, s.decorators) == (4, "Doc of S.", ("derive(Debug, Clone)", "repr(C)"))
    assert (works.line, works.doc, works.decorators) == (7, "Why it matters.", ("test",))


def test_visibility() -> None:
    code = b"""pub trait T { fn a(); }
impl T for S { fn a() {} }
impl S { fn hidden() {} pub fn shown() {} }
#[macro_export]
macro_rules! m { () => {} }
fn private() {}
"""
    shown = [d.qualname for d in parse("Rust", code).definitions if d.exported]
    assert shown == ["T", "T.a", "S.a", "S.shown", "m"]


def test_inner_doc_speaks_of_the_file_below_a_licence() -> None:
    assert parse("Rust", b"// Licence.\n\n//! The crate.\n//! More.\n").doc == "The crate.\nMore."


def test_import_forms() -> None:
    code = b"""use std::{fmt, io::{self, Read as R},
    collections::*};
use crate::a::b as c;
pub use x;
extern crate serde as sd;
mod inner;
mod here {}
"""
    assert parse("Rust", code).imports == (
        Import("std", "fmt", "", "use", 1),
        Import("std", "io", "", "use", 1),
        Import("std::io", "Read", "R", "use", 1),
        Import("std::collections", "*", "", "use", 2),
        Import("crate::a", "b", "c", "use", 3),
        Import("x", "", "", "use", 4),
        Import("serde", "", "sd", "extern", 5),
        Import("inner", "", "", "mod", 6),
    )


def test_references_by_role() -> None:
    code = b"""#[derive(Debug)]
impl fmt::Display for S {
    fn f(x: &pkg::Deep<u8>) -> Out {
        std::mem::swap(a.b, Kind::A);
        x.run()?.more();
        vec![helper(1), y.z(2)];
        log::warn!("x");
        Thing { a }
    }
}
"""
    facts = parse("Rust", code)
    assert _uses(facts, "inherit") == {("fmt", "Display")}
    assert _uses(facts, "decorator") == {("", "derive"), ("", "Debug")}
    assert _uses(facts, "macro") == {("", "vec"), ("log", "warn")}
    assert _uses(facts, "type") == {("", "S"), ("pkg", "Deep"), ("", "Out"), ("", "Kind")}
    assert _uses(facts, "mention") == {("", "a"), ("", "y")}
    assert _uses(facts, "call") == {
        ("std::mem", "swap"),
        ("pkg::Deep()", "run"),
        ("pkg::Deep().run()", "more"),
        ("", "helper"),
        ("y", "z"),
        ("", "Thing"),
    }
    assert _uses(facts, "attribute") == {("a", "b"), ("Kind", "A")}


def test_items_inside_a_macro_are_items() -> None:
    source = b"""cfg_rt! {
    /// Waits for it.
    pub struct JoinHandle<T> {
        raw: T,
    }

    cfg_net! {
        pub fn connect() {}
    }
}

fn main() {
    select! {
        x = y() => {}
    }
    vec! {
        1, 2
    }
}
"""
    facts = parse("Rust", source)
    found = [(d.kind, d.qualname, d.line, d.end_line) for d in facts.definitions]
    assert found == [
        ("struct", "JoinHandle", 3, 5),
        ("field", "JoinHandle.raw", 4, 4),
        ("function", "connect", 8, 8),
        ("function", "main", 12, 19),
    ]
    assert facts.definitions[0].doc == "Waits for it."


def test_a_macro_without_an_end_changes_nothing() -> None:
    facts = parse("Rust", b"cfg_rt! {\n    pub struct X;\n")
    assert facts.n_lines == 2


def test_bases_and_types() -> None:
    code = b"""pub struct S<'a> { a: &'a mut p::Foo<T>, b: Arc<Bar>, c: Vec<Q> }
impl<'a> S<'a> { fn new() -> Result<Self, E> {} }
impl fmt::Display for S<'_> { fn fmt(&self) {} }
trait Tr: Super + p::Other { fn d(&self) -> Box<dyn Tr>; }
type Al<T> = p::Foo<T>;
"""
    found = {d.qualname: (d.bases, d.value) for d in parse("Rust", code).definitions}
    assert found == {
        "S": (("fmt::Display",), ""),
        "S.a": ((), "p::Foo()"),
        "S.b": ((), "Bar()"),
        "S.c": ((), "Vec()"),
        "S.new": ((), "S()"),
        "S.fmt": ((), ""),
        "Tr": (("Super", "p::Other"), ""),
        "Tr.d": ((), "Tr()"),
        "Al": ((), "p::Foo"),
    }


def test_locals_stand_for_what_patterns_tell() -> None:
    code = b"""impl S {
    fn m<T: Tr>(&self, x: &Foo, t: T) {
        let z = x.make()?; z.a(); t.b(); self.f.c(); Self::d();
        let w = S { f: 1 }; w.e();
        for i in x.g() { i.h(); }
        match o { Some(p) if p.q() => p.h(), None => {} }
        if let Some(q) = o { q.h(); }
        let cl = |k: Foo, l| k.j(l.h());
    }
    fn n(driver: &mut Driver, h: driver::Handle) {}
}
"""
    facts = parse("Rust", code)
    assert _uses(facts, "call") == {
        ("Foo()", "make"),
        ("Foo().make()", "a"),
        ("Tr()", "b"),
        ("S().f", "c"),
        ("S", "d"),
        ("", "S"),
        ("S()", "e"),
        ("Foo()", "g"),
        ("?", "h"),
        ("?", "q"),
        ("Foo()", "j"),
    }
    assert ("driver", "Handle") in _uses(facts, "type")
