"""Tasks, receivers and tables of the shop in ``tests/packs``, against the frameworks' own tables.

    python bench/applications.py

Needs celery, django and sqlalchemy. The shop is written to a temporary folder and imported; Celery
is asked for its tasks, Django for the receivers of its signals and its tables, SQLAlchemy for its
tables. The figures are kept in ``routes.md``.
"""

import importlib
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.fakes.trees import write_tree
from tests.packs.application_files import FILES

from repobook.languages import parse
from repobook.model.kinds import DATABASE_TABLE, SIGNAL, TASK


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        sys.path.insert(0, str(write_tree(Path(folder, "apps"), FILES)))
        pairs = [
            (TASK, set(_ours(TASK)), set(_tasks())),
            (DATABASE_TABLE, set(_ours(DATABASE_TABLE)), {*_django_tables(), *_sql_tables()}),
            (SIGNAL, set(_ours(SIGNAL)), set(_receivers())),
        ]
    for kind, ours, theirs in pairs:
        print(f"{kind}: {len(theirs)}, {len(ours & theirs)} equal", *sorted(ours ^ theirs))
    return int(any(ours != theirs for _, ours, theirs in pairs))


def _ours(kind: str) -> Iterator[str]:
    """With what the file alone does not tell: the module of a task, the label of an application."""
    for path, text in FILES.items():
        if path.endswith(".py") and isinstance(text, str):
            module = path.removesuffix(".py").replace("/", ".")
            for definition in parse("Python", text.encode()).definitions:
                if definition.kind == kind:
                    name = definition.name.partition(":")[2]
                    is_short = kind == TASK and "." not in name
                    name = f"{module}.{name}" if is_short else name
                    yield name.replace("<app>", module.partition(".")[0])


def _tasks() -> Iterator[str]:
    importlib.import_module("shop.tasks")
    app: Any = importlib.import_module("shop.celery_app").app
    app.finalize()
    return (name for name in app.tasks if not name.startswith("celery."))


def _django_tables() -> Iterator[str]:
    django: Any = importlib.import_module("django")
    settings: Any = importlib.import_module("django.conf").settings
    settings.configure(INSTALLED_APPS=["orders"], DEFAULT_AUTO_FIELD="django.db.models.AutoField")
    django.setup()
    importlib.import_module("orders.receivers")
    models = django.apps.apps.get_models()
    return (model._meta.db_table for model in models if not model._meta.proxy)


def _sql_tables() -> Iterator[str]:
    module: Any = importlib.import_module("stock.tables")
    yield from module.Base.metadata.tables
    yield from module.metadata.tables


def _receivers() -> Iterator[str]:
    signals: Any = importlib.import_module("django.db.models.signals")
    orders: Any = importlib.import_module("orders.receivers")
    models: Any = importlib.import_module("orders.models")
    senders = {id(model): model.__name__ for model in (models.Order, models.Customer)}
    of_models = {name: getattr(signals, name) for name in ("post_save", "pre_delete")}
    for name, signal in {**of_models, "paid": orders.paid}.items():
        for (_, sender), *_ in signal.receivers:
            yield f"{name} {senders.get(sender, '')}".rstrip()


if __name__ == "__main__":
    sys.exit(main())
