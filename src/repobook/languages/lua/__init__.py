"""Lua."""

from typing import Final

from repobook.languages.language import Language

LANGUAGES: Final = (Language("Lua", "lua_parser", "lua_resolver"),)
