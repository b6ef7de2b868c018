"""Tables of a database, bound to the classes that are mapped to them: Django, SQLAlchemy, SQLModel.

Django puts the label of the application before the name of a model, which the file does not tell:
``table:<app>_order``.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from repobook.model.facts import Definition
from repobook.model.kinds import DATABASE_TABLE
from repobook.packs.calls import FileCalls
from repobook.packs.gathered import Gathered, own_use

TABLE_NAME: Final = "__tablename__"
MAPPERS: Final = (
    "django.db",
    "django.contrib.gis.db",
    "sqlalchemy",
    "sqlmodel",
    "flask_sqlalchemy",
)
_VALUE: Final = re.compile(r"(?::[^=]{0,80})?=\s{0,9}[\"']([\w.]{1,120})[\"']\Z")
_FIELD: Final = re.compile(r"(?:\w+\.)*models\.(?:\w*Field|ForeignKey|GenericForeignKey)\(\)")
_MODEL: Final = re.compile(r"(?:\w+\.)*models\.Model")
_FLASK_MODEL: Final = "db.Model"
_SQL_MODEL: Final = re.compile(r"\btable\s{0,9}=\s{0,9}True\b")
_WORD_END: Final = re.compile(r"((?<=[a-z0-9])[A-Z]|(?!^)[A-Z](?=[a-z]))")


def read_tables(calls: FileCalls, gathered: Gathered) -> None:
    members: defaultdict[int, dict[str, Definition]] = defaultdict(dict)
    definitions = calls.facts.definitions
    for definition in definitions:
        members[definition.parent].setdefault(definition.name, definition)
    places = {definition: n for n, definition in enumerate(definitions)}
    models: set[str] = set()
    """Names of classes of the file that Django maps, abstract ones among them."""
    for definition in definitions:
        if definition.kind == "class":
            own = members[places[definition]]
            meta = members[places[own["Meta"]]] if "Meta" in own else {}
            if table := _table(definition, own, meta, models):
                _define(calls, gathered, definition, table)
    for call in calls.named(("Table",), "call"):
        variable = calls.around(calls.source.line_of(call.offset), ("variable", "constant"))
        name = calls.string(call.given(0, "name"))
        if name and len(call.arguments) > 1 and variable is not None:
            table = gathered.define(DATABASE_TABLE, f"table:{name}", call.offset, call.end)
            gathered.bind(table, "model", own_use(variable, call.offset))


def _define(calls: FileCalls, gathered: Gathered, model: Definition, table: str) -> None:
    start = calls.source.line_starts[model.line - 1]
    end = start + len(calls.source.lines[model.line - 1])
    name = gathered.define(DATABASE_TABLE, f"table:{table}", start, end)
    gathered.bind(name, "model", own_use(model, start))


def _table(
    model: Definition, own: dict[str, Definition], meta: dict[str, Definition], models: set[str]
) -> str:
    """Empty for a class that has none of its own."""
    if TABLE_NAME in own:
        return _text(own[TABLE_NAME])
    if _SQL_MODEL.search(model.signature):
        return model.name.lower()
    if _is_mapped_by_django(model, own.values(), models):
        models.add(model.name)
        if "abstract" in meta or "proxy" in meta:
            flags = [meta[key].signature for key in ("abstract", "proxy") if key in meta]
            if any(flag.endswith("True") for flag in flags):
                return ""
        label = _text(meta["app_label"]) if "app_label" in meta else "<app>"
        given = _text(meta["db_table"]) if "db_table" in meta else ""
        return given or ("" if "db_table" in meta else f"{label}_{model.name.lower()}")
    if _FLASK_MODEL in model.bases and "__abstract__" not in own:
        return _WORD_END.sub(r"_\1", model.name).lower()
    return ""


def _is_mapped_by_django(model: Definition, own: Iterable[Definition], models: set[str]) -> bool:
    """It inherits from what Django maps, or has fields of Django: its base may be elsewhere."""
    if any(_MODEL.fullmatch(base) or base in models for base in model.bases):
        return True
    return bool(model.bases) and any(_FIELD.fullmatch(one.value) for one in own)


def _text(definition: Definition) -> str:
    value = _VALUE.search(definition.signature)
    return value[1] if value else ""
