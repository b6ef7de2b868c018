"""The questions that may be asked over HTTP: one table for the routes and for their description."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple, get_args

from repobook.ask.dependencies_answer import DepsAnswer, WayAnswer, asked_deps
from repobook.ask.findings_answer import CATEGORIES, FindingsAnswer, findings_of
from repobook.ask.findings_answer import Wanted as WantedFindings
from repobook.ask.impact.impact_answer import ImpactAnswer, impact_of, impact_of_patch
from repobook.ask.keywords_answer import FileKeywords, FolderKeywords, PrefixAnswer, keywords_of
from repobook.ask.listing import (
    FilesAnswer,
    Part,
    SymbolsAnswer,
    WantedFiles,
    WantedSymbols,
    files_in,
    symbols_in,
)
from repobook.ask.references.references_answer import (
    ROLES,
    OutgoingAnswer,
    UsesAnswer,
    Wanted,
    asked_uses,
)
from repobook.ask.tests.tests_answer import CoveringTests, best_tests
from repobook.ask.trace.trace_answer import TraceAnswer, trace
from repobook.model.answers import (
    FileAnswer,
    FolderAnswer,
    Matches,
    Nothing,
    StatusAnswer,
    SymbolAnswer,
    as_data,
    shown_data,
)
from repobook.model.files import Role, Status
from repobook.model.finding import SEVERITIES
from repobook.model.kinds import LSP_KIND_BY_KIND
from repobook.search.answers import KINDS, SearchAnswer
from repobook.text.patches import read_patch
from repobook.web.api.cursors import PATTERN
from repobook.web.api.parameters import Arguments, Parameter

MAX_LIMIT: Final = 1000


class Endpoint(NamedTuple):
    name: str
    """Of the command that gives the same answer on the command line, where there is one."""
    about: str
    parameters: tuple[Parameter, ...]
    answers: tuple[type, ...]
    """What the answer may be; nothing found is one of them where something is looked for."""
    ask: Callable[[Any, Arguments], Any]
    """Given a reader of the book, or a searcher."""
    data: Callable[[Any], Any] = as_data
    is_search: bool = False

    @property
    def is_paged(self) -> bool:
        return any(parameter.name == CURSOR for parameter in self.parameters)


def endpoint_by_question() -> dict[str, Endpoint]:
    """By the name, which of what is posted has its method before it."""
    posted = {f"POST {endpoint.name}": endpoint for endpoint in POSTED}
    return {endpoint.name: endpoint for endpoint in ENDPOINTS} | posted


CURSOR: Final = "cursor"
FIRST: Final = "first"
"""What a cursor stands for, in what is given to ``ask``."""
_CURSOR: Final = Parameter(
    CURSOR, "Continues the answer that returned this `next`.", "", pattern=PATTERN
)


def _limit(default: int) -> Parameter:
    return Parameter("limit", "How many are listed at most.", default, bounds=(1, MAX_LIMIT))


def _target(name: str, about: str) -> Parameter:
    return Parameter(name, about, is_required=True, max_length=4096)


def _path(name: str, about: str) -> Parameter:
    return Parameter(name, about, "", max_length=4096)


def _part(given: Arguments) -> Part:
    return Part(given[FIRST], given["limit"])


BODY: Final = "body"
"""What was posted, in what is given to ``ask``."""
MAX_BODY: Final = 1 << 20
POSTED: Final = (
    Endpoint(
        "impact",
        "What a patch may break; its body is a unified diff, as git diff prints it.",
        (_limit(100),),
        (ImpactAnswer,),
        lambda reader, given: impact_of_patch(reader, read_patch(given[BODY]), given["limit"]),
    ),
)
ENDPOINTS: Final = (
    Endpoint(
        "files",
        "The files of the repository, by path.",
        (
            _path("folder", "Only what lies below it."),
            Parameter("language", "Only of this language.", ""),
            Parameter("role", "Only in this role.", choices=get_args(Role)),
            Parameter(
                "status", "Only documented ones, or only listed ones.", choices=get_args(Status)
            ),
            _limit(100),
            _CURSOR,
        ),
        (FilesAnswer,),
        lambda reader, given: files_in(
            reader,
            WantedFiles(
                given["folder"], given["language"], given["role"] or "", given["status"] or ""
            ),
            _part(given),
        ),
    ),
    Endpoint(
        "folders",
        "A folder: what lies in it and below it.",
        (_path("path", "The folder; without it the whole repository."),),
        (FolderAnswer, Nothing),
        lambda reader, given: reader.folder(given["path"]),
    ),
    Endpoint(
        "symbols",
        "Symbols by path, in the order of their lines.",
        (
            _path("path", "Only in this file, or below this folder."),
            Parameter("name", "Only of this name.", ""),
            Parameter("kind", "Only of this kind.", choices=tuple(sorted(LSP_KIND_BY_KIND))),
            _limit(100),
            _CURSOR,
        ),
        (SymbolsAnswer,),
        lambda reader, given: symbols_in(
            reader,
            WantedSymbols(given["path"], given["name"], given["kind"] or ""),
            _part(given),
        ),
    ),
    Endpoint(
        "show",
        "A file's outline, a folder, or a symbol with its documentation.",
        (_target("target", "A file, a folder, a symbol id (path::Name), path:line or a name."),),
        (FileAnswer, FolderAnswer, SymbolAnswer, Matches, Nothing),
        lambda reader, given: reader.show(given["target"]),
        shown_data,
    ),
    Endpoint(
        "refs",
        "The uses of a symbol, or what it uses.",
        (
            _target("symbol", "A symbol id (path::Name), path:line, or a name."),
            Parameter("direction", "Its uses, or what it uses.", "in", choices=("in", "out")),
            Parameter("kind", "Only uses of this kind.", choices=ROLES),
            Parameter("depth", "Follow callers of callers to this depth.", 1, bounds=(1, 10)),
            Parameter(
                "dynamic", "Also list dynamic sites that may use it.", "no", choices=("no", "yes")
            ),
            _limit(200),
            _CURSOR,
        ),
        (UsesAnswer, OutgoingAnswer, Nothing),
        lambda reader, given: asked_uses(
            reader,
            given["symbol"],
            given["direction"] == "in",
            Wanted(
                given["kind"] or "",
                given["depth"],
                given["limit"],
                given[FIRST],
                given["dynamic"] == "yes",
            ),
        ),
    ),
    Endpoint(
        "deps",
        "What a file depends on and what depends on it, or the way to another file.",
        (
            _target("file", "A file by its path or the end of it, or a symbol in it."),
            Parameter("to", "The shortest way from the file to this one.", max_length=4096),
        ),
        (DepsAnswer, WayAnswer, Matches, Nothing),
        lambda reader, given: asked_deps(reader, given["file"], given["to"]),
    ),
    Endpoint(
        "tests",
        "The tests to run for a file or a symbol, best first.",
        (_target("target", "A file or a symbol."), _limit(10), _CURSOR),
        (CoveringTests, Matches, Nothing),
        lambda reader, given: best_tests(reader, given["target"], given["limit"], given[FIRST]),
    ),
    Endpoint(
        "impact",
        "What a change may break: callers, documents, owners, tests, and what cannot be known.",
        (_target("target", "A file or a symbol."), _limit(100)),
        (ImpactAnswer, Matches, Nothing),
        lambda reader, given: impact_of(reader, given["target"], given["limit"]),
    ),
    Endpoint(
        "trace",
        "The chain that a name belongs to in a framework, from a route, command or operator on.",
        (_target("name", "A route, a command, an operator, code, or a place as path:line."),),
        (TraceAnswer, Matches, Nothing),
        lambda reader, given: trace(reader, given["name"]),
    ),
    Endpoint(
        "findings",
        "What to watch out for, errors first.",
        (
            _path("path", "Only in this file, or below this folder."),
            Parameter("category", "Only of this kind.", choices=CATEGORIES, is_repeatable=True),
            Parameter("severity", "Only this severe.", choices=SEVERITIES, is_repeatable=True),
            Parameter("rule", "Only of this rule.", is_repeatable=True),
            _limit(200),
            _CURSOR,
        ),
        (FindingsAnswer, Nothing),
        lambda reader, given: findings_of(
            reader,
            given["path"],
            WantedFindings(given["category"], given["severity"], given["rule"]),
            given["limit"],
            given[FIRST],
        ),
    ),
    Endpoint(
        "keywords",
        "What distinguishes a file or a folder, or the names under a prefix.",
        (
            _path("target", "A file, a folder, or a prefix; a star at its end says so."),
            _limit(30),
        ),
        (FileKeywords, FolderKeywords, PrefixAnswer, Matches, Nothing),
        lambda reader, given: keywords_of(reader, given["target"], given["limit"]),
    ),
    Endpoint(
        "search",
        "Files, symbols and lines for words, names, questions and patterns, best first.",
        (
            Parameter("query", "What is looked for.", is_required=True, max_length=2000),
            Parameter("kind", "Only results of this kind.", choices=KINDS),
            _limit(10),
        ),
        (SearchAnswer,),
        lambda searcher, given: searcher.search(given["query"], given["kind"], given["limit"]),
        is_search=True,
    ),
    Endpoint(
        "status",
        "What the book covers, what it leaves out and why.",
        (),
        (StatusAnswer,),
        lambda reader, given: reader.status(),
    ),
)
