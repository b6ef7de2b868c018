"""JavaScript's own ways: CommonJS and objects that hold their functions."""

from repobook.model.graph import UNKNOWN, Link
from tests.fakes.units import links_by_name


def _exact(*targets: str) -> Link:
    return Link(targets, "exact")


def test_required_modules() -> None:
    files = {
        "a.js": (
            "const make = require('./lib')\nconst { one, two: zwei } = require('./named')\n"
            "const all = require('./named')\nmake(); one(); zwei(); all.one(); make.use()\n"
        ),
        "lib/index.js": "module.exports = require('./main')\n",
        "lib/main.js": (
            "exports = module.exports = create;\nfunction create() {}\n"
            "create.use = function () {}\n"
        ),
        "named.js": (
            "function one() {}\nfunction other() {}\nmodule.exports = { one, two: other }\n"
        ),
    }
    found = links_by_name(files, "a.js")
    assert found["make"] == _exact("lib/main.js::create")
    assert found["make.use"] == _exact("lib/main.js::create.use")
    assert found["one"] == found["all.one"] == _exact("named.js::one")
    assert found["zwei"] == _exact("named.js::other")


def test_modules_that_are_imported_where_they_are_needed() -> None:
    files = {
        "a.js": (
            "import * as z from './one'\nz.run()\n"
            "test('x', async () => {\n  const { Fault } = await import('./two')\n"
            "  const z = await import('./two')\n  new Fault(); z.late()\n})\n"
            "function f() {\n  const { plain } = require('./two')\n  plain()\n}\n"
        ),
        "one.js": "export function run() {}\n",
        "two.js": (
            "export class Fault {}\nexport function late() {}\nexport function plain() {}\n"
        ),
    }
    found = links_by_name(files, "a.js")
    assert found["z.run"] == _exact("one.js::run")
    assert found["@4.Fault"] == _exact("two.js::Fault")
    assert found["@5.late"] == _exact("two.js::late")
    assert found["@9.plain"] == _exact("two.js::plain")


def test_what_is_taken_out_of_a_module_by_another_name() -> None:
    files = {
        "a.js": (
            "async function f() {\n  const { Fault: F, late: l = 1 } = await import('./two')\n"
            "  new F(); F.make()\n}\n"
        ),
        "two.js": "export class Fault { static make() {} }\nexport function late() {}\n",
    }
    found = links_by_name(files, "a.js")
    assert found["@2.F"] == found["./two:Fault"] == _exact("two.js::Fault")
    assert found["@2.F.make"] == _exact("two.js::Fault.make")
    assert found["./two:late"] == _exact("two.js::late")
    assert "./two:1" not in found


def test_this_in_a_function_that_an_object_holds() -> None:
    files = {
        "a.js": (
            "var app = {}\n"
            "app.start = function () { this.stop(); [1].map(function () { this.no() }) }\n"
            "app.stop = function () {}\nvar box = { open: function () { this.shut() },"
            " shut: () => 1 }\n"
        )
    }
    found = links_by_name(files, "a.js")
    assert found["app.stop"] == _exact("a.js::app.stop")
    assert found["box.shut"] == _exact("a.js::box.shut")
    assert found["?.no"] == UNKNOWN


def test_components_in_jsx() -> None:
    files = {
        "a.jsx": "import { Button } from './ui'\nexport const A = () => <Button/>\n",
        "ui.jsx": "export const Button = () => null\n",
    }
    assert links_by_name(files, "a.jsx")["Button"] == _exact("ui.jsx::Button")


def test_dynamic_import_of_a_literal() -> None:
    files = {"a.js": "import('./b').then(m => m)\n", "b.js": ""}
    assert links_by_name(files, "a.js")["./b"] == _exact("b.js")
