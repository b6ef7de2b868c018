"""Decides, folder by folder, what belongs to the scan: ignore files, then the options."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Final, NamedTuple

from repobook.model.files import SkippedPath
from repobook.scan.ignore.ignore_rules import Level, Rule, RuleSet, parse_patterns, parse_rules
from repobook.scan.sources.path_names import display

NOT_INCLUDED: Final = "not matched by an include pattern"
IGNORE_FILE_BYTES: Final = 1 << 20
# What may be in force at once in one folder. Rules beyond it would let a repository decide how
# long the scan takes; leaving them out only means that more is documented.
_MAX_IGNORE_BYTES: Final = 16 << 20
_MAX_COST: Final = 16 << 10


class Scope(NamedTuple):
    """The rules in force inside one folder; ignore files nearest first, as git ranks them."""

    ignores: tuple[Level, ...]
    excludes: Level | None
    includes: Level | None
    included: bool
    n_ignore_bytes: int = 0
    cost: int = 0


def top_scope(include: Iterable[str], exclude: Iterable[str], origin: str = "") -> Scope:
    """``origin`` is the file that has the patterns; none where they are options."""
    excludes = parse_patterns(exclude, f"{origin}: exclude" if origin else "--exclude")
    includes = parse_patterns(include, origin)
    return Scope((), _top(excludes), _top(includes), not includes)


def _top(rules: list[Rule]) -> Level | None:
    return RuleSet(rules).top if rules else None


def with_ignore_file(scope: Scope, content: bytes, origin: str) -> tuple[Scope, list[str]]:
    """The scope with one more ignore file in force, and what of it had to be left out."""
    content, notices = _within_limit(content, origin)
    n_bytes = scope.n_ignore_bytes + len(content)
    if n_bytes > _MAX_IGNORE_BYTES:
        return scope, [f"{origin}: too many ignore rules above it, its own are not applied"]
    rules = parse_rules(content, origin)
    allowed = _affordable(rules, _MAX_COST - scope.cost)
    if len(allowed) < len(rules):
        notices.append(f"{origin}: too many wildcard rules, only the first ones are applied")
    if not allowed:
        return scope, notices
    cost = scope.cost + sum(rule.cost for rule in allowed)
    ignores = (RuleSet(allowed).top, *scope.ignores)
    return scope._replace(ignores=ignores, n_ignore_bytes=n_bytes, cost=cost), notices


def _within_limit(content: bytes, origin: str) -> tuple[bytes, list[str]]:
    if len(content) <= IGNORE_FILE_BYTES:
        return content, []
    whole_lines = content[: content.rfind(b"\n", 0, IGNORE_FILE_BYTES) + 1]
    return whole_lines, [f"{origin}: larger than 1 MiB, only its first lines are applied"]


def _affordable(rules: list[Rule], allowance: int) -> list[Rule]:
    """Rules up to the first that goes beyond the allowance: their order keeps its meaning."""
    for n, rule in enumerate(rules):
        allowance -= rule.cost
        if allowance < 0:
            return rules[:n]
    return rules


def enter(scope: Scope, folder: bytes) -> Scope:
    """The rules as they stand inside a sub-folder that was not left out."""
    ignores = tuple([level.enter(folder) for level in scope.ignores])
    excludes = scope.excludes.enter(folder) if scope.excludes else None
    if scope.includes is None:
        return scope._replace(ignores=ignores, excludes=excludes)
    included = _is_included(scope, scope.includes, folder, True)
    includes = scope.includes.enter(folder)
    return scope._replace(ignores=ignores, excludes=excludes, includes=includes, included=included)


def ignored_by(scope: Scope, name: bytes, is_folder: bool) -> str:
    """The ignore rule that leaves this name out, in words, or nothing."""
    for level in scope.ignores:
        if rule := level.match(name, is_folder):
            return "" if rule.negated else rule.text
    return ""


def left_out_by(scope: Scope, name: bytes, is_folder: bool) -> str:
    """The option that leaves this name out, in words, or nothing.

    A folder that ``--include`` does not name is entered as long as something below could match.
    """
    rule = scope.excludes.match(name, is_folder) if scope.excludes else None
    if rule and not rule.negated:
        return rule.text
    if scope.includes is None or _is_included(scope, scope.includes, name, is_folder):
        return ""
    if is_folder and scope.includes.enter(name).may_match:
        return ""
    return NOT_INCLUDED


def _is_included(scope: Scope, includes: Level, name: bytes, is_folder: bool) -> bool:
    rule = includes.match(name, is_folder)
    return scope.included if rule is None else not rule.negated


def summarise_left_out(left_out: Iterable[bytes], included: Iterable[bytes]) -> list[SkippedPath]:
    """One row for each topmost folder that ``--include`` leaves wholly out, and for the rest one
    row per folder that counts its files."""
    used = {b""}
    for path in included:
        while (path := path.rpartition(b"/")[0]) not in used:
            used.add(path)
    rows = {_topmost_unused(path, used) for path in left_out}
    folders = sorted(row for row in rows if row.endswith(b"/"))
    files_by_folder: dict[bytes, list[bytes]] = defaultdict(list)
    for row in rows.difference(folders):
        files_by_folder[row.rpartition(b"/")[0]].append(row)
    summaries = [_summary(folder, files) for folder, files in files_by_folder.items()]
    return [*(SkippedPath(display(path), NOT_INCLUDED) for path in folders), *summaries]


def _topmost_unused(path: bytes, used: set[bytes]) -> bytes:
    at = path.find(b"/")
    while 0 <= at < len(path) - 1:
        if path[:at] not in used:
            return path[: at + 1]
        at = path.find(b"/", at + 1)
    return path


def _summary(folder: bytes, files: list[bytes]) -> SkippedPath:
    if len(files) == 1:
        return SkippedPath(display(files[0]), NOT_INCLUDED)
    inside = display(folder + b"/*" if folder else b"*")
    return SkippedPath(inside, f"{len(files)} files {NOT_INCLUDED}")
