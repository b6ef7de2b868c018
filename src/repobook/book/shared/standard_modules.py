"""Which modules belong to the standard library of a language, to separate them from packages."""

import re

from repobook.model.language import language_by_name


def is_standard(language: str, module: str) -> bool:
    record = language_by_name().get(language)
    pattern = record.standard_modules if record else ""
    return bool(pattern and re.match(pattern, module))
