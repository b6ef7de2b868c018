"""Routes of the applications in ``tests/packs/web_apps.py``, against the frameworks' own tables.

    python bench/routes.py

Needs flask, fastapi, starlette and django. Each application is written to a temporary folder,
imported, and asked for its table: every route with its methods, its whole path and the function
that answers it. The figures are kept in ``routes.md``.
"""

import importlib
import inspect
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.fakes.books import make_book  # noqa: E402
from tests.fakes.trees import write_tree  # noqa: E402
from tests.packs.test_routes import routes_below  # noqa: E402
from tests.packs.web_apps import FILES  # noqa: E402

_IMPLIED: Final = frozenset(["HEAD", "OPTIONS"])


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        apps = write_tree(Path(folder, "apps"), FILES)
        make_book(apps, Path(folder, "book"))
        sys.path.insert(0, str(apps))
        wrong = [_compare(Path(folder, "book"), name, table) for name, table in _TABLES.items()]
    return int(any(wrong))


def _compare(book: Path, name: str, table: Callable[[], Iterator[str]]) -> bool:
    ours, theirs = set(routes_below(book, name).splitlines()), set(table())
    print(f"{name}: {len(theirs)} routes, {len(ours & theirs)} equal")
    for line in sorted(ours ^ theirs):
        print(f"  only {'ours' if line in ours else 'theirs'}: {line}")
    return ours != theirs


def _flask() -> Iterator[str]:
    app = importlib.import_module("flask_app.app").create_app()
    for rule in app.url_map.iter_rules():
        view = app.view_functions[rule.endpoint]
        view_class = getattr(view, "view_class", None)
        methods = ["ANY"] if view_class else sorted(rule.methods - _IMPLIED)
        yield from (f"{m} {rule.rule} {_place(view_class or view)}" for m in methods)


def _fastapi() -> Iterator[str]:
    return _starlette_routes(importlib.import_module("fastapi_app.app").app.routes, "")


def _starlette() -> Iterator[str]:
    return _starlette_routes(importlib.import_module("starlette_app.app").app.routes, "")


def _starlette_routes(routes: list[Any], prefix: str) -> Iterator[str]:
    for route in routes:
        included = getattr(route, "original_router", None)
        if included is not None:
            inner = prefix + route.include_context.prefix
            yield from _starlette_routes(included.routes, inner)
            continue
        path = prefix + route.path
        if getattr(route, "routes", None):
            yield from _starlette_routes(route.routes, path)
            continue
        methods = sorted(set(getattr(route, "methods", ["WS"]) or []) - _IMPLIED)
        yield from (f"{method} {path} {_place(route.endpoint)}" for method in methods)


def _django() -> Iterator[str]:
    from django.conf import settings
    from django.urls import get_resolver

    settings.configure(ROOT_URLCONF="django_app.urls", SECRET_KEY="x", INSTALLED_APPS=[])
    return _django_routes(get_resolver().url_patterns, "/")


def _django_routes(patterns: list[Any], prefix: str) -> Iterator[str]:
    for pattern in patterns:
        path = prefix + str(pattern.pattern).removeprefix("^").removesuffix("$")
        if hasattr(pattern, "url_patterns"):
            yield from _django_routes(pattern.url_patterns, path)
        else:
            view = pattern.callback
            yield f"ANY {path} {_place(getattr(view, 'view_class', view))}"


def _place(function: Any) -> str:
    function = inspect.unwrap(function)
    path = function.__module__.partition(".")[2].replace(".", "/")
    return f"{path}.py::{function.__qualname__.replace('.<locals>', '')}"


_TABLES: Final = {
    "flask_app": _flask,
    "fastapi_app": _fastapi,
    "starlette_app": _starlette,
    "django_app": _django,
}

if __name__ == "__main__":
    sys.exit(main())
