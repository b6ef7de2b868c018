"""Routes of web frameworks, bound to the functions that answer them."""

from collections.abc import Callable
from typing import Final

from repobook.model.facts import FileFacts
from repobook.model.kinds import ROUTE
from repobook.packs.calls import FileCalls
from repobook.packs.mount_table import MountTable, Naming
from repobook.packs.pack import Pack, PackFacts
from repobook.packs.web.annotated_routes import read_annotated
from repobook.packs.web.axum_routes import read_axum
from repobook.packs.web.django_routes import read_lists
from repobook.packs.web.express_routes import read_express
from repobook.packs.web.flask_routes import read_decorated
from repobook.packs.web.go_routes import read_go
from repobook.parse.source import SourceText

_NAMING: Final = Naming("web", ROUTE)
Read = Callable[[FileCalls, MountTable], None]
# By language: words without which a file has no routes, and what reads them.
_READERS: Final[dict[str, tuple[tuple[tuple[bytes, ...], Read], ...]]] = {
    "Python": (
        ((b"flask", b"quart", b"fastapi"), read_decorated),
        ((b"django.urls", b"django.conf.urls", b"starlette"), read_lists),
    ),
    "JavaScript": (((b"express",), read_express), ((b"@nestjs",), read_annotated)),
    "TypeScript": (((b"express",), read_express), ((b"@nestjs",), read_annotated)),
    "Java": (((b"springframework",), read_annotated),),
    "Kotlin": (((b"springframework",), read_annotated),),
    "Go": (((b"net/http", b"/gin", b"/echo", b"/chi"), read_go),),
    "Rust": (((b"axum",), read_axum), ((b"actix_web", b"rocket"), read_annotated)),
}


def _read(language: str, source: SourceText, facts: FileFacts) -> PackFacts:
    readers = [
        read
        for words, read in _READERS.get(language, ())
        if any(word in source.data for word in words)
    ]
    if not readers:
        return PackFacts()
    calls = FileCalls(language, source, facts)
    table = MountTable(source, _NAMING)
    for read in readers:
        read(calls, table)
    return table.facts()


PACK: Final = Pack(
    _NAMING.pack,
    stages={"handler": "Code that it runs", "mount": "By its whole name, where it is added"},
    read=_read,
)
