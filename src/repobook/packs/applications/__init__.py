"""What Python applications declare to frameworks: tasks, signal receivers, tables."""

from collections.abc import Callable, Iterator
from typing import Final

from repobook.model.facts import FileFacts
from repobook.packs.applications.celery_tasks import read_tasks
from repobook.packs.applications.database_tables import MAPPERS, TABLE_NAME, read_tables
from repobook.packs.applications.signal_receivers import read_receivers
from repobook.packs.calls import FileCalls
from repobook.packs.gathered import Gathered
from repobook.packs.pack import Needs, Pack, PackFacts
from repobook.parse.source import SourceText

NAME: Final = "applications"


def _read(language: str, source: SourceText, facts: FileFacts) -> PackFacts:
    readers = list(_applying(facts))
    if not readers:
        return PackFacts()
    calls, gathered = FileCalls(language, source, facts), Gathered(NAME, source)
    for read in readers:
        read(calls, gathered)
    return gathered.facts()


def _applying(facts: FileFacts) -> Iterator[Callable[[FileCalls, Gathered], None]]:
    """Asks imports and names, and no text: most files have none of it."""
    modules = {one.module for one in facts.imports}
    # An application may be made elsewhere, and be called ``celery``.
    if any("celery" in one.module or "celery" in one.name for one in facts.imports):
        yield read_tasks
    if any("signals" in module or module == "django.dispatch" for module in modules) or any(
        one.name.endswith("signals") for one in facts.imports
    ):
        yield read_receivers
    if any(module.startswith(MAPPERS) for module in modules) or any(
        definition.name == TABLE_NAME for definition in facts.definitions
    ):
        yield read_tables


PACK: Final = Pack(
    NAME,
    stages={
        "task": "Code that runs",
        "sent": "Sent by name",
        "receiver": "Code that receives it",
        "signal": "Defined as",
        "model": "Mapped to",
    },
    read=_read,
    needs={
        "Python": Needs(("celery", "signals", "django.dispatch", *MAPPERS), frozenset([TABLE_NAME]))
    },
)
