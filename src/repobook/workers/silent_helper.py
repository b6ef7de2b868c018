"""Imported first by the fork server, to detach it from the terminal."""

import os
from typing import Final

VARIABLE: Final = "REPOBOOK_HELPER"

if os.environ.pop(VARIABLE, "") and not os.environ.get("REPOBOOK_DEBUG"):
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), 2)
