"""Makes hits of what was found: files with their best lines, symbols, places in files."""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final

from repobook.index.reader.book_reader import BookReader
from repobook.index.reader.file.file_keywords import decode_ranked, scored, stored_keywords
from repobook.index.reader.file_briefs import briefs_by_path
from repobook.index.reader.stored_findings import FindingLine, findings_with
from repobook.index.search.search_index import SearchIndex
from repobook.model.finding import SEVERITIES
from repobook.model.search.matches import FileMatch, NamedSymbol, NameGroup
from repobook.search.answers import Hit
from repobook.search.find.find_paths import PathMatch
from repobook.search.rank.best_lines import BestLine, LineChoice, shown_line
from repobook.search.rank.ranking import RankedFile
from repobook.text.amounts import count
from repobook.text.code.code_line import one_code_line
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
        self, files: Sequence[RankedFile], terms: Sequence[str], sure_lines: LinesOf
    ) -> list[Hit]:
        """``sure_lines``: lines that answer the query for sure."""
        hits: list[Hit] = []
        for start in range(0, len(files), _MAX_TOGETHER):
            some = files[start : start + _MAX_TOGETHER]
            lines_by_file = self._lines(some, terms, sure_lines)
            described = self._index.described([one.file for one in some])
            hits += [
                _of_file(one, file, lines_by_file[one.file], self._reader.purpose_of(one.file))
                for one, file in zip(some, described, strict=True)
            ]
        return hits

    def of_place(self, match: PathMatch, line: int) -> Hit:
        """A file by its path, with the text of the requested line if it has so many."""
        file = briefs_by_path(self._reader.rows, [match.path])[match.path]
        lines = self._line(file.id, line) if line else ()
        at, parts = (line if lines else 1), ((match.how, match.points),)
        detail = _file_detail(file.language, file.role, self._reader.n_lines(match.path))
        path, points, purpose = match.path, match.points, self._reader.purpose_of(file.id)
        return Hit(path, at, "file", path, points, parts, detail, lines, purpose=purpose)

    def of_folder(self, match: PathMatch, n_files: int) -> Hit:
        parts = ((match.how, match.points),)
        detail = f"folder, {count(n_files, 'file')}"
        return Hit(match.path, 1, "folder", match.path, match.points, parts, detail)

    def of_symbols(self, group: NameGroup, n_same: int) -> Hit:
        best = group.symbols[0]
        return Hit(
            best.path,
            best.line,
            "symbol",
            best.qualname,
            group.score,
            group.parts,
            _symbol_detail(best),
            n_same=n_same,
            spellings=group.spellings,
        )

    def of_lines(self, file: RankedFile, terms: Sequence[str], sure_lines: LinesOf) -> list[Hit]:
        """Each line by itself."""
        lines = sorted(self._lines([file], terms, sure_lines)[file.file])
        path, parts = file.path, file.parts
        score = _sum(parts)
        return [Hit(path, one.line, "text", path, score, parts, one.text) for one in lines]

    def of_keywords(self, file: RankedFile, terms: Collection[str]) -> list[Hit]:
        """Keywords that hold one of the words, by their own score."""
        hits = []
        _, ranked = stored_keywords(self._reader.rows, file.file)
        for keyword, kind, score, line in map(scored, decode_ranked(ranked)):
            if not set(terms).isdisjoint(terms_in(keyword)):
                detail = f"{kind.replace('_', ' ')} {keyword}"
                parts = (("keyword", score),)
                hits.append(Hit(file.path, line or 1, "keyword", keyword, score, parts, detail))
        return hits

    def of_findings(self, words: Collection[str], allowed: Collection[int] | None) -> list[Hit]:
        """The most severe first; each word stands in rule, message, code or path."""
        found = findings_with(self._reader.rows, words)
        return [_of_finding(one) for file, one in found if allowed is None or file in allowed]

    def _lines(
        self, files: Iterable[RankedFile], terms: Sequence[str], sure_lines: LinesOf
    ) -> dict[int, tuple[BestLine, ...]]:
        lines_by_file = {one.file: sure_lines(one.file) for one in files}
        texts = self._index.texts_of(file for file, lines in lines_by_file.items() if not lines)
        choices = {file: LineChoice(text, terms, _N_LINES) for file, text in texts.items()}
        undecided = {file: choice.undecided for file, choice in choices.items()}
        names = self._index.names_on({file: lines for file, lines in undecided.items() if lines})
        best = {file: choice.best(names.get(file, {})) for file, choice in choices.items()}
        return lines_by_file | best

    def _line(self, file: int, line: int) -> tuple[BestLine, ...]:
        lines = split_lines(self._index.text(file).decode("utf-8", "replace"))
        return (BestLine(line, shown_line(lines[line - 1])),) if 0 < line <= len(lines) else ()


def _of_file(ranked: RankedFile, file: FileMatch, lines: tuple[BestLine, ...], purpose: str) -> Hit:
    detail = _file_detail(file.language, file.role, file.n_lines)
    path, parts = ranked.path, ranked.parts
    best, shown = (lines[0].line if lines else 1), tuple(sorted(lines))
    return Hit(path, best, "file", path, _sum(parts), parts, detail, shown, purpose=purpose)


def _of_finding(finding: FindingLine) -> Hit:
    score = float(len(SEVERITIES) - SEVERITIES.index(finding.severity))
    detail = f"{finding.severity} {finding.rule}: {finding.message}"
    parts = (("severity", score),)
    return Hit(finding.path, finding.line, "finding", finding.rule, score, parts, detail)


def _file_detail(language: str, role: str, n_lines: int) -> str:
    role_text = "" if role == "source" else f" {role}"
    return f"{language or 'text'}{role_text}, {count(n_lines, 'line')}"


def _symbol_detail(symbol: NamedSymbol) -> str:
    """Kind, qualified name and the rest of the signature."""
    signature = one_code_line(symbol.signature).replace("( ", "(").replace(", )", ")")
    rest = signature.partition(symbol.name)[2]
    cut = rest if len(rest) <= _MAX_SIGNATURE else rest[: _MAX_SIGNATURE - 1] + "…"
    return f"{symbol.kind.replace('_', ' ')} {symbol.qualname}{cut}"


def _sum(parts: Parts) -> float:
    return round(sum(points for _, points in parts), 4)
