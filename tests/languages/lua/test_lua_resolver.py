"""Lua: modules are the tables that files return."""

from repobook.model.graph import BUILTIN, EXTERNAL, UNKNOWN, Link
from tests.fakes.units import links_by_name

_LIB = {
    "lua/pl/utils.lua": "local M = {}\nfunction M.split(x) end\nfunction M.each() end\nreturn M\n",
    "lua/pl/list.lua": "local function map() end\nreturn { map = map, size = 3 }\n",
    "lua/pl/init.lua": "local P = {}\nfunction P.go() end\nreturn setmetatable(P, {})\n",
}


def _exact(*targets: str) -> Link:
    return Link(targets, "exact")


def test_members_of_required_modules() -> None:
    text = (
        "local utils, list = require 'pl.utils', require('pl.list')\nlocal pl = require 'pl'\n"
        "local lfs = require 'lfs'\nutils.split(1); list.map(); list.size = list.size; pl.go()\n"
        "lfs.dir(); print(string.format('x')); require('pl.utils').each()\n"
        "function f() local u = require 'pl.utils'; u.each() end\n"
    )
    found = links_by_name(_LIB | {"lua/a.lua": text}, "lua/a.lua")
    assert found["utils.split"] == _exact("lua/pl/utils.lua::M.split")
    assert found["list.map"] == _exact("lua/pl/list.lua::map")
    assert found["list.size"] == _exact("lua/pl/list.lua::return.size")
    assert found["pl.go"] == _exact("lua/pl/init.lua::P.go")
    assert found["lfs.dir"] == EXTERNAL
    assert found["print"] == BUILTIN
    assert found["string.format"] == BUILTIN
    assert found["require$pl$utils.each"] == _exact("lua/pl/utils.lua::M.each")
    assert found["pl.utils"] == _exact("lua/pl/utils.lua")
    assert found["lfs"] == EXTERNAL


def test_methods_are_found_through_self_objects_and_bases() -> None:
    text = (
        "local Base = {}\nfunction Base:shared() end\n"
        "local Grid = setmetatable({}, {__index = Base})\n"
        "function Grid.new() return setmetatable({}, Grid) end\n"
        "function Grid:cut() self:paste(); self:shared(); self.n = 1; self:gone() end\n"
        "function Grid:paste() local g = Grid.new(); g:cut() end\n"
    )
    found = links_by_name({"a.lua": text}, "a.lua")
    assert found["Grid.paste"] == _exact("a.lua::Grid.paste")
    assert found["Grid.shared"] == _exact("a.lua::Base.shared")
    assert found["Grid.new().cut"] == _exact("a.lua::Grid.cut")
    assert found["Grid.gone"] == UNKNOWN


def test_a_global_of_another_file_is_inferred() -> None:
    files = {
        "a.lua": "start_all()\nlost()\n",
        "b.lua": "function start_all() end\nlocal lost = 1\n",
    }
    found = links_by_name(files, "a.lua")
    rule = "only definition of that name"
    assert found["start_all"] == Link(("b.lua::start_all",), "inferred", rule)
    assert found["lost"] == UNKNOWN


def test_a_name_that_is_bound_again_means_the_last_before_it() -> None:
    text = "local function t() end\nt()\nlocal function t() end\nit('a b', function()\n"
    text += "  local function h() end\n  h()\n  t()\nend)\n"
    found = links_by_name({"a.lua": text}, "a.lua")
    assert found["line$1.t"] == _exact("a.lua::t")
    assert found["line$3.t"] == _exact("a.lua::t~2")
    assert found["line$5.h"] == _exact("a.lua::a b.h")


def test_tables_that_inherit_in_a_circle_end() -> None:
    text = (
        "local A = setmetatable({}, {__index = B})\nlocal B = setmetatable({}, {__index = A})\n"
        "function A:f() self:gone() end\n"
    )
    assert links_by_name({"a.lua": text}, "a.lua")["A.gone"] == UNKNOWN
