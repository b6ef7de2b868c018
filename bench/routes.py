"""Routes and commands of the programs in ``tests/packs``, against the frameworks' own tables.

    python bench/routes.py

Needs flask, fastapi, starlette, django, click and typer. Each program is written to a temporary
folder, imported, and asked for its table: every route with its methods, its whole path and the
function that answers it, every command with its whole name and its function. The figures are kept
in ``routes.md``.
"""

import importlib
import inspect
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.fakes.books import make_book
from tests.fakes.trees import write_tree
from tests.packs import command_apps, web_apps
from tests.packs.listing import subjects_below

# The program itself is none of its commands.
_ROOTS: Final = frozenset(["cli cli.py::cli"])
_IMPLIED: Final = frozenset(["HEAD", "OPTIONS"])


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        apps = write_tree(Path(folder, "apps"), {**web_apps.FILES, **command_apps.FILES})
        make_book(apps, Path(folder, "book"))
        sys.path.insert(0, str(apps))
        wrong = [_compare(Path(folder, "book"), name, table) for name, table in _TABLES.items()]
    return int(any(wrong))


def _compare(book: Path, name: str, table: Callable[[], Iterator[str]]) -> bool:
    listed = [subjects_below(book, name, kind) for kind in ("route", "command")]
    ours, theirs = set("".join(listed).splitlines()) - _ROOTS, set(table())
    print(f"{name}: {len(theirs)} routes or commands, {len(ours & theirs)} equal")
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
    settings = importlib.import_module("django.conf").settings
    settings.configure(ROOT_URLCONF="django_app.urls", SECRET_KEY="x", INSTALLED_APPS=[])
    resolver = importlib.import_module("django.urls").get_resolver()
    return _django_routes(resolver.url_patterns, "/")


def _django_routes(patterns: list[Any], prefix: str) -> Iterator[str]:
    for pattern in patterns:
        path = prefix + str(pattern.pattern).removeprefix("^").removesuffix("$")
        if hasattr(pattern, "url_patterns"):
            yield from _django_routes(pattern.url_patterns, path)
        else:
            view = pattern.callback
            yield f"ANY {path} {_place(getattr(view, 'view_class', view))}"


def _click() -> Iterator[str]:
    return _click_commands(importlib.import_module("click_app.cli").cli, "")


def _typer() -> Iterator[str]:
    get_command = importlib.import_module("typer.main").get_command
    return _click_commands(get_command(importlib.import_module("typer_app.main").app), "")


def _click_commands(group: Any, prefix: str) -> Iterator[str]:
    for name, command in getattr(group, "commands", {}).items():
        if command.callback is not None:
            yield f"{prefix}{name} {_place(command.callback)}"
        yield from _click_commands(command, f"{prefix}{name} ")


def _place(function: Any) -> str:
    function = inspect.unwrap(function)
    path = function.__module__.partition(".")[2].replace(".", "/")
    return f"{path}.py::{function.__qualname__.replace('.<locals>', '')}"


_TABLES: Final = {
    "flask_app": _flask,
    "fastapi_app": _fastapi,
    "starlette_app": _starlette,
    "django_app": _django,
    "click_app": _click,
    "typer_app": _typer,
}

if __name__ == "__main__":
    sys.exit(main())
