"""Sentences that do not say what something is for: they point to what does, or wish it better."""

import re
from typing import Final

_MAX_LOOKED_AT: Final = 300
# ``For the middleware, see `Shop` ``: nothing else is said.
_POINTS: Final = re.compile(
    r"(?:[Ff]or [^.;]{1,100}?,? |[Pp]lease )?(?:[Pp]lease )?"
    r"(?:[Ss]ee|[Rr]efer to|[Cc]onsult)(?: also)? (?!how|if|that|what|when|whether|why)"
    r"([^.]{1,100}(?:\.\w[^.]{0,60}){0,4})\.?\Z"
)
_NAMED: Final = re.compile(r"`([\w:.#]{2,100})(?:\(\))?`|\A(?=\S{0,80}[A-Z_:.])([\w:.#]{2,80})")
_LAST: Final = re.compile(r"\w+\Z")
_WISHES: Final = re.compile(
    r"\A\W{0,4}(?:TODO|FIXME|XXX)\b|\b(?:TODO|FIXME)[:(]"
    r"|\b(?:[Aa]n|[Oo]ne|[Pp]ossible|[Ff]urther|[Ff]uture) (?:(?:possible|further|obvious) )?"
    r"improvements? (?:[\w-]+ ){0,4}(?:is|are|would|could|might|may)\b"
    r"|\b(?:could|might|should|needs? to|ought to) (?:\w+ ){0,2}be "
    r"(?:improved|refactored|rewritten|cleaned up|sped up)\b"
    r"|\b(?:would|might|could) be (?:nice|nicer|better|good|great|cool) (?:to|if)\b"
)


def pointed_to(sentence: str) -> str | None:
    """The last part of the name that it points to, empty for no name; None where it says more."""
    found = _POINTS.match(sentence[:_MAX_LOOKED_AT])
    if not found:
        return None
    named = _NAMED.search(found[1])
    last = _LAST.search(named[1] or named[2]) if named else None
    return last[0] if last else ""


def is_wish(sentence: str) -> bool:
    return _WISHES.search(sentence[:_MAX_LOOKED_AT]) is not None
