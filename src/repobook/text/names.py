"""Names as file names spell them."""

import re


def slug(language: str) -> str:
    """``Objective-C++`` is read by ``languages/objective_cpp.py``."""
    return re.sub(r"[^a-z0-9]+", "_", language.lower().replace("+", "p").replace("#", "sharp"))
