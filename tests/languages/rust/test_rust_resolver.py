"""Rust: modules in files and blocks, ``use`` in all its forms, members of types and traits."""

import pytest

from repobook.model.graph import BUILTIN, EXTERNAL, UNKNOWN, Link
from tests.fakes.units import links_by_name

_MANIFEST = {"Cargo.toml": '[package]\nname = "my-crate"\n[dependencies]\nserde = "1"\n'}


def _exact(*targets: str) -> Link:
    return Link(targets, "exact")


def test_modules_are_files_beside_or_below() -> None:
    files = {
        "src/lib.rs": "mod a;\nmod b;\nfn f() { a::x(); b::c::y(); crate::a::x() }\n",
        "src/a.rs": "pub fn x() { super::f(); self::x() }\n",
        "src/b/mod.rs": "pub mod c;\n",
        "src/b/c.rs": "pub fn y() { super::super::a::x() }\n",
    }
    found = links_by_name(_MANIFEST | files, "src/lib.rs")
    assert found["a"] == _exact("src/a.rs")
    assert found["a.x"] == found["crate::a.x"] == _exact("src/a.rs::x")
    assert found["b::c.y"] == _exact("src/b/c.rs::y")
    found = links_by_name(_MANIFEST | files, "src/a.rs")
    assert found["super.f"] == _exact("src/lib.rs::f")
    assert found["self.x"] == _exact("src/a.rs::x")


@pytest.mark.parametrize(
    "use",
    [
        "use crate::m::thing;",
        "use crate::m::{thing};",
        "use crate::m::*;",
        "use super::m::thing;",
        "use crate::again::thing;",
        "use crate::globbed::thing;",
        "use my_crate::m::thing;",
    ],
)
def test_names_that_use_brings_in_sight(use: str) -> None:
    files = {
        "src/lib.rs": "mod m; mod again; mod globbed; mod here;\n",
        "src/m.rs": "pub fn thing() {}\n",
        "src/again.rs": "pub use crate::m::thing as thing;\n",
        "src/globbed.rs": "pub use super::m::*;\n",
        "src/here.rs": f"{use}\nfn f() {{ thing() }}\n",
    }
    assert links_by_name(_MANIFEST | files, "src/here.rs")["thing"] == _exact("src/m.rs::thing")


def test_crates_of_the_workspace_and_others() -> None:
    files = {
        "one/Cargo.toml": '[package]\nname = "crate-one"\n',
        "one/src/lib.rs": "pub mod deep;\npub use deep::Thing;\n#[macro_use]\nmod macros;\n",
        "one/src/deep.rs": "pub struct Thing;\nimpl Thing { pub fn go(&self) {} }\n",
        "one/src/macros.rs": "#[macro_export]\nmacro_rules! mac { () => {} }\n",
        "two/Cargo.toml": '[package]\nname = "two"\n[dependencies]\nserde = "1"\n',
        "two/src/main.rs": (
            "use crate_one::Thing;\nuse serde::Serialize;\nuse std::fmt;\n"
            "fn main(t: Thing) { t.go(); crate_one::mac!(); serde::x(); fmt::y(); println!() }\n"
        ),
    }
    found = links_by_name(files, "two/src/main.rs")
    assert found["Thing().go"] == _exact("one/src/deep.rs::Thing.go")
    assert found["crate_one:Thing"] == _exact("one/src/deep.rs::Thing")
    assert found["crate_one.mac"] == _exact("one/src/macros.rs::mac")
    assert found["serde.x"] == found["serde:Serialize"] == EXTERNAL
    assert found["fmt.y"] == found["println"] == BUILTIN


def test_macros_of_the_file_come_first_and_those_of_inner_modules_stay_there() -> None:
    inner = "mod tests { macro_rules! ext { () => {} } fn f() { ext!() } }\n"
    files = {
        "src/lib.rs": "#[macro_use]\nmod macros; mod a; mod b; mod c;\n",
        "src/macros.rs": "macro_rules! mac { () => {} }\n",
        "src/a.rs": inner,
        "src/b.rs": inner,
        "src/c.rs": "fn g() { ext!(); mac!() }\n",
    }
    found = links_by_name(_MANIFEST | files, "src/a.rs")
    assert found["ext"] == _exact("src/a.rs::tests.ext")
    found = links_by_name(_MANIFEST | files, "src/c.rs")
    assert found["mac"] == _exact("src/macros.rs::mac")
    assert not found["ext"].targets


def test_members_through_self_fields_traits_and_results() -> None:
    files = {
        "src/lib.rs": (
            "mod other;\nuse other::Inner;\npub struct S { inner: Box<Inner> }\n"
            "trait Tr { fn tr(&self) {} }\n"
            "impl Tr for S {}\nenum E { A, B }\n"
            "impl S {\n  fn new() -> Result<Self, E> { Self::new() }\n"
            "  fn run(&self) { self.inner.go(); self.tr(); self.far(); self.gone();"
            " S::new()?.run(); E::A; }\n}\n"
        ),
        "src/other.rs": (
            "use crate::S;\npub struct Inner;\nimpl Inner { pub fn go(&self) {} }\n"
            "impl S { pub fn far(&self) {} }\n"
        ),
    }
    found = links_by_name(_MANIFEST | files, "src/lib.rs")
    assert found["S.new"] == _exact("src/lib.rs::S.new")
    assert found["S().inner.go"] == _exact("src/other.rs::Inner.go")
    assert found["S().tr"] == _exact("src/lib.rs::Tr.tr")
    assert found["S().far"] == _exact("src/other.rs::S.far")
    assert found["S().gone"] == UNKNOWN
    assert found["S::new().run"] == _exact("src/lib.rs::S.run")
    assert found["E.A"] == _exact("src/lib.rs::E.A")


def test_a_module_written_in_the_file_sees_what_is_around_by_super() -> None:
    files = {
        "src/lib.rs": (
            "fn work() {}\n#[cfg(test)]\nmod tests {\n  use super::*;\n  fn help() {}\n"
            "  fn t() { work(); help() }\n}\n"
        )
    }
    found = links_by_name(_MANIFEST | files, "src/lib.rs")
    assert found["work"] == _exact("src/lib.rs::work")
    assert found["tests.help"] == _exact("src/lib.rs::tests.help")


def test_super_and_self_in_a_module_written_in_the_file_are_what_is_around_and_the_module() -> None:
    files = {
        "src/lib.rs": "mod a;\npub fn top() {}\n",
        "src/a.rs": (
            "pub fn near() {}\n"
            "mod tests {\n    fn here() {}\n    fn go() {\n"
            "        super::near();\n        self::here();\n        super::super::top();\n    }\n"
            "    mod inner {\n        fn deep() {\n            super::here();\n"
            "        }\n    }\n}\n"
        ),
    }
    found = links_by_name(_MANIFEST | files, "src/a.rs")
    assert found["self.near"] == _exact("src/a.rs::near")
    assert found["tests.here"] == _exact("src/a.rs::tests.here")
    assert found["self::super.top"] == _exact("src/lib.rs::top")


def test_a_local_is_no_function_and_a_module_no_call() -> None:
    files = {
        "src/lib.rs": "mod job;\nmod user;\npub use job::job;\n",
        "src/job.rs": "pub fn job() {}\n",
        "src/user.rs": "use crate::job;\nfn run(work: fn()) { work(); job() }\nfn work() {}\n",
    }
    found = links_by_name(_MANIFEST | files, "src/user.rs")
    assert "work" not in found
    assert found["job"] == _exact("src/job.rs::job")


def test_what_is_derived_is_no_struct_of_its_name() -> None:
    files = {"src/lib.rs": "struct Debug;\n#[derive(Debug)]\nstruct S;\n"}
    assert links_by_name(_MANIFEST | files, "src/lib.rs")["Debug"] == BUILTIN


def test_uses_and_globs_in_cycles_end() -> None:
    files = {
        "src/lib.rs": "mod a; mod b;\n",
        "src/a.rs": "pub use crate::b::*;\npub use crate::b::lost;\nfn f() { lost(); kept() }\n",
        "src/b.rs": "pub use crate::a::*;\npub use crate::a::lost;\npub fn kept() {}\n",
    }
    found = links_by_name(_MANIFEST | files, "src/a.rs")
    assert found["lost"] == UNKNOWN
    assert found["kept"] == _exact("src/b.rs::kept")


def test_a_file_that_declares_itself_and_traits_in_cycles_end() -> None:
    files = {
        "src/lib.rs": (
            "mod lib;\ntrait A: B {}\ntrait B: A {}\nfn f(x: &dyn A) { x.gone(); super::y() }\n"
        )
    }
    found = links_by_name(_MANIFEST | files, "src/lib.rs")
    assert found["A().gone"] == UNKNOWN
    assert not found["super.y"].targets


def test_what_is_passed_compared_or_matched_by_its_bare_name_is_used() -> None:
    files = {
        "src/lib.rs": (
            "mod m;\nuse m::{visit, Kind, LIMIT, TABLE};\n"
            "fn run(xs: &[u8], limit: usize) -> Kind {\n"
            "    let (first, rest) = xs.split_at(LIMIT);\n"
            "    xs.iter().map(visit).filter(|x| **x > first);\n"
            "    assert_eq!(rest, TABLE.get(0..limit));\n"
            "    match limit { LIMIT => Kind::Big, n => Kind::new(n) }\n}\n"
            "fn first() {}\nfn rest() {}\nfn n() {}\nfn x() {}\n"
        ),
        "src/m.rs": (
            "pub const LIMIT: usize = 3;\npub static TABLE: T = T;\npub fn visit() {}\n"
            "pub enum Kind { Big }\nimpl Kind { pub fn new() {} }\n"
        ),
    }
    found = links_by_name(_MANIFEST | files, "src/lib.rs")
    for name in ("visit", "LIMIT", "TABLE", "Kind"):
        assert found[name] == _exact(f"src/m.rs::{name}"), name
    assert found["Kind.Big"] == _exact("src/m.rs::Kind.Big")
    assert found.keys().isdisjoint(["first", "rest", "n", "x", "limit", "xs"])


def test_a_variant_that_a_pattern_takes_apart_is_used() -> None:
    files = {
        "src/lib.rs": (
            "enum E { One(u8), Two }\nfn f(e: E) {\n"
            "    match e { E::One(inner) => inner, E::Two => 0 };\n}\n"
        )
    }
    found = links_by_name(_MANIFEST | files, "src/lib.rs")
    assert found["E.One"] == _exact("src/lib.rs::E.One")
    assert found["E.Two"] == _exact("src/lib.rs::E.Two")


def test_two_globs_that_give_the_same_name_leave_it_open() -> None:
    files = {
        "src/lib.rs": (
            "enum A { Dark }\nenum B { Dark }\nfn f() { use A::*; g(Dark) }\n"
            "fn g() { use B::*; h(Dark) }\n"
        )
    }
    found = links_by_name(_MANIFEST | files, "src/lib.rs")
    assert found["Dark"] == Link(("src/lib.rs::A.Dark", "src/lib.rs::B.Dark"), "ambiguous")


def test_a_field_that_a_literal_sets_is_used_there() -> None:
    files = {
        "src/lib.rs": "mod m;\nfn f() { let s = m::Size { width: 1, depth: 2 }; s.width; }\n",
        "src/m.rs": (
            "pub struct Size { pub width: u32, pub depth: u32 }\n"
            "impl Size {\n    fn new(n: u32) -> Self {\n"
            f"        Self {{ width: n, {' ' * 300}depth: 0 }}\n    }}\n}}\n"
        ),
    }
    found = links_by_name(_MANIFEST | files, "src/lib.rs")
    assert found["m::Size().width"] == _exact("src/m.rs::Size.width")
    assert found["m::Size().depth"] == _exact("src/m.rs::Size.depth")
    assert links_by_name(_MANIFEST | files, "src/m.rs")["Size().depth"] == _exact(
        "src/m.rs::Size.depth"
    )
