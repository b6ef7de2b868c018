"""How languages write that conditions hold together, or do not."""

import re
from typing import Final, NamedTuple

_SIMPLE: Final = re.compile(r"[$@]{0,2}\w+\??(?:(?:\.|->|::)\w+\??)*(?:\([^()]*\))?")


class Logic(NamedTuple):
    """How a language joins and negates conditions."""

    both: str
    negated: str
    """What stands before what is negated."""
    looser: tuple[str, ...]
    """Binds less tightly than ``both``, so brackets are due."""


WORDS: Final = Logic(" and ", "not ", (" or ", " if ", ":=", "lambda"))
SIGNS: Final = Logic(" && ", "!", ("||", " ? ", "??", "?:", " = ", ":="))


def negation(text: str, logic: Logic) -> str:
    bare = text.removeprefix(logic.negated)
    if bare != text and _SIMPLE.fullmatch(bare):
        return bare
    return logic.negated + (text if _SIMPLE.fullmatch(text) else f"({text})")
