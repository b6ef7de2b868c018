"""TypeScript and TSX: types beside what JavaScript has."""

from repobook.languages import parse
from repobook.model.facts import FileFacts, Import


def _outline(facts: FileFacts) -> list[tuple[str, str, int, int]]:
    return [(d.kind, d.qualname, d.line, d.end_line) for d in facts.definitions]


def _uses(facts: FileFacts, role: str) -> set[tuple[str, str]]:
    return {(r.receiver, r.name) for r in facts.references if r.role == role}


def test_definitions_with_their_lines() -> None:
    code = b"""export interface I<T> extends J {
  a: string;
  m(x: number): void;
}
export type Al = {
  key: string;
};
enum Color {
  Red,
  Green = 'g',
}
abstract class Foo<T> {
  private readonly x: string = '';
  abstract foo(): void;
  over(a: string): void;
  over(a: any) {
  }
}
namespace NS.Inner {
  export function f() {}
}
declare module 'mod' {
  function g(): void;
}
declare const dl: number;
"""
    assert _outline(parse("TypeScript", code)) == [
        ("interface", "I", 1, 4),
        ("field", "I.a", 2, 2),
        ("method", "I.m", 3, 3),
        ("type", "Al", 5, 7),
        ("field", "Al.key", 6, 6),
        ("enum", "Color", 8, 11),
        ("enum_member", "Color.Red", 9, 9),
        ("enum_member", "Color.Green", 10, 10),
        ("class", "Foo", 12, 18),
        ("field", "Foo.x", 13, 13),
        ("method", "Foo.foo", 14, 14),
        ("method", "Foo.over", 15, 15),
        ("method", "Foo.over", 16, 17),
        ("namespace", "NS.Inner", 19, 21),
        ("function", "NS.Inner.f", 20, 20),
        ("namespace", "mod", 22, 24),
        ("function", "mod.g", 23, 23),
        ("variable", "dl", 25, 25),
    ]


def test_private_and_unexported_are_hidden() -> None:
    code = b"export class A { private x = 1; protected y = 2; z = 3 }\nclass B {}\n"
    facts = parse("TypeScript", code)
    assert {d.name for d in facts.definitions if d.exported} == {"A", "z"}


def test_decorators_stand_before_the_line_of_the_definition() -> None:
    code = b"""/** Serves. */
@Injectable({ a: 1 })
export class S {
  @Input() name: string;
  /** Runs. */
  @Output()
  run(): void {}
}
"""
    facts = parse("TypeScript", code)
    assert [(d.name, d.line, d.decorators, d.doc) for d in facts.definitions] == [
        ("S", 3, ("Injectable({ a: 1 })",), "Serves."),
        ("name", 4, ("Input()",), ""),
        ("run", 7, ("Output()",), "Runs."),
    ]
    assert facts.definitions[0].signature == "export class S"


def test_imports_of_types_and_by_assignment() -> None:
    code = b"""import type { A } from './types';
import foo = require('foo');
import B, { type C as D } from "x";
export type { E } from './e';
"""
    assert parse("TypeScript", code).imports == (
        Import("./types", "A", "", "type-only", 1),
        Import("foo", "", "foo", "require", 2),
        Import("x", "default", "B", "import", 3),
        Import("x", "C", "D", "import", 3),
        Import("./e", "E", "", "export", 4),
    )


def test_references_by_role() -> None:
    code = b"""class A<T> extends Base<T> implements I<T>, ns.J {
  f(x: Map<string, pkg.Deep.Kind>): Promise<void> { return x!.go() as Other }
}
"""
    facts = parse("TypeScript", code)
    assert _uses(facts, "inherit") == {("", "Base"), ("", "I"), ("ns", "J")}
    assert _uses(facts, "type") == {
        ("", "Map"),
        ("pkg.Deep", "Kind"),
        ("", "Promise"),
        ("", "Other"),
    }
    assert _uses(facts, "call") == {("Map()", "go")}


def test_tsx_knows_elements_and_types() -> None:
    code = b"export const App = (p: Props) => <Panel title={p.title}><b/></Panel>;\n"
    facts = parse("TSX", code)
    assert _outline(facts) == [("function", "App", 1, 1)]
    assert _uses(facts, "call") == {("", "Panel")}
    assert _uses(facts, "type") == {("", "Props")}
    assert facts.diagnostics == ()


def test_bases_and_types() -> None:
    code = b"""class A extends ns.B<T> implements I, J<K> { f: Foo | null; g(): Promise<Bar> { } }
interface K extends L, M<N> { h: typeof a.b; i: Foo[]; j: any }
type U = Foo & Bar
type V = ns.Foo
const x = await make(1), y = new Foo<T>(), z = w as Foo
const fn = (a: string): Foo => a
"""
    found = {d.qualname: (d.bases, d.value) for d in parse("TypeScript", code).definitions}
    assert found == {
        "A": (("ns.B", "I", "J"), ""),
        "A.f": ((), "Foo()"),
        "A.g": ((), "Bar()"),
        "K": (("L", "M"), ""),
        "K.h": ((), "a.b"),
        "K.i": ((), ""),
        "K.j": ((), ""),
        "U": (("Foo", "Bar"), ""),
        "V": ((), "ns.Foo"),
        "x": ((), "make()"),
        "y": ((), "Foo()"),
        "z": ((), "Foo()"),
        "fn": ((), "Foo()"),
    }


def test_locals_stand_for_what_they_are() -> None:
    code = b"""function f({ a, b: c }: Props, [d]: E[], ...rest: F[]) {
  a.x(); c.x(); d.x(); rest.x()
  for (const i of rest) i.y()
  try {} catch (e) { e.y() }
  g.x()
  const g = a.h
}
"""
    assert _uses(parse("TypeScript", code), "call") == {
        ("Props().a", "x"),
        ("Props().b", "x"),
        ("?", "x"),
        ("?", "y"),
        ("Props().a.h", "x"),
    }


def test_arrows_of_types_belong_to_signatures_and_arrows_of_bodies_do_not() -> None:
    text = (
        b"export function on<T>(fn: () => T): Run<T> { }\n"
        b"export const at = (a: A<B>): Map<C> => { }\n"
        b"type Call = (...all: any[]) => void\n"
        b"class K { done?: () => void = undefined; get = (a: A): Set<B> => a }\n"
    )
    assert [d.signature for d in parse("TypeScript", text).definitions] == [
        "export function on<T>(fn: () => T): Run<T>",
        "export const at = (a: A<B>): Map<C>",
        "type Call = (...all: any[]) => void",
        "class K",
        "done?: () => void = undefined",
        "get = (a: A): Set<B>",
    ]


def test_an_import_of_types_only_says_so() -> None:
    text = b"import type { A } from './a'\nimport B from './b'\nimport type from './c'\n"
    forms = [(i.module, i.form) for i in parse("TypeScript", text).imports]
    assert forms == [("./a", "type-only"), ("./b", "import"), ("./c", "import")]


def test_type_parameters_with_a_variance_are_read() -> None:
    text = (
        b"export interface A<out T, in out U extends B = C> { a: T }\n"
        b"for (const key in Names) f(a, out < B)\nexport function g<in T>() {}\n"
    )
    found = parse("TypeScript", text)
    assert found.diagnostics == ()
    assert [d.name for d in found.definitions] == ["A", "a", "g"]
