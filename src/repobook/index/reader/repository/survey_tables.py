"""Reads the figures about the whole repository, as sums that SQLite computes."""

import json
from collections import defaultdict
from collections.abc import Iterable
from typing import Final

import apsw

from repobook.index.reader.folder.folder_dossiers import FolderReader
from repobook.index.reader.folder.folder_tables import Tables
from repobook.index.reader.folder.part_dependencies import folder_dependencies
from repobook.index.reader.stored_findings import BY_SEVERITY
from repobook.model.dossiers.folder_dossier import Place
from repobook.model.dossiers.survey import (
    Debt,
    Hotspot,
    LanguageCover,
    RuleCount,
    RuleFinding,
    Survey,
    Untested,
)

_N_HOTSPOTS: Final = 100
_N_DEBTS: Final = 100
_MIN_USERS: Final = 5
"""With fewer users documentation is not missed."""
# Kinds that should be documented; a field or a key may need no documentation.
_PUBLIC: Final = (
    *("class", "enum", "function", "interface", "kernel", "macro", "method", "struct"),
    *("trait", "type", "union"),
)


def survey(reader: FolderReader) -> Survey:
    tables = reader.tables
    hotspots = _hotspots(tables)
    debts = _debts(tables)
    return Survey(
        rules=_rules(tables),
        hotspots=tuple(hotspots[:_N_HOTSPOTS]),
        n_hotspots=len(hotspots),
        has_past=bool(tables.past_by_id),
        dependencies=folder_dependencies(tables),
        languages=_languages(tables),
        untested=_untested(tables),
        debts=tuple(debts[:_N_DEBTS]),
        n_debts=len(debts),
        n_suppressed=int(next(iter(tables.query(_SUPPRESSED)))[0]),
    )


def rules_in(db: apsw.Connection, files: Iterable[int] | None = None) -> list[str]:
    """All that were met, in these files or anywhere, in order."""
    if files is None:
        return [rule for (rule,) in db.execute("SELECT DISTINCT rule FROM finding ORDER BY rule")]
    return [rule for (rule,) in db.execute(_RULES_OF_FILES, (json.dumps(sorted(files)),))]


def findings_by_rule(db: apsw.Connection, rule: str) -> list[RuleFinding]:
    """By path and line."""
    return [
        RuleFinding(Place(path, line), message, code)
        for path, line, message, code in db.execute(_OF_RULE, (rule,))
    ]


def rule_count(db: apsw.Connection, rule: str) -> RuleCount:
    return RuleCount(*next(db.execute(_RULES.format("WHERE rule = ?"), (rule,))))


def _rules(tables: Tables) -> tuple[RuleCount, ...]:
    return tuple(RuleCount(*row) for row in tables.query(_RULES.format("")))


def _hotspots(tables: Tables) -> list[Hotspot]:
    past = tables.past_by_id
    hotspots = []
    for file, complexity, worst_complexity, worst, line, end_line in tables.query(_COMPLEXITY):
        row = tables.row_by_id.get(file)
        if row is None or row.line.role != "source":
            continue
        path, n_changes = row.line.path, past.get(file, ("", 0))[1]
        place = Place(path, line, end_line)
        factors = n_changes, complexity, row.line.fan_in
        hotspots.append(Hotspot(path, *factors, worst, place, worst_complexity))
    if past:
        hotspots = [one for one in hotspots if one.n_changes]
    return sorted(hotspots, key=lambda one: (-one.score, one.path))


def _languages(tables: Tables) -> tuple[LanguageCover, ...]:
    unread = {file for (file,) in tables.query("SELECT DISTINCT file FROM diagnostic")}
    words = {language: (n, n_documented) for language, n, n_documented in tables.query(_WORDS)}
    sums: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for row in tables.rows:
        if row.line.status == "documented":
            numbers = 1, row.line.n_lines, row.id in unread, not row.line.n_symbols
            sums[row.line.language] = [
                a + b for a, b in zip(sums[row.line.language], numbers, strict=True)
            ]
    covers = [
        LanguageCover(language, n_files, n_lines, n_unread, n_plain, *words.get(language, (0, 0)))
        for language, (n_files, n_lines, n_unread, n_plain) in sums.items()
    ]
    return tuple(sorted(covers, key=lambda one: (-one.n_lines, one.language)))


def _untested(tables: Tables) -> tuple[Untested, ...]:
    """By folder; only files that define something need tests."""
    n_source: defaultdict[str, int] = defaultdict(int)
    paths: defaultdict[str, list[str]] = defaultdict(list)
    for row in tables.rows:
        if row.line.role == "source" and row.line.n_symbols:
            folder = row.line.path.rpartition("/")[0]
            n_source[folder] += 1
            if not row.is_tested:
                paths[folder].append(row.line.path)
    return tuple(Untested(folder, n_source[folder], tuple(paths[folder])) for folder in paths)


def _debts(tables: Tables) -> list[Debt]:
    debts = []
    for file, name, overload, kind, line, end_line, n in tables.query(_DEBTS):
        row = tables.row_by_id.get(file)
        if row is not None and row.line.role == "source" and n >= _MIN_USERS:
            place = Place(row.line.path, line, end_line)
            debts.append(Debt(name, overload, kind, place, n))
    return sorted(debts, key=lambda debt: (-debt.n_users, debt.place, debt.qualname))


_SUPPRESSED: Final = "SELECT count(*) FROM remark WHERE severity = 'suppressed'"
_RULES: Final = f"""
    SELECT category, severity, rule, count(*), count(DISTINCT file), min(message),
           min(message) = max(message)
    FROM finding {{}} GROUP BY category, severity, rule
    ORDER BY category, {BY_SEVERITY}, count(*) DESC, rule
"""
_RULES_OF_FILES: Final = """
    SELECT DISTINCT d.rule FROM json_each(?) k JOIN finding d ON d.file = k.value ORDER BY d.rule
"""
_OF_RULE: Final = """
    SELECT f.path, d.line, d.message, d.code FROM finding d JOIN file f ON f.id = d.file
    WHERE d.rule = ? ORDER BY f.path, d.line, d.n
"""
# Beside "max" stands the row that has it. What has no branch, as a declaration in a stub, makes no
# file complex.
_COMPLEXITY: Final = """
    SELECT file, sum(complexity), max(complexity), qualname, line, end_line FROM symbol
    WHERE complexity > 1 GROUP BY file
"""
_WORDS: Final = f"""
    SELECT f.language, count(*), sum(s.doc != '') FROM symbol s JOIN file f ON f.id = s.file
    WHERE s.exported AND s.kind IN {_PUBLIC} AND f.role = 'source' GROUP BY f.language
"""
# Overloads share a key, and one of them may document all; a class may be documented by name.
_DEBTS: Final = f"""
    WITH used AS MATERIALIZED (
        SELECT target, count(*) AS n_files
        FROM (SELECT DISTINCT file, target FROM referrer WHERE confidence = 'exact')
        GROUP BY target HAVING count(*) >= {_MIN_USERS}
    )
    SELECT s.file, s.qualname, s.overload, s.kind, min(s.line), s.end_line,
           u.n_files - EXISTS (SELECT 1 FROM referrer r WHERE r.file = s.file
                               AND r.target = u.target AND r.confidence = 'exact')
    FROM used u CROSS JOIN symbol s ON s.key = u.target
    WHERE s.kind IN {_PUBLIC} AND s.exported
          AND NOT EXISTS (SELECT 1 FROM symbol m WHERE m.file = s.file AND m.parent = s.n
                          AND m.name = '__doc__')
          AND NOT EXISTS (SELECT 1 FROM same_symbol t JOIN symbol o ON o.key = t.other
                          WHERE t.key = s.key AND o.doc != '')
    GROUP BY s.key, s.file HAVING max(s.doc) = ''
"""
