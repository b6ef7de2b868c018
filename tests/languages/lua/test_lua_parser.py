"""Lua: snippets and the facts they hold."""

from repobook.languages import parse


def test_functions_have_lines_and_documentation() -> None:
    text = b"-- Adds.\nfunction add(a, b)\n  return a + b\nend\nlocal function m() end\n"
    found = [
        (d.name, d.line, d.end_line, d.doc, d.exported) for d in parse("Lua", text).definitions
    ]
    assert found == [("add", 2, 4, "Adds.", True), ("m", 5, 5, "", False)]


def test_tables_are_modules_and_classes() -> None:
    text = (
        b"local utils = require 'utils'\nlocal M = {}\n"
        b"local Grid = setmetatable({}, {__index = Base})\n"
        b"M.VERSION = '1'\nfunction M.cut(x) end\nM.paste = function(y) end\n"
        b"function Grid:rows(n) self.n = n; self.n = 2 end\n"
        b"function Grid.new() return setmetatable({}, Grid) end\n"
        b"M.Modes = { fast = 1, run = function(z) end }\nCOUNT = 3\nreturn M\n"
    )
    found = [(d.kind, d.qualname, d.exported) for d in parse("Lua", text).definitions]
    assert found == [
        ("variable", "M", True),
        ("class", "Grid", False),
        ("field", "M.VERSION", True),
        ("function", "M.cut", True),
        ("function", "M.paste", True),
        ("method", "Grid.rows", True),
        ("field", "Grid.n", True),
        ("function", "Grid.new", True),
        ("field", "M.Modes", True),
        ("field", "M.Modes.fast", True),
        ("function", "M.Modes.run", True),
        ("variable", "COUNT", True),
    ]
    grid = parse("Lua", text).definitions[1]
    assert grid.bases == ("Base",)
    assert parse("Lua", text).definitions[7].value == "Grid"


def test_long_comments_have_no_brackets() -> None:
    text = b"--[[\nCuts grids.\n]]\nlocal x = 1\n--[==[ Pastes. ]==]\nfunction paste() end\n"
    facts = parse("Lua", text)
    assert (facts.doc, facts.definitions[1].doc) == ("Cuts grids.", "Pastes.")


def test_requires_with_the_names_they_are_given() -> None:
    text = (
        b"local a, b = require('x.y'), require 'z'\nrequire 'w'\n"
        b"function f() local c = require 'v' end\n"
    )
    found = [(i.module, i.alias, i.form) for i in parse("Lua", text).imports]
    assert found == [
        ("x.y", "a", "require"), ("z", "b", "require"), ("w", "", "require"), ("v", "", "require")
    ]  # fmt: skip


def test_a_local_is_no_global_of_its_name() -> None:
    text = (
        b"function f(a, ...)\n  local b = a\n  for i, v in ipairs(b) do g(i, v) end\n"
        b"  for k = 1, 2 do g(k) end\n  local function h(c) return c end\n  return h(other)\nend\n"
    )
    names = {(r.receiver, r.name) for r in parse("Lua", text).references}
    assert names == {("", "ipairs"), ("", "g"), ("line$5", "h"), ("", "other")}


def test_decisions_and_settings() -> None:
    text = (
        b"function f(x)\n  if not x then error('no') elseif x > 1 then return 1 else return 2 end\n"
        b"  assert(x, 'y')\n  os.exit(1)\n  return os.getenv 'HOME', os.getenv('PORT')\nend\n"
    )
    facts = parse("Lua", text)
    found = [(d.kind, d.condition) for d in facts.decisions]
    assert found == [
        ("raise", "not x"),
        ("return", "x and x > 1"),
        ("return", "x and not (x > 1)"),
        ("assert", ""),
        ("exit", ""),
        ("return", ""),
    ]
    assert [s.name for s in facts.settings] == ["HOME", "PORT"]


def test_tests_bear_their_titles() -> None:
    text = b"describe('grid', function()\n  it('cuts v1.2', function() end)\nend)\n"
    found = [(d.kind, d.qualname) for d in parse("Lua", text).definitions]
    assert found == [("test", "grid"), ("test", "grid.cuts v1.2")]
