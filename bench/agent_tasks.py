"""Whether an agent gets the place of a fix into 2,000 tokens of answers: SWE-bench asks.

    python -m bench.agent_tasks TASKS.git MIRROR BOOKS [--half first|second] [--missed]

TASKS.git is the git directory of SWE-bench/swe-bench-tasks, MIRROR holds those of the projects
(owner+name/repo). Asked is what BOOKS has a book of, ID.book, made of the commit before the fix:
`repobook build MIRROR/owner+name/repo --rev BASE --no-pages -o BOOKS/ID.book`. Needs ripgrep.

Every agent is a script that makes the calls which a model would make from the text of the issue,
and reads answers until 2,000 tokens are spent, counted by real vocabularies. A file is found when
an answer names it, a function when an answer shows a line of it or its name beside its file.
"""

import argparse
import ast
import random
import re
import subprocess
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from tests.fakes.tokenizer import real_tokens

from repobook.mcp.answer import MAX_TOKENS, MIN_TOKENS
from repobook.mcp.books import BookPlace, OpenBook
from repobook.mcp.calls import Calls
from repobook.text.patches import Hunk, read_patch

BUDGET = 2_000
_N_RESAMPLED = 2_000
_MAX_QUERY = 4_096
_CODE = re.compile(r"`([^`\n]{3,60})`|\b(\w+(?:\.\w+)+|\w*[a-z][A-Z]\w*|\w*_\w+)\b")
_WORD = re.compile(r"[A-Za-z_]\w{3,}")
_HEAD = re.compile(r"^(\S+?):(\d+)(?:-\d+)?(?:\s|$)")
_QUOTED = re.compile(r"^ *(\d+)(?:\||-\d+ ) ?(.*)$")
_PLAIN = (
    "this that with from when which should would there have been does into like using used only "
    "also than then them they what where after before because error following example code "
)


class Function(NamedTuple):
    path: str
    name: str
    first: int
    last: int


class Task(NamedTuple):
    id: str
    repo: str
    base: str
    text: str
    files: tuple[str, ...]
    functions: tuple[Function, ...]
    """Those that the fix changes, as they were before; none where it changes no function."""


class Line(NamedTuple):
    """What an answer shows of a file; 0 where it names the file alone."""

    path: str
    n: int
    text: str


class Seen(NamedTuple):
    lines: list[Line]
    n_tokens: int


Agent = Callable[[Task, Path, Path], Seen]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tasks", type=Path)
    parser.add_argument("mirror", type=Path)
    parser.add_argument("books", type=Path)
    parser.add_argument("--half", choices=("first", "second"), default="")
    parser.add_argument("--missed", action="store_true")
    options = parser.parse_args()
    ids = sorted(book.stem for book in options.books.glob("*.book"))
    if options.half:
        ids = [id for id in ids if int(id.rpartition("-")[2]) % 2 == (options.half == "first")]
    results: dict[str, list[tuple[bool, bool | None, int]]] = {name: [] for name in AGENTS}
    for id in ids:
        task = _task(options.tasks, options.mirror, id)
        tree = options.books / f"{id}.tree"
        if not tree.exists():
            _check_out(_git_directory(options.mirror, task.repo), task.base, tree)
        for name, agent in AGENTS.items():
            seen = agent(task, options.books / f"{id}.book", tree)
            results[name].append((*_found(task, seen.lines), seen.n_tokens))
        found = results["repobook"][-1]
        if options.missed and not (found[0] and found[1] is not False):
            print(id, "file" if found[0] else "nothing", *task.functions[:2], flush=True)
    _print(results, [id.rpartition("-")[0] for id in ids])


def _print(results: dict[str, list[tuple[bool, bool | None, int]]], repos: list[str]) -> None:
    print(", ".join(f"{repo} {n}" for repo, n in Counter(repos).items()))
    print("| agent | tasks | file of the fix | a function of the fix | tokens |")
    print("|---|---|---|---|---|")
    for name, rows in results.items():
        files, functions = [row[0] for row in rows], [row[1] for row in rows if row[1] is not None]
        tokens = sum(row[2] for row in rows) // len(rows)
        cells = (len(rows), _share(files), f"{_share(functions)} of {len(functions)}", tokens)
        print(f"| {name} | {' | '.join(map(str, cells))} |")
    for name in [*results][1:]:
        pairs = [
            (ours[:2], theirs[:2])
            for ours, theirs in zip(*(results[n] for n in ("repobook", name)), strict=True)
        ]
        file = [int(ours[0]) - int(theirs[0]) for ours, theirs in pairs]
        function = [
            int(o[1]) - int(t[1]) for o, t in pairs if o[1] is not None and t[1] is not None
        ]
        print(f"repobook - {name}: file {_share(file)}, function {_share(function)}")


def _share(values: list[bool] | list[int]) -> str:
    """A percentage with its interval of 95 %, by drawing the tasks again."""
    chance = random.Random(7)
    n = len(values)
    means = sorted(sum(chance.choices(values, k=n)) / n for _ in range(_N_RESAMPLED))
    low, high = means[_N_RESAMPLED // 40], means[-_N_RESAMPLED // 40]
    return f"{100 * sum(values) / n:.1f} ({100 * low:.0f} to {100 * high:.0f})"


def _found(task: Task, lines: list[Line]) -> tuple[bool, bool | None]:
    named = {line.path for line in lines}
    if not task.functions:
        return all(path in named for path in task.files), None
    is_shown = any(_shows(line, one) for line in lines for one in task.functions)
    return all(path in named for path in task.files), is_shown


def _shows(line: Line, function: Function) -> bool:
    if line.path != function.path:
        return False
    is_named = re.search(rf"\b{re.escape(function.name)}\b", line.text)
    return function.first <= line.n <= function.last or bool(is_named)


def _with_repobook(task: Task, book: Path, folder: Path) -> Seen:
    """The issue itself, then the names that it speaks of."""
    calls = Calls({"book": OpenBook(BookPlace("book", book))})
    lines: list[Line] = []
    left = BUDGET
    questions = [
        ("search", {"query": task.text[:_MAX_QUERY]}, 1_500),
        *(
            ("search", {"query": name, "kind": "symbols", "detail": "low"}, 400)
            for name in _names(task.text)
        ),
    ]
    for tool, given, most in questions:
        if left < MIN_TOKENS:
            break
        reply = calls.reply(calls.tools[tool], {**given, "max_tokens": min(left, most, MAX_TOKENS)})
        left -= real_tokens(reply.text)
        lines += _lines_of(reply.text)
    calls.book().close()
    assert left >= 0, task.id
    return Seen(lines, BUDGET - left)


def _lines_of(answer: str) -> Iterator[Line]:
    path = ""
    for text in answer.split("\n"):
        if head := _HEAD.match(text):
            path = head[1]
            yield Line(path, int(head[2]), text)
        elif quoted := _QUOTED.match(text):
            yield Line(path, int(quoted[1]), quoted[2])


def _with_ripgrep(task: Task, book: Path, folder: Path) -> Seen:
    """The names that an issue speaks of, the rarest first, in code."""
    found = [(name, _grep(name, folder)) for name in _names(task.text)]
    ordered = sorted((pair for pair in found if pair[1]), key=lambda pair: len(pair[1]))
    return _read([line for _, lines in ordered for line in lines])


def _with_ripgrep_by_files(task: Task, book: Path, folder: Path) -> Seen:
    """The files that hold most of the names, then the lines of the best of them."""
    found = {name: _grep(name, folder) for name in _names(task.text)}
    n_names: Counter[str] = Counter()
    for lines in found.values():
        n_names.update({line.path: 1 / len({one.path for one in lines}) for line in lines})
    best = [path for path, _ in n_names.most_common(12)]
    lines = [line for lines in found.values() for line in lines if line.path in best]
    lines.sort(key=lambda line: (best.index(line.path), line.n))
    by_file = {path: [line for line in lines if line.path == path][:15] for path in best}
    return _read(
        [Line(path, 0, "") for path in best] + [one for path in best for one in by_file[path]]
    )


def _grep(name: str, folder: Path) -> list[Line]:
    command = [
        "rg",
        "-nwF",
        "--no-heading",
        "--sort=path",
        "-tpy",
        "-g!**/test*",
        "-M200",
        "--",
        name,
        ".",
    ]
    output = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout
    found = (re.match(r"\./(.+?):(\d+):(.*)", line) for line in output.splitlines())
    return [Line(one[1], int(one[2]), one[3]) for one in found if one]


def _with_packing(task: Task, book: Path, folder: Path) -> Seen:
    """As repomix packs: the tree of files, then their texts."""
    files = sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())
    texts = (
        Line(path, n, line)
        for path in files
        for n, line in enumerate((folder / path).read_text(errors="replace").splitlines(), 1)
    )
    return _read(chain((Line(path, 0, "") for path in files), texts))


def _with_packed_signatures(task: Task, book: Path, folder: Path) -> Seen:
    """As repomix --compress packs, of code alone: each file with its definitions."""
    files = sorted(
        str(path.relative_to(folder)) for path in folder.rglob("*.py") if "test" not in str(path)
    )
    texts = (
        Line(path, n, line)
        for path in files
        for n, line in enumerate((folder / path).read_text(errors="replace").splitlines(), 1)
        if re.match(r"\s*(def|class)\s", line)
    )
    return _read(texts)


def _read(lines: Iterable[Line]) -> Seen:
    """Until the budget is spent; a path is written once before its lines."""
    left, seen, path = BUDGET, [], ""
    for line in lines:
        text = f"{line.n}:{line.text}\n" if line.n else ""
        text = text if line.path == path and text else f"{line.path}\n{text}"
        cost = real_tokens(text)
        if cost > left:
            break
        left -= cost
        path = line.path
        seen.append(line)
    return Seen(seen, BUDGET - left)


def _names(text: str) -> list[str]:
    """What looks like code, the title's first; words of the title where nothing does."""
    title, _, body = text.partition("\n")
    names = [one or other for part in (title, body) for one, other in _CODE.findall(part)]
    names = [re.split(r"[(\[= ]", name)[0].strip(".") for name in names]
    names = [name.rpartition(".")[2] if "/" not in name else name for name in names]
    words = [word for word in _WORD.findall(title) if f"{word.lower()} " not in _PLAIN]
    return [name for name in dict.fromkeys((*names, *words)) if len(name) > 3][:12]


AGENTS: dict[str, Agent] = {
    "repobook": _with_repobook,
    "ripgrep, rarest names first": _with_ripgrep,
    "ripgrep, files with most names": _with_ripgrep_by_files,
    "packing": _with_packing,
    "packing of signatures": _with_packed_signatures,
}


def _task(tasks: Path, mirror: Path, id: str) -> Task:
    head = _show(tasks, f"HEAD:tasks/{id}/task.yaml")
    repo = str(re.search(r"^repo: (\S+)", head, re.M)[1])  # type: ignore[index]
    base = str(re.search(r"^base_commit: '?([0-9a-f]+)", head, re.M)[1])  # type: ignore[index]
    patch = read_patch(_show(tasks, f"HEAD:tasks/{id}/gold.patch"))
    files = tuple(file.old_path for file in patch if file.old_path.endswith(".py"))
    directory = _git_directory(mirror, repo)
    functions = [
        function
        for file in patch
        if file.old_path in files
        for function in _changed_functions(
            file.old_path, _show(directory, f"{base}:{file.old_path}"), file.hunks
        )
    ]
    text = _show(tasks, f"HEAD:tasks/{id}/problem_statement.md")
    return Task(id, repo, base, text, files, tuple(functions))


def _changed_functions(path: str, text: str, hunks: Iterable[Hunk]) -> Iterator[Function]:
    """The innermost one around each line that is changed, or behind which something is put in."""
    try:
        tree = ast.parse(text)
    except SyntaxError:  # of a Python that is no more
        return
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    all = [node for node in ast.walk(tree) if isinstance(node, kinds)]
    spans = [Function(path, node.name, node.lineno, node.end_lineno or 0) for node in all]
    lines = {line for hunk in hunks for line in (*hunk.removed, *hunk.inserted_after)}
    around = ([one for one in spans if one.first <= line <= one.last] for line in sorted(lines))
    yield from dict.fromkeys(max(some, key=lambda one: one.first) for some in around if some)


def _git_directory(mirror: Path, repo: str) -> Path:
    return mirror / repo.replace("/", "+") / "repo"


def _show(directory: Path, what: str) -> str:
    command = ["git", f"--git-dir={directory}", "show", what]
    return subprocess.run(command, check=True, capture_output=True).stdout.decode(errors="replace")


def _check_out(directory: Path, commit: str, folder: Path) -> None:
    """Code alone: all fixes are in Python, and rivals that see less find more."""
    folder.mkdir()
    archive = ["git", f"--git-dir={directory}", "archive", commit, "--", "*.py"]
    with subprocess.Popen(archive, stdout=subprocess.PIPE) as process:
        subprocess.run(["tar", "x", "-C", str(folder)], stdin=process.stdout, check=True)


if __name__ == "__main__":
    main()
