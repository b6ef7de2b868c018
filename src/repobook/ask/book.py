"""An open book: one method for each question that the commands, the server and agents ask."""

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from repobook.ask.opening.foreign_book import damage_reported
from repobook.index.reader.book_reader import BookReader

if TYPE_CHECKING:
    from repobook.ask.dependencies_answer import DepsAnswer, WayAnswer
    from repobook.ask.findings_answer import FindingsAnswer
    from repobook.ask.impact.impact_answer import ImpactAnswer
    from repobook.ask.keywords_answer import KeywordsAnswer
    from repobook.ask.listing import FilesAnswer, SymbolsAnswer
    from repobook.ask.references.references_answer import OutgoingAnswer, UsesAnswer
    from repobook.ask.searcher import Searcher
    from repobook.ask.source_lines import SourceLines
    from repobook.ask.tests.tests_answer import CoveringTests
    from repobook.ask.trace.trace_answer import TraceAnswer
    from repobook.index.search.search_index import SearchIndex
    from repobook.model.answers import Matches, Nothing, Shown, StatusAnswer, SymbolLine
    from repobook.search.answers import Kind, SearchAnswer

_MANY: Final = 100


class Book:
    """Answers are values with named fields. One that may be cut says so (``is_cut``); of several
    things of a name the most likely is meant and ``others`` has the rest; a name that nothing has
    gives `Nothing` with close names, and the end of several paths `Matches`.

    A book does not change while it is open, whatever is built meanwhile. Use it from one thread at
    a time. The code behind a question is imported when it is first asked: a command asks one.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with damage_reported(path):
            self._reader = BookReader(path)

    @property
    def commit(self) -> str:
        """The commit that the book describes; empty for a folder without git."""
        return self._reader.commit

    @property
    def identity(self) -> str:
        """Stands for what the book says; one that says anything else has another."""
        return self._reader.meta.get("identity", "")

    def begin(self) -> None:
        """Starts the time limit of the next question, where a book stays open for many."""
        self._reader.begin()
        if "_texts" in self.__dict__:
            self._texts.allowed.begin()

    def search(self, query: str, kind: "Kind | None" = None, limit: int = 10) -> "SearchAnswer":
        """Files, symbols and lines for words, names, paths, questions and ``/expressions/``."""
        with damage_reported(self.path):
            return self._searcher.search(query, kind, limit)

    def likely_definitions(
        self, issue: str, paths: Iterable[str], n: int
    ) -> "dict[str, list[SymbolLine]]":
        """By file the definitions that a long text speaks of; nothing for a short one."""
        from repobook.ask.likely_definitions import likely_definitions

        with damage_reported(self.path):
            return likely_definitions(self._reader, self._texts, issue, paths, n)

    def show(self, target: str) -> "Shown":
        """A file, a folder, a symbol id (``path::Name``) or a symbol's name."""
        with damage_reported(self.path):
            return self._reader.show(target)

    def matches(self, target: str) -> "Matches | Nothing":
        """All that a name may mean, the most likely first."""
        with damage_reported(self.path):
            return self._reader.matches(target)

    def references(
        self,
        symbol: str,
        *,
        kind: str = "",
        depth: int = 1,
        limit: int = _MANY,
        dynamic: bool = False,
    ) -> "UsesAnswer | Nothing":
        """Who uses a symbol, in which role, with how much confidence; ``depth`` follows callers of
        callers, ``dynamic`` lists places that may use it."""
        from repobook.ask.references.references_answer import Wanted, asked_uses_of

        with damage_reported(self.path):
            wanted = Wanted(kind, depth, limit, is_dynamic=dynamic)
            return asked_uses_of(self._reader, symbol, wanted)

    def outgoing_references(
        self, symbol: str, *, kind: str = "", limit: int = _MANY
    ) -> "OutgoingAnswer | Nothing":
        """What a symbol uses itself."""
        from repobook.ask.references.references_answer import Wanted, asked_uses_by

        with damage_reported(self.path):
            return asked_uses_by(self._reader, symbol, Wanted(kind, 1, limit))

    def dependencies(
        self, file: str, to: str | None = None
    ) -> "DepsAnswer | WayAnswer | Matches | Nothing":
        """What a file depends on and what depends on it; with ``to`` the shortest way there."""
        from repobook.ask.dependencies_answer import asked_deps

        with damage_reported(self.path):
            return asked_deps(self._reader, file, to)

    def tests(self, target: str, limit: int = 10) -> "CoveringTests | Matches | Nothing":
        """Tests to run for a file or a symbol, best first, with reasons and commands."""
        from repobook.ask.tests.tests_answer import best_tests

        with damage_reported(self.path):
            return best_tests(self._reader, target, limit)

    def impact(
        self, target: str = "", *, patch: str = "", limit: int = _MANY
    ) -> "ImpactAnswer | Matches | Nothing":
        """What a change of a symbol or a file may break, or that of a patch, a unified diff: who
        notices, what to read, which tests to run, and what cannot be known."""
        from repobook.ask.impact.impact_answer import impact_of, impact_of_patch
        from repobook.text.patches import read_patch

        with damage_reported(self.path):
            if patch:
                return impact_of_patch(self._reader, read_patch(patch), limit)
            return impact_of(self._reader, target, limit)

    def uncommitted_impact(self, folder: str, *, limit: int = _MANY) -> "ImpactAnswer":
        """The same for what was changed in the repository around a folder since its last commit."""
        from repobook.ask.impact.impact_answer import impact_of_patch
        from repobook.ask.impact.uncommitted import uncommitted_patch

        patch = uncommitted_patch(folder)
        with damage_reported(self.path):
            return impact_of_patch(self._reader, patch, limit)

    def trace(self, name: str) -> "TraceAnswer | Matches | Nothing":
        """The chain that a name belongs to in a framework: routes and commands with what they run,
        operators with kernels, registrations, formulas and tests, each with its line."""
        from repobook.ask.trace.trace_answer import trace

        with damage_reported(self.path):
            return trace(self._reader, name)

    def findings(
        self,
        path: str = "",
        *,
        categories: tuple[str, ...] = (),
        severities: tuple[str, ...] = (),
        rules: tuple[str, ...] = (),
        limit: int | None = _MANY,
    ) -> "FindingsAnswer | Nothing":
        """What to watch out for in a file, a folder or the whole repository, most severe first."""
        from repobook.ask.findings_answer import Wanted, findings_of

        with damage_reported(self.path):
            return findings_of(self._reader, path, Wanted(categories, severities, rules), limit)

    def keywords(self, target: str = "", limit: int = 30) -> "KeywordsAnswer":
        """Keywords of a file or a folder, or the exported names that begin with a prefix."""
        from repobook.ask.keywords_answer import keywords_of

        with damage_reported(self.path):
            return keywords_of(self._reader, target, limit)

    def files(
        self,
        folder: str = "",
        *,
        language: str = "",
        role: str = "",
        limit: int = _MANY,
        first: int = 0,
    ) -> "FilesAnswer":
        from repobook.ask.listing import Part, WantedFiles, files_in

        with damage_reported(self.path):
            return files_in(self._reader, WantedFiles(folder, language, role), Part(first, limit))

    def symbols(
        self, path: str = "", *, name: str = "", kind: str = "", limit: int = _MANY
    ) -> "SymbolsAnswer":
        from repobook.ask.listing import Part, WantedSymbols, symbols_in

        with damage_reported(self.path):
            return symbols_in(self._reader, WantedSymbols(path, name, kind), Part(0, limit))

    def lines(self, path: str, first: int = 1, last: int = 1 << 31) -> "SourceLines | None":
        """Lines of a file as they were when the book was built; None where it has no text."""
        from repobook.ask.source_lines import lines_of

        with damage_reported(self.path):
            return lines_of(self._texts, path, first, last)

    def page(self, path: str = "") -> str | None:
        """The Markdown page of a file, or of a folder with a slash at its end; None without one."""
        from repobook.ask.source_lines import page_of

        return page_of(self.path, path)

    def changed_files(self, root: str, paths: Iterable[str], built_ns: int) -> tuple[str, ...]:
        """Which of some files below ``root`` are no longer as the book says."""
        from repobook.ask.freshness import changed_files

        with damage_reported(self.path):
            return changed_files(self._reader, root, paths, built_ns)

    def status(self) -> "StatusAnswer":
        """What was read, what was not, and why."""
        with damage_reported(self.path):
            return self._reader.status()

    def close(self) -> None:
        if "_searcher" in self.__dict__:
            self._searcher.close()
        if "_texts" in self.__dict__:
            self._texts.close()
        self._reader.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @cached_property
    def _searcher(self) -> "Searcher":
        from repobook.ask.searcher import Searcher

        return Searcher(self.path)

    @cached_property
    def _texts(self) -> "SearchIndex":
        from repobook.index.search.search_index import SearchIndex

        return SearchIndex(self.path)
