"""Checks a book: every output, link, anchor and citation, all source text, the list of files.

Nothing is taken on trust but the manifest's list of outputs: pages are read as they lie on disk,
and what they cite is read again in the repository.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

import apsw

from repobook.build.pages.formats import FORMATS, MARKDOWN, SITE, Format, formats_named
from repobook.errors import RepobookError
from repobook.index.publish.manifest import file_sha256, output_sha256, read_manifest
from repobook.index.reader.book_reader import BookReader
from repobook.index.reader.file_briefs import FileAccount, accounts, markers
from repobook.index.reader.open_index import open_index
from repobook.index.reader.read_only import SECONDS_TO_VERIFY, ReadingTime
from repobook.index.reader.repository.name_index import is_fine_index
from repobook.model.blocks import PageRef
from repobook.model.book_layout import CACHE, IGNORED, INDEX, LOCK, MANIFEST, SEARCH, UNFINISHED
from repobook.model.files import Entry, Listing
from repobook.model.progress import Phases, Progress, Silent
from repobook.render.markdown.markdown_text import code
from repobook.render.places import Places
from repobook.scan.sources.source import SourceSpec, find_source, open_source
from repobook.verify.cited_texts import Book, BookFile, Problem, continuations
from repobook.verify.expected_pages import FormatPages, page_problems, page_tasks, pages_of
from repobook.verify.page_bytes import page_bytes
from repobook.verify.page_checks import Checked, CheckerFactory, PageTask, decode_checked
from repobook.verify.search_checks import search_problems
from repobook.verify.site_checks import SiteCheckerFactory
from repobook.verify.site_search_checks import shard_problems
from repobook.workers.pool import Work, WorkerPool

_OURS: Final = frozenset([MANIFEST, UNFINISHED, LOCK, SEARCH, IGNORED])
_N_SAMPLES: Final = 3
_MAX_PATH: Final = 1000


class Proof(NamedTuple):
    """What was checked, and what is wrong."""

    book: str
    tree: str
    """The tree in which citations were checked; empty if only pages were."""
    commit: str
    n_outputs: int
    n_pages: int
    n_links: int
    n_citations: int
    n_files: int
    n_documented: int
    n_listed: int
    n_problems: int
    by_kind: tuple[tuple[str, int], ...]
    problems: tuple[Problem, ...]
    """The first of each kind where there are many."""


class _Index(NamedTuple):
    """What the index says of the files."""

    rows: tuple[FileAccount, ...]
    meta: Mapping[str, str]
    marker_folders: frozenset[str] = frozenset()
    """Folders of which uniform empty files are only counted."""

    @property
    def paths(self) -> list[str]:
        return [path for path, *_ in self.rows]

    @property
    def documented(self) -> list[str]:
        return [path for path, _, status, _ in self.rows if status == "documented"]


class _Tree(NamedTuple):
    spec: SourceSpec
    listing: Listing

    @property
    def entries(self) -> dict[str, Entry]:
        return {entry.path: entry for entry in self.listing.entries if entry.kind == "file"}


def verify(book: Path, repo: str | None, n_jobs: int, progress: Progress | None = None) -> Proof:
    phases = Phases(progress or Silent())
    manifest = read_manifest(book)
    outputs = _outputs(manifest)
    problems = list(_folder_problems(book, manifest, outputs))
    index = _index(book)
    if isinstance(index, Problem):
        problems.append(index)
        return _proof(book, None, _Index((), {}), outputs, 0, [], problems)
    with phases.phase("list files"):
        tree = _tree(book, repo, index)
        problems += [*_account_problems(index, tree), *search_problems(book)]
    written, site = (pages_of(format, index.paths, outputs) for format in (MARKDOWN, SITE))
    names = [format.name for format in _formats(outputs)]
    problems += _report_problems(book, index, written) if MARKDOWN.name in names else ()
    problems += _shard_problems(book, index, site, outputs) if SITE.name in names else ()
    files = _book_files(index, written.places, tree)
    spec = tree.spec if tree else None
    pages = Book(str(book / MARKDOWN.name), written.names, files, spec)
    openers = (
        (written, CheckerFactory(pages).open),
        (site, SiteCheckerFactory(str(book / SITE.name), site.names, pages).open),
    )
    checked: list[Checked] = []
    for one, opener in openers:
        if one.format.name not in names:
            continue
        tasks = page_tasks(one, index.documented, outputs)
        problems += page_problems(one, index.documented, index.paths, tasks)
        weighed = _weighed(book / one.format.name, tasks)
        with phases.phase(f"check {one.format.name}", sum(n for _, n in weighed)) as page_progress:
            answers = list(_checked(opener, weighed, n_jobs, page_progress))
        problems += _anchor_problems(answers)
        checked += answers
    return _proof(
        book, tree, index, outputs, len(written.names) + len(site.names), checked, problems
    )


def _outputs(manifest: Mapping[str, Any]) -> dict[str, str]:
    outputs = manifest.get("outputs")
    names = outputs if isinstance(outputs, dict) else {}
    return {name: output_sha256(manifest, name) for name in sorted(names)}


def _formats(outputs: Iterable[str]) -> tuple[Format, ...]:
    """Those that the book has: all of them where its manifest is lost, and maybe none."""
    names = {name.partition("/")[0] for name in outputs}
    return formats_named(names) if names else FORMATS


def _folder_problems(
    book: Path, manifest: Mapping[str, Any], outputs: Mapping[str, str]
) -> Iterator[Problem]:
    """What the manifest promises must lie there, and nothing else."""
    if not manifest:
        yield Problem("page", MANIFEST, "is missing or damaged")
    if manifest.get("state") or (book / UNFINISHED).exists():
        yield Problem("page", UNFINISHED, "a build did not finish: run repobook build again")
    oddity_by_name = dict(_files_below(book))
    odd = {name for name, oddity in oddity_by_name.items() if oddity}
    for name in sorted(odd):
        yield Problem("page", name, oddity_by_name[name])
    on_disk = {name for name in oddity_by_name if not name.startswith(f"{CACHE}/")}
    for name in sorted(on_disk - outputs.keys() - _OURS - odd):
        yield Problem("page", name, "is not in the manifest: it does not belong to the book")
    for name in sorted(outputs.keys() - on_disk):
        yield Problem("page", name, "is missing")
    if INDEX in on_disk - odd and file_sha256(book / INDEX) != outputs.get(INDEX):
        yield Problem("page", INDEX, "does not match the manifest")


def _files_below(book: Path) -> Iterator[tuple[str, str]]:
    """All that is no folder, with what is odd about it: a build makes regular files only.

    Links are never followed. What the cache holds is our own affair, as long as it lies there.
    """
    stack = [""]
    while stack:
        folder = stack.pop()
        with os.scandir(book / folder) as entries:
            for entry in entries:
                name = f"{folder}/{entry.name}" if folder else entry.name
                if entry.is_dir(follow_symlinks=False):
                    stack.append(name)
                elif entry.is_symlink():
                    yield name, "is a symlink"
                else:
                    is_regular = entry.is_file(follow_symlinks=False)
                    yield name, "" if is_regular else "is not a regular file"


def _index(book: Path) -> _Index | Problem:
    try:
        reader = BookReader(book, SECONDS_TO_VERIFY)
        rows, folders = accounts(reader.rows), frozenset(markers(reader.rows))
    except RepobookError as error:
        return Problem("page", INDEX, f"{error.message}; {error.hint}")
    except apsw.Error as error:
        return Problem("page", INDEX, f"cannot be read: {error}")
    reader.close()
    return _Index(tuple(rows), reader.meta, folders)


def _tree(book: Path, repo: str | None, index: _Index) -> _Tree | None:
    """The repository that the user names, or one around or beside the book that looks like it."""
    place = repo or _likely_place(book, index)
    if not place:
        return None
    options = [tuple(filter(None, index.meta.get(key, "").split("\n"))) for key in _OPTIONS]
    spec = find_source(place, "", *options)
    if spec.kind == "git":
        spec = find_source(place, index.meta.get("commit", ""), *options)
    source = open_source(spec._replace(output=str(book)))
    try:
        return _Tree(spec, source.list())
    finally:
        source.close()


def _shard_problems(
    book: Path, index: _Index, site: FormatPages, outputs: Iterable[str]
) -> list[Problem]:
    is_fine = is_fine_index(index.meta)
    db = open_index(book, ReadingTime(book, SECONDS_TO_VERIFY))
    try:
        return list(shard_problems(db, site.places, book, outputs, is_fine=is_fine))
    except apsw.Error as error:
        return [Problem("page", INDEX, f"cannot be read: {error}")]
    finally:
        db.close()


_OPTIONS: Final = ("include", "exclude")


def _likely_place(book: Path, index: _Index) -> str:
    """A folder where some of the files that the index knows can be found."""
    # No system call takes a longer path; the scan gets there folder by folder.
    paths = [path for path in index.documented if len(path) < _MAX_PATH]
    samples = (
        [paths[n * (len(paths) - 1) // _N_SAMPLES] for n in range(_N_SAMPLES)] if paths else []
    )
    place = book.resolve()
    beside = place.parent / place.name.removesuffix(".book")
    for folder in (beside, *place.parents):
        if samples and all(os.path.isfile(folder / path) for path in samples):
            return str(folder)
    return ""


def _account_problems(index: _Index, tree: _Tree | None) -> Iterator[Problem]:
    """Documented and listed with a reason make all files, those of the tree and no others."""
    paths = {path for path, *_ in index.rows}
    for path, _, status, reason in index.rows:
        if status != "documented" and not reason:
            yield Problem("file", path, "is neither documented nor listed with a reason")
    if tree is None:
        return
    present = {entry.path for entry in tree.listing.entries}
    for path in sorted(present - paths):
        yield Problem("file", path, "is in the tree but not in the book")
    for path in sorted(paths - present):
        yield Problem("file", path, "is in the book but no longer in the tree")


def _book_files(index: _Index, places: Places, tree: _Tree | None) -> dict[str, BookFile]:
    entries = tree.entries if tree else {}
    return {
        path: BookFile(blob, places.name(PageRef("file", path)), entries.get(path))
        for path, blob, status, _ in index.rows
        if status == "documented"
    }


def _report_problems(book: Path, index: _Index, pages: FormatPages) -> Iterator[Problem]:
    """Every file without pages is named in the report, or is one of many in its folder."""
    first = pages.places.name(PageRef("verification"))
    lines: set[str] = set()
    for name in (first, *continuations(first, pages.names)):
        with suppress(OSError):
            page = page_bytes(book / pages.format.name, name)
            lines.update(page.decode("utf-8", "replace").split("\n"))
    for path, _, status, _ in index.rows:
        is_one_of_many = path.rpartition("/")[0] in index.marker_folders
        if status != "documented" and not is_one_of_many and f"- {code(path)}" not in lines:
            yield Problem("file", path, f"is listed, and {first} does not name it")


def _weighed(folder: Path, tasks: Iterable[PageTask]) -> list[tuple[PageTask, int]]:
    return [(task, sum(_size(folder / name) for name, _ in task.pages)) for task in tasks]


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _checked(
    opener: Callable[[], Work], tasks: list[tuple[PageTask, int]], n_jobs: int, progress: Progress
) -> Iterator[Checked]:
    weight_by_task = dict(tasks)
    pool: WorkerPool[PageTask] = WorkerPool(opener, n_jobs)
    try:
        for task, result, death in pool.run(tasks):
            progress.advance(weight_by_task[task])
            yield _lost(task, death) if death else decode_checked(result)
    finally:
        pool.close()


def _lost(task: PageTask, death: str) -> Checked:
    problems = tuple(
        Problem("page", name, f"could not be checked: {death}") for name, _ in task.pages
    )
    return Checked(0, 0, {}, {}, {"page": len(problems)}, problems, {}, {})


def _anchor_problems(checked: Iterable[Checked]) -> Iterator[Problem]:
    anchors = {
        name: frozenset(page_anchors)
        for one in checked
        for name, page_anchors in one.anchors.items()
    }
    for one in checked:
        for page, wanted in one.wanted.items():
            for target in wanted:
                name, _, anchor = target.partition("#")
                if name in anchors and anchor not in anchors[name]:
                    yield Problem("anchor", page, f"links to {target}, which does not exist")
    n_lines = {name: n for one in checked for name, n in one.n_lines.items()}
    for one in checked:
        for page, last_lines in one.wanted_lines.items():
            for name, line in last_lines.items():
                if name in anchors and line > n_lines.get(name, 0):
                    yield Problem("anchor", page, f"links to {name}#L{line}, which does not exist")


def _proof(
    book: Path,
    tree: _Tree | None,
    index: _Index,
    outputs: Mapping[str, str],
    n_pages: int,
    checked: list[Checked],
    problems: list[Problem],
) -> Proof:
    n_by_kind = Counter(problem.kind for problem in problems)
    for one in checked:
        n_by_kind.update(one.n_problems)
        problems += one.problems
    n_documented = len(index.documented)
    return Proof(
        str(book),
        tree.spec.root if tree else "",
        index.meta.get("commit", ""),
        len(outputs),
        n_pages,
        sum(one.n_links for one in checked),
        sum(one.n_citations for one in checked),
        len(index.rows),
        n_documented,
        len(index.rows) - n_documented,
        n_by_kind.total(),
        tuple(sorted(n_by_kind.items())),
        tuple(sorted(problems)),
    )
