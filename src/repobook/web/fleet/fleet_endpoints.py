"""The questions that a fleet is asked over HTTP."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from repobook.fleet.database.fleet_index import FleetIndex
from repobook.fleet.fleet_answers import FleetPackages
from repobook.fleet.fleet_questions import findings, impact, references, search, status

MAX_LIMIT: Final = 1000
MAX_LENGTH: Final = 500


class Question(NamedTuple):
    parameter: str
    """Empty for none."""
    ask: Callable[[FleetIndex, str, int], Any]
    is_required: bool = True


QUESTIONS: Final[Mapping[str, Question]] = {
    "status": Question("", lambda index, text, limit: status(index, "")),
    "search": Question("q", search),
    "refs": Question("symbol", references),
    "impact": Question("symbol", lambda index, text, limit: impact(index, text)),
    "findings": Question("rule", findings, is_required=False),
    "packages": Question(
        "", lambda index, text, limit: FleetPackages(tuple(index.package_edges()))
    ),
}
