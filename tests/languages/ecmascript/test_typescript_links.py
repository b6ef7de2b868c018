"""JavaScript and TypeScript: modules, what they export, and the types of what they hold."""

import pytest

from repobook.model.graph import BUILTIN, EXTERNAL, UNKNOWN, Link
from tests.fakes.units import links, links_by_name, unit


def _exact(*targets: str) -> Link:
    return Link(targets, "exact")


def test_imports_by_name_alias_default_and_namespace() -> None:
    files = {
        "a.ts": (
            "import d, { f as g, H } from './b'\nimport * as ns from './b'\n"
            "d(); g(); new H(); ns.f(); ns.gone()\n"
        ),
        "b.ts": "export default function main() {}\nexport function f() {}\nexport class H {}\n",
    }
    found = links_by_name(files, "a.ts")
    assert found["d"] == found["./b:default"] == _exact("b.ts::main")
    assert found["g"] == found["ns.f"] == found["./b:f"] == _exact("b.ts::f")
    assert found["H"] == _exact("b.ts::H")
    assert found["ns.gone"] == UNKNOWN
    assert found["./b"] == _exact("b.ts")


def test_re_exports_are_followed_to_the_definition() -> None:
    files = {
        "a.ts": "import { x, y, z, inner, own } from './index'\nx(); y(); z(); inner.x(); own()\n",
        "index.ts": (
            "export * from './b'\nexport { x as y } from './b'\nexport * as inner from './b'\n"
            "import { x } from './b'\nexport { x as z }\n"
            "function mine() {}\nexport { mine as own }\n"
        ),
        "b.ts": "export function x() {}\n",
    }
    found = links_by_name(files, "a.ts")
    for name in ("x", "y", "z", "inner.x"):
        assert found[name] == _exact("b.ts::x")
    assert found["own"] == _exact("index.ts::mine")


def test_star_exports_in_a_cycle_end() -> None:
    files = {
        "a.ts": "export * from './b'\nimport { lost, kept } from './b'\nlost(); kept()\n",
        "b.ts": "export * from './a'\nexport * from './b'\nexport * from './c'\n",
        "c.ts": "export function kept() {}\n",
    }
    found = links_by_name(files, "a.ts")
    assert found["lost"] == UNKNOWN
    assert found["kept"] == _exact("c.ts::kept")


@pytest.mark.parametrize(
    ("written", "path"),
    [
        ("./b", "src/b.ts"),
        ("./b.js", "src/b.ts"),
        ("./b.ts", "src/b.ts"),
        ("./dir", "src/dir/index.tsx"),
        ("./types", "src/types.d.ts"),
        ("../lib/m.mjs", "lib/m.mjs"),
        ("@/b", "src/b.ts"),
        ("#exact", "src/b.ts"),
        ("sibling", "packages/sibling/src/index.ts"),
        ("@scope/pkg/deep", "packages/pkg/deep.js"),
        ("./data.json", "src/data.json"),
    ],
)
def test_which_file_a_module_means(written: str, path: str) -> None:
    files = {
        "src/a.ts": f"import '{written}'\n",
        "src/b.ts": "",
        "src/dir/index.tsx": "",
        "src/types.d.ts": "",
        "src/data.json": "{}\n",
        "lib/m.mjs": "",
        "tsconfig.json": (
            '{\n// aliases\n"compilerOptions": {\n'
            '"paths": {"@/*": ["./src/*"], "#exact": ["src/b"]}}}\n'
        ),
        "packages/sibling/package.json": '{"name": "sibling", "main": "dist/index.js"}\n',
        "packages/sibling/src/index.ts": "",
        "packages/pkg/package.json": '{"name": "@scope/pkg"}\n',
        "packages/pkg/deep.js": "",
    }
    assert links(files, "src/a.ts").imports == (_exact(path),)


def test_what_is_not_here_has_a_reason() -> None:
    files = {
        "a.ts": "import r from 'react'\nimport q from './gone'\nr.use(); q(); JSON.parse('')\n"
    }
    found = links_by_name(files, "a.ts")
    assert found["react:default"] == found["r.use"] == EXTERNAL
    assert found["./gone:default"] == found["q"] == UNKNOWN
    assert found["JSON.parse"] == BUILTIN


def test_members_through_types_this_and_inheritance() -> None:
    files = {
        "a.ts": (
            "import { Base, make } from './b'\ninterface Shape { area(): number }\n"
            "class A extends Base {\n  b: Base | null = null\n"
            "  constructor(private s: Shape) { super() }\n"
            "  run(x: Shape) { this.b!.hello(); this.hello(); super.hello(); x.area();"
            " this.s.area(); make().hello(); const { b } = this; b.hello() }\n}\n"
        ),
        "b.ts": "export class Base { hello() {} }\nexport function make(): Promise<Base> {}\n",
    }
    found = links_by_name(files, "a.ts")
    for receiver in ("A().b", "A()", "A().super", "make()"):
        assert found[f"{receiver}.hello"] == _exact("b.ts::Base.hello")
    assert found["Shape().area"] == _exact("a.ts::Shape.area")


def test_a_local_is_no_symbol_of_its_name() -> None:
    files = {
        "a.ts": (
            "export function f() {}\nexport class T {}\n"
            "function g(f: () => void) { f(); { const h = 1; h.x() } }\n"
            "function k<T>(x: T) { const inner = () => 1; inner() }\nfunction inner() {}\n"
        )
    }
    found = links_by_name(files, "a.ts")
    assert set(found) == {"?.x", "k.inner"}
    assert found["k.inner"] == _exact("a.ts::k.inner")


def test_helpers_inside_tests_are_found_without_their_titles() -> None:
    files = {
        "a.test.ts": "describe('a. b', () => {\n  function help() {}\n  it('x', () => help())\n})\n"
    }
    assert links_by_name(files, "a.test.ts")["help"] == _exact("a.test.ts::a. b.help")


def test_overloads_are_one_function() -> None:
    files = {"a.ts": "function f(a: string): void\nfunction f(a: any) {}\nf(1)\n"}
    assert links_by_name(files, "a.ts")["f"] == _exact("a.ts::f~2")
    assert links(files, "a.ts").same == (("a.ts::f~2", "a.ts::f"),)


def test_a_class_and_an_interface_that_inherit_themselves_end() -> None:
    files = {"a.ts": "class A extends A { m() { this.gone() } }\ninterface I extends I { x: I }\n"}
    assert links_by_name(files, "a.ts")["A().gone"] == UNKNOWN


def test_thousand_aliases_in_a_row_end() -> None:
    chain = "".join(f"const a{n} = a{n + 1}\n" for n in range(1000))
    files = {"a.ts": f"{chain}class Z {{ m() {{}} }}\nconst a1000 = new Z()\na0.m(); a999.m()\n"}
    found = links_by_name(files, "a.ts")
    assert found["a999.m"] == _exact("a.ts::Z.m")
    assert not found["a0.m"].targets


def test_every_reference_and_import_has_a_link() -> None:
    files = {
        "a.tsx": "import X from './x'\nexport default () => <X a={y.z}/>\nexport { q as default }\n"
    }
    found = links(files, "a.tsx")
    read = unit("a.tsx", files["a.tsx"])
    assert len(found.references) == len(read.references)
    assert len(found.imports) == len(read.imports)


def test_what_an_object_holds_is_no_name_in_sight() -> None:
    files = {
        "a.ts": (
            "import { render } from './b'\n"
            "function f() { render(); return { render() {} } }\n"
            "export default { helper() {} }\nhelper()\n"
        ),
        "b.ts": "export function render() {}\n",
    }
    found = links_by_name(files, "a.ts")
    assert found["render"] == _exact("b.ts::render")
    assert found["helper"] == UNKNOWN


@pytest.mark.parametrize("ending", ["ts", "js", "tsx"])
def test_what_is_passed_compared_or_asked_by_its_bare_name_is_used(ending: str) -> None:
    files = {
        f"a.{ending}": (
            "import { visit, LIMIT, pattern, options } from './b'\nimport * as whole from './b'\n"
            "const own = 1\n"
            "export function run(limit, { size }) {\n"
            "  const [first] = limit.map(visit)\n"
            "  for (const each of options) if (each > LIMIT && pattern.test(first)) return own\n"
            "  try { whole.visit() } catch (error) { return { visit, error, size } }\n}\n"
        ),
        f"b.{ending}": (
            "export function visit() {}\nexport const LIMIT = 3\nexport const pattern = /x/\n"
            "export const options = []\nexport const first = 1, each = 2, error = 3, limit = 4\n"
        ),
    }
    found = links_by_name(files, f"a.{ending}")
    for name in ("visit", "LIMIT", "pattern", "options"):
        assert found[name] == _exact(f"b.{ending}::{name}"), name
    assert found["own"] == _exact(f"a.{ending}::own")
    assert found.keys().isdisjoint(["first", "each", "error", "limit", "size", "whole"])


def test_a_value_is_not_the_type_of_its_name() -> None:
    files = {"a.ts": "type Kind = string\nconst Kind = { a: 1 }\nuse(Kind)\nlet x: Kind\n"}
    references = unit("a.ts", files["a.ts"]).references
    link_by_role = {
        reference.role: link
        for reference, link in zip(references, links(files, "a.ts").references, strict=True)
        if reference.name == "Kind"
    }
    assert link_by_role == {"mention": _exact("a.ts::Kind~2"), "type": _exact("a.ts::Kind")}


def test_what_a_declaration_file_declares_for_all() -> None:
    files = {
        "types/global.d.ts": "declare var __DEV__: boolean\n",
        "types/module.d.ts": "import { x } from 'y'\ndeclare var __OWN__: boolean\n",
        "a.ts": "if (__DEV__ || __OWN__) run()\n",
    }
    found = links_by_name(files, "a.ts")
    assert found["__DEV__"] == _exact("types/global.d.ts::__DEV__")
    assert found["__OWN__"] == UNKNOWN
