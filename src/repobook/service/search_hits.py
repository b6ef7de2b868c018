"""Makes hits of what was found: files with their best lines, symbols, places in files."""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final

from repobook.model.names import NamedSymbol, NameGroup
from repobook.model.search import FileMatch
from repobook.search.best_lines import BestLine, LineChoice, shown_line
from repobook.search.ranking import RankedFile
from repobook.service.path_finding import FoundPath
from repobook.service.reader import BookReader
from repobook.service.search_answers import Hit
from repobook.store.search_index import SearchIndex
from repobook.text.amounts import count
from repobook.text.lines import split_lines
from repobook.text.terms import terms_in

_N_LINES: Final = 3
_MAX_TOGETHER: Final = 20  # texts that are unpacked at once
_MAX_SIGNATURE: Final = 120

Parts = tuple[tuple[str, float], ...]
LinesOf = Callable[[int], tuple[BestLine, ...]]


class HitMaker:
    def __init__(self, reader: BookReader, index: SearchIndex) -> None:
        self._reader = reader
        self._index = index

    def of_files(
        self, found: Sequence[RankedFile], terms: Sequence[str], known: LinesOf
    ) -> list[Hit]:
        """``known``: lines that answer the query for sure."""
        hits: list[Hit] = []
        for start in range(0, len(found), _MAX_TOGETHER):
            some = found[start : start + _MAX_TOGETHER]
            lines_by_file = self._lines(some, terms, known)
            described = self._index.described([one.file for one in some])
            hits += [
                _of_file(one, file, lines_by_file[one.file])
                for one, file in zip(some, described, strict=True)
            ]
        return hits

    def of_place(self, found: FoundPath, line: int) -> Hit:
        """A file by its path; of the line that was asked for its text, where it has so many."""
        file, *described = self._reader.rows(_FILE, (found.path,))[0]
        shown = self._line(file, line) if line else ()
        at, parts = (line if shown else 1), ((found.how, found.points),)
        told = _told_file(*described)
        return Hit(found.path, at, "file", found.path, found.points, parts, told, shown)

    def of_folder(self, found: FoundPath, n_files: int) -> Hit:
        parts = ((found.how, found.points),)
        detail = f"folder, {count(n_files, 'file')}"
        return Hit(found.path, 1, "folder", found.path, found.points, parts, detail)

    def of_symbols(self, group: NameGroup, n_same: int) -> Hit:
        best = group.symbols[0]
        return Hit(
            best.path,
            best.line,
            "symbol",
            best.qualname,
            group.score,
            group.parts,
            _told_symbol(best),
            n_same=n_same,
            spellings=group.spellings,
        )

    def of_lines(self, found: RankedFile, terms: Sequence[str], known: LinesOf) -> list[Hit]:
        """Each line by itself."""
        lines = self._lines([found], terms, known)[found.file]
        path, parts = found.path, found.parts
        score = _sum(parts)
        return [Hit(path, one.line, "text", path, score, parts, one.text) for one in lines]

    def of_keywords(self, path: str, terms: Collection[str]) -> list[Hit]:
        """Keywords that hold one of the words, by their own score."""
        hits = []
        for keyword, kind, score, line in self._reader.rows(_KEYWORDS, (path,)):
            if not set(terms).isdisjoint(terms_in(keyword)):
                told = f"{kind.replace('_', ' ')} {keyword}"
                parts = (("keyword", score),)
                hits.append(Hit(path, line or 1, "keyword", keyword, score, parts, told))
        return hits

    def of_findings(self, words: Collection[str], allowed: Collection[int] | None) -> list[Hit]:
        """The most severe first; each word stands in rule, message, code or path."""
        values = [f"%{word}%" for word in words]
        rows = self._reader.rows(_FINDINGS.format(" ".join([_HELD] * len(values))), tuple(values))
        return [
            Hit(
                path,
                line,
                "finding",
                rule,
                score,
                (("severity", score),),
                f"{severity} {rule}: {told}",
            )
            for file, path, line, rule, severity, score, told, _ in rows
            if allowed is None or file in allowed
        ]

    def _lines(
        self, found: Iterable[RankedFile], terms: Sequence[str], known: LinesOf
    ) -> dict[int, tuple[BestLine, ...]]:
        lines_by_file = {one.file: known(one.file) for one in found}
        texts = self._index.texts_of(file for file, lines in lines_by_file.items() if not lines)
        choices = {file: LineChoice(text, terms, _N_LINES) for file, text in texts.items()}
        undecided = {file: choice.undecided for file, choice in choices.items()}
        names = self._index.names_on({file: lines for file, lines in undecided.items() if lines})
        best = {file: choice.best(names.get(file, {})) for file, choice in choices.items()}
        return lines_by_file | best

    def _line(self, file: int, line: int) -> tuple[BestLine, ...]:
        lines = split_lines(self._index.text(file).decode("utf-8", "replace"))
        return (BestLine(line, shown_line(lines[line - 1])),) if 0 < line <= len(lines) else ()


def _of_file(found: RankedFile, file: FileMatch, lines: tuple[BestLine, ...]) -> Hit:
    told = _told_file(file.language, file.role, file.n_lines)
    path, parts = found.path, found.parts
    first = lines[0].line if lines else 1
    return Hit(path, first, "file", path, _sum(parts), parts, told, lines)


def _told_file(language: str, role: str, n_lines: int) -> str:
    spoken = "" if role == "source" else f" {role}"
    return f"{language or 'text'}{spoken}, {count(n_lines, 'line')}"


def _told_symbol(symbol: NamedSymbol) -> str:
    """What follows the name in the signature, behind the name and where it belongs."""
    told = " ".join(symbol.signature.split()).replace("( ", "(").replace(", )", ")")
    rest = told.partition(symbol.name)[2]
    cut = rest if len(rest) <= _MAX_SIGNATURE else rest[: _MAX_SIGNATURE - 1] + "…"
    return f"{symbol.kind.replace('_', ' ')} {symbol.qualname}{cut}"


def _sum(parts: Parts) -> float:
    return round(sum(points for _, points in parts), 4)


_FILE: Final = "SELECT id, language, role, lines FROM file WHERE path = ?"
_KEYWORDS: Final = "SELECT keyword, kind, score, line FROM keywords WHERE path = ?"
_HELD: Final = "AND told LIKE ?"
_FINDINGS: Final = """
    SELECT d.file, f.path, d.line, d.rule, d.severity,
           CASE d.severity WHEN 'error' THEN 3.0 WHEN 'warning' THEN 2.0 ELSE 1.0 END AS score,
           d.message,
           d.rule || ' ' || d.severity || ' ' || d.category || ' ' || d.message || ' ' || d.code
           || ' ' || f.path AS told
    FROM finding d JOIN file f ON f.id = d.file WHERE 1 {}
    ORDER BY score DESC, f.path, d.line, d.n
"""
