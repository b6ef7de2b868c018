"""Environment variables as symbols, in each file at the first read."""

from typing import Final

from repobook.model.facts import FileFacts
from repobook.model.kinds import VARIABLE_OF_ENVIRONMENT
from repobook.packs.gathered import Gathered
from repobook.packs.pack import Pack, PackFacts
from repobook.parse.source import SourceText
from repobook.text.environment_names import variable_name

_NAME: Final = "environment"


def _read(language: str, source: SourceText, facts: FileFacts) -> PackFacts:
    read = [one for one in facts.settings if one.kind == "environment variable"]
    if not read:
        return PackFacts()
    gathered = Gathered(_NAME, source)
    for setting in read:
        start = source.line_starts[setting.line - 1]
        end = start + len(source.lines[setting.line - 1])
        gathered.define(VARIABLE_OF_ENVIRONMENT, variable_name(setting.name), start, end)
    return gathered.facts()


PACK: Final = Pack(_NAME, read=_read)
