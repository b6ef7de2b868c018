"""Lua."""

from typing import Final

from repobook.model.language import Language

LANGUAGES: Final = (
    Language(
        "Lua",
        "lua_parser",
        "lua_resolver",
        is_script=True,
        test_files=r"test_.*\.lua|.*_spec\.lua",
        tools=("luacheck",),
    ),
)
