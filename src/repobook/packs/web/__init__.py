"""Routes of web frameworks, bound to the functions that answer them."""

from typing import Final

from repobook.model.facts import FileFacts
from repobook.model.kinds import ROUTE
from repobook.packs.mount_table import Naming, Readers, needs, read_mounts
from repobook.packs.pack import Pack, PackFacts
from repobook.packs.web.annotated_routes import read_annotated
from repobook.packs.web.axum_routes import read_axum
from repobook.packs.web.django_routes import read_lists
from repobook.packs.web.express_routes import read_express
from repobook.packs.web.flask_routes import read_decorated
from repobook.packs.web.go_routes import read_go
from repobook.parse.source import SourceText

_NAMING: Final = Naming("web", ROUTE)
_READERS: Final[Readers] = {
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
    return read_mounts(_READERS, _NAMING, language, source, facts)


PACK: Final = Pack(
    _NAMING.pack,
    stages={"handler": "Code that it runs", "mount": "By its whole name, where it is added"},
    read=_read,
    needs=needs(_READERS),
)
