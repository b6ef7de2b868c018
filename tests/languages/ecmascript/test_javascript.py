"""JavaScript: the many ways to define, export and import."""

import pytest

from repobook.languages import parse
from repobook.model.facts import Definition, FileFacts, Import


def _outline(facts: FileFacts) -> list[tuple[str, str, int, int]]:
    return [(d.kind, d.qualname, d.line, d.end_line) for d in facts.definitions]


def _only(code: bytes) -> Definition:
    (definition,) = parse("JavaScript", code).definitions
    return definition


def _uses(facts: FileFacts, role: str) -> set[tuple[str, str]]:
    return {(r.receiver, r.name) for r in facts.references if r.role == role}


def test_functions_and_classes_with_their_lines() -> None:
    code = b"""function* gen() {
}
const arrow = async (x) => {
  const inner = function () {};
};
class A extends B {
  static #hidden = 1;
  handler = () => 2;
  constructor() {
    super();
  }
  get g() { return 1 }
}
const LIMIT = 3, { m, n: k } = obj;
"""
    assert _outline(parse("JavaScript", code)) == [
        ("function", "gen", 1, 2),
        ("function", "arrow", 3, 5),
        ("function", "arrow.inner", 4, 4),
        ("class", "A", 6, 13),
        ("field", "A.hidden", 7, 7),
        ("method", "A.handler", 8, 8),
        ("constructor", "A.constructor", 9, 11),
        ("method", "A.g", 12, 12),
        ("constant", "LIMIT", 14, 14),
        ("variable", "m", 14, 14),
        ("variable", "k", 14, 14),
    ]


@pytest.mark.parametrize(
    ("code", "qualname", "kind"),
    [
        (b"exports.foo = function () {};", "foo", "function"),
        (b"module.exports.limit = 1;", "limit", "variable"),
        (b"Foo.prototype.bar = function () {};", "Foo.bar", "method"),
        (b"app.use = function use() {};", "app.use", "method"),
        (b"export default class {}", "default", "class"),
        (b"export default function named() {}", "named", "function"),
        (b"module.exports = { foo: () => 1 };", "foo", "method"),
        (b"app.on('mount', function onmount() {});", "onmount", "function"),
    ],
)
def test_definition_by_assignment_or_export(code: bytes, qualname: str, kind: str) -> None:
    definition = _only(code)
    assert (definition.qualname, definition.kind) == (qualname, kind)


def test_exporting_another_name_defines_nothing() -> None:
    assert parse("JavaScript", b"exports.a = b;").definitions == ()


@pytest.mark.parametrize(
    "code",
    [
        b"export function f() {}",
        b"function f() {}\nexport { f };",
        b"function f() {}\nexport { f as g };",
        b"function f() {}\nexport default f;",
        b"function f() {}\nmodule.exports = { f };",
        b"function f() {}\nmodule.exports = { g: f };",
        b"function f() {}\nexports.g = f;",
        b"function f() {} // a script shares all it has",
    ],
)
def test_exported(code: bytes) -> None:
    assert _only(code).exported


def test_what_a_module_does_not_export_is_its_own_with_all_it_holds() -> None:
    code = b"import x from 'x';\nclass A { m() {} }\nexport class B { n() {} }\n"
    facts = parse("JavaScript", code)
    assert {d.name for d in facts.definitions if d.exported} == {"B", "n"}


def test_signature_doc_and_decorators() -> None:
    code = b"""/** Adds. */
export async function add(a,
                          b = 1) { return a + b }
class C {
  /** Means it. */
  @once
  @log("x")
  m(a) {}
}
"""
    add, _, method = parse("JavaScript", code).definitions
    assert (add.signature, add.doc) == ("export async function add(a, b = 1)", "Adds.")
    assert (method.line, method.signature, method.doc) == (8, "m(a)", "Means it.")
    assert method.decorators == ("once", 'log("x")')


def test_arrow_signature_ends_at_its_body() -> None:
    assert _only(b"export const f = (a, b) => {\n};").signature == "export const f = (a, b)"


def test_tests_are_named_by_their_titles() -> None:
    code = b"""describe('a.b c', () => {
  it("works. Well", () => {
  });
  test.skip(`later`, function () {});
  other('no test', () => {});
});
"""
    assert _outline(parse("JavaScript", code)) == [
        ("test", "a.b c", 1, 6),
        ("test", "a.b c.works. Well", 2, 3),
        ("test", "a.b c.later", 4, 4),
    ]
    assert parse("JavaScript", code).definitions[1].name == "works. Well"


def test_import_forms() -> None:
    code = b"""import a, { b as c, d } from './x.js';
import * as ns from "y";
import 'side';
export * from './all';
export * as q from './q';
export { z, w as v } from './zz';
const fs = require('fs'), { join, x: y } = require('path');
require('bare');
const lazy = await import('./lazy');
notRequire('nothing');
"""
    assert parse("JavaScript", code).imports == (
        Import("./x.js", "default", "a", "import", 1),
        Import("./x.js", "b", "c", "import", 1),
        Import("./x.js", "d", "", "import", 1),
        Import("y", "", "ns", "import", 2),
        Import("side", "", "", "import", 3),
        Import("./all", "*", "", "export", 4),
        Import("./q", "", "q", "export", 5),
        Import("./zz", "z", "", "export", 6),
        Import("./zz", "w", "v", "export", 6),
        Import("fs", "", "fs", "require", 7),
        Import("path", "join", "", "require", 7),
        Import("path", "x", "y", "require", 7),
        Import("bare", "", "", "require", 8),
        Import("./lazy", "", "lazy", "import", 9),
    )


def test_references_by_role() -> None:
    code = b"""class A extends ns.Base { @dec m() { this.helper?.run(); return new Foo(a.b.c) } }
const el = <Panel><div/><ui.Button/></Panel>;
"""
    facts = parse("JavaScript", code)
    assert _uses(facts, "inherit") == {("ns", "Base")}
    assert _uses(facts, "decorator") == {("", "dec")}
    assert _uses(facts, "call") == {
        ("A().helper", "run"),
        ("", "Foo"),
        ("", "Panel"),
        ("ui", "Button"),
    }
    assert ("a.b", "c") in _uses(facts, "attribute")


def test_exports_by_another_name_are_imports_of_nowhere() -> None:
    code = b"""export { a as b, c }
export default d
"""
    assert parse("JavaScript", code).imports == (
        Import("", "a", "b", "export", 1),
        Import("", "d", "default", "export", 2),
    )
    code = b"exports = module.exports = main;\nexports.x = y\nexports.z = z\nexports.q = 1 + 2\n"
    assert parse("JavaScript", code).imports == (
        Import("", "main", "default", "export", 1),
        Import("", "y", "x", "export", 2),
    )
    code = b"module.exports = { a, b: c, d: 1 + 2, e() {} }\n"
    assert parse("JavaScript", code).imports == ()
    code = b"module.exports = { a, b: c }\n"
    assert parse("JavaScript", code).imports == (Import("", "c", "b", "export", 1),)


def test_a_name_taken_of_a_required_module_is_imported_by_name() -> None:
    code = b"var a = require('./x').b;\nvar c = require('y')(1);\nvar d = require('z').e.f;\n"
    found = [(i.module, i.name, i.alias) for i in parse("JavaScript", code).imports]
    assert found == [("./x", "b", "a"), ("y", "", ""), ("z", "", "")]


def test_what_is_required_is_imported_and_not_defined() -> None:
    code = b"""const fs = require('fs')
const {
  write,
  read: load,
} = require('./files.js')
const made = require('./factory')('x'), own = { inner() {} }
"""
    facts = parse("JavaScript", code)
    assert [(d.qualname, d.parent) for d in facts.definitions] == [
        ("made", -1),
        ("own", -1),
        ("own.inner", 1),
    ]


def test_documentation_may_be_a_blank_line_above_a_function() -> None:
    code = b"""'use strict'

/**
 * Module dependencies.
 */

var once = later('once')

/**
 * Listen for connections.
 */

app.listen = function listen(port) {
  if (!port) {
    throw new Error('no port')
  }
}
"""
    facts = parse("JavaScript", code)
    assert [(d.qualname, d.doc, d.complexity) for d in facts.definitions] == [
        ("once", "", 0),
        ("app.listen", "Listen for connections.", 2),
    ]
    assert [(d.definition, d.kind, d.line) for d in facts.decisions] == [(1, "raise", 15)]
