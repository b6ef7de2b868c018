"""What documents for Sphinx say through roles and directives, in reStructuredText and Markdown."""

import re
from typing import Final, NamedTuple

from repobook.parse.scanners.outline import Uses

PYTHON_ROLES: Final = frozenset(
    b"func class meth attr mod exc data obj const method function module property".split()
)
LABEL_ROLES: Final = frozenset([b"ref", b"numref"])
FILE_ROLES: Final = frozenset([b"doc", b"download"])
TEXT_ROLES: Final = frozenset(
    b"math eq kbd guilabel menuselection abbr sup sub command samp term octicon hidden".split()
)
"""What stands in these is no name of anything."""

_MODULE: Final = re.compile(rb"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*){0,20}")


class PythonContext(NamedTuple):
    """The module that a document describes, as ``currentmodule`` sets it."""

    module: bytes = b""

    def entered(self, argument: bytes) -> "PythonContext":
        return PythonContext(argument) if _MODULE.fullmatch(argument) else self

    def mention(self, uses: Uses, name: bytes, line: int, column: int) -> None:
        """A name counts from the module unless it begins with the package of it."""
        package = self.module.partition(b".")[0]
        if not package or name.partition(b".")[0] == package:
            uses.mention(name, line, column)
        else:
            prefix = self.module + b"."
            uses.mention(prefix + name, line, column - len(prefix))


def role_name(role: bytes | None) -> bytes:
    """``py:func`` is ``func``."""
    return (role or b"").rpartition(b":")[2]
