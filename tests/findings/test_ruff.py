"""Python through ruff: what it finds, in our words, and what becomes of files it cannot read."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from repobook.build import memory
from repobook.build.read import files_to_read
from repobook.disk.writing import WritableFolder
from repobook.findings import ruff
from repobook.findings.ruff import LintFolder, decode_findings, lint_key, lint_later
from repobook.model.finding import Finding
from repobook.text.decode import decode
from tests.fakes.books import assert_same_book, make_book, rows
from tests.fakes.trees import write_tree

KEYS = [bytes([n]) * 16 for n in range(3)]


def _found(*contents: bytes) -> list[tuple[Finding, ...]]:
    with (
        TemporaryDirectory() as parent,
        WritableFolder(Path(parent)) as work,
        LintFolder(work) as folder,
    ):
        for key, content in zip(KEYS, contents, strict=False):
            lint_later(folder.path, key, decode(content))
        found = dict(folder.findings(n_jobs=1))
    return [
        decode_findings(found.get(lint_key(key))) for key, _ in zip(KEYS, contents, strict=False)
    ]


def test_a_finding_has_line_words_and_code() -> None:
    (found,) = _found(b"import pickle\n\nx = pickle.loads(data)\n")
    message = "unpickling can run code from the data"
    assert found == (Finding("S301", "warning", "security", 3, message, "x = pickle.loads(data)"),)


def test_evaluating_a_model_is_no_finding() -> None:
    assert _found(b"model.eval()\nx.exec(y)\nassert True\n") == [()]


def test_what_the_author_marked_as_meant_is_no_finding() -> None:
    assert _found(b"eval(x)  # noqa: S307\n") == [()]


@pytest.mark.parametrize(
    ("code", "rules"),
    [
        (b"import pickle\nx = pickle.dumps(a)\ny = pickle.loads(x)\n", []),
        (
            b"import pickle\n\ndef a(f, x):\n    pickle.dump(x, f)\n\n\n\n\n"
            b"def b(f):\n    return pickle.load(f)\n",
            [],
        ),
        (b"def f():\n    try:\n        return a()\n    except Exception:\n        pass\n", []),
        (b"def f():\n    try:\n        a()  # b\n    except Exception:\n        pass\n", ["S110"]),
        (b"eval(a.name(), scope)\n", []),
        (b"import os\nos.system('clear')\nos.system(x)\n", ["S605"]),
        (b"import os\ndef run(command):\n    print(command)\n    os.system(command)\n", []),
        (b"import os\ndef run(cmd, n):\n    os.system(f'A={n} {cmd}')\n", []),
        (b"import os\nstep = os.getenv('STEP')\nif step:\n    os.system(step)\n", []),
        (
            b"import subprocess\nclass A:\n    def run(self):\n        subprocess.Popen(\n"
            b"            self.cmd, shell=True)\n",
            [],
        ),
        (b"import os\ndef run(name):\n    os.system('rm ' + name)\n", ["S605"]),
        (b"import os\nlist_all = \"ls | awk '{print $2}'\"\nx = os.popen(list_all)\n", []),
        (b"import os\nrm = f'rm {a}'\nos.system(rm)\n", ["S605"]),
        (b"import subprocess\nsubprocess.run(\n    'git log',\n    shell=True,\n)\n", []),
        (b"import subprocess\nsubprocess.run(f'git {a}', shell=True)\n", ["S602"]),
        (
            b"class A(B):\n    def __init__(self):\n        return super().__init__()\n"
            b"class C(B):\n    def __init__(self):\n        return 1\n",
            ["PLE0101"],
        ),
        (b"from ._api import *\nfrom os import *\n", ["F403"]),
        (b"from gen.types.base import *\n\nfrom gen.types.all import *  # last\n", []),
        (
            b"def f():\n    try:\n        n = a()\n    except Exception:\n        pass\n"
            b"    if n is None:\n        n = 1\n",
            [],
        ),
        (
            b"def f():\n    try:\n        a()\n    except Exception:\n        pass\n"
            b"    try:\n        b()\n    except KeyError:\n        c()\n",
            [],
        ),
        (
            b"def f(self):\n    with self.assertRaises(Exception):\n        with a():\n"
            b"            raise Exception('x')\n",
            [],
        ),
        (b"import os\nos.system(x)  # ruff:ignore[start-process-with-a-shell]\n", []),
        (b"eval(compile(x, 'f', 'exec'))\n", []),
        (b"import os\nx = int(os.getenv('A', 1))\ny = os.getenv('B', 1)\n", ["PLW1508"]),
    ],
)
def test_what_the_lines_around_excuse_is_no_finding(code: bytes, rules: list[str]) -> None:
    assert [f.rule for f in _found(code)[0]] == rules


def test_lines_are_those_of_an_editor() -> None:
    assert [f.line for f in _found(b"a = 1\reval(a)\r\n\x0c\neval(b)\n")[0]] == [2, 4]


def test_a_file_that_does_not_parse_costs_no_other_its_findings() -> None:
    broken, fine = _found(b"def (:\n", b"eval(x)\n")
    assert [f.rule for f in fine] == ["S307"]
    assert broken == ()


def test_a_secret_on_the_line_is_not_shown() -> None:
    token = b"ghp_" + b"k9Qz" * 9
    (found,) = _found(b"eval('" + token + b"')\n")
    assert found[0].code == "eval('***')"


def test_only_the_file_that_ruff_dies_on_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    run = ruff._run
    culprit = f"{KEYS[1].hex()}.py"
    monkeypatch.setattr(
        ruff, "_run", lambda names, *rest: None if culprit in names else run(names, *rest)
    )
    found = _found(b"eval(x)\n", b"eval(y)\n", b"eval(z)\n")
    assert [[f.rule for f in each] for each in found] == [["S307"], ["not-linted"], ["S307"]]


def test_without_ruff_nothing_is_linted_and_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ruff, "ruff_path", lambda: "")
    assert not ruff.is_linted("Python", "a.py")
    assert ruff.lint_notices()


_UNPICKLES = "import pickle; pickle.loads(y)\n"


def _rules(book: Path) -> list[tuple[str, int, str]]:
    return [(path, line, rule) for path, line, rule, *_ in sorted(rows(book, "findings"))]


def test_a_book_keeps_findings_of_files_that_did_not_change(tmp_path: Path) -> None:
    root, book = tmp_path / "root", tmp_path / "book"
    write_tree(root, {"a.py": "eval(x)\n", "b.py": _UNPICKLES, "c.pyi": "eval(x)\n"})
    make_book(root, book)
    assert _rules(book) == [("a.py", 1, "S307"), ("b.py", 1, "S301")]
    (root / "b.py").write_text(f"z = 1\n{_UNPICKLES}")
    make_book(root, book)
    assert _rules(book) == [("a.py", 1, "S307"), ("b.py", 2, "S301")]
    make_book(root, tmp_path / "fresh")
    assert_same_book(book, tmp_path / "fresh")


def test_facts_and_suppressed_findings_are_kept_up_to_date(tmp_path: Path) -> None:
    root, book = tmp_path / "root", tmp_path / "book"
    write_tree(root, {"a.py": "exec(x)\neval(x)\n", "b.c": "int f(void) { return 0; }\n"})
    make_book(root, book)
    (root / "a.py").write_text("eval(x)  # repobook: ignore\n")
    (root / "b.c").write_text('int f(void) { __asm__("nop"); return 0; }\n')
    make_book(root, book)
    remarks = sorted(row[:4] for row in rows(book, "remarks"))
    assert remarks == [
        ("a.py", 1, "S307", "suppressed"),
        ("b.c", 1, "inline-assembly", "fact"),
    ]
    (root / "repobook.toml").write_text('ignored-findings = ["S301"]\n')
    make_book(root, book)
    make_book(root, tmp_path / "fresh")
    assert_same_book(book, tmp_path / "fresh")


def test_findings_that_were_lost_are_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, book = tmp_path / "root", tmp_path / "book"
    write_tree(root, {"a.py": "eval(x)\n"})
    make_book(root, book)
    first = _rules(book)
    (book / "book.db").unlink()
    make_book(root, book)
    assert _rules(book) == first
    for module in (memory, files_to_read):
        monkeypatch.setattr(module, "own_fingerprint", lambda: "another")
    make_book(root, book)
    assert _rules(book) == first


def test_what_a_killed_build_left_to_lint_is_gone_after_the_next(tmp_path: Path) -> None:
    root, book = tmp_path / "root", tmp_path / "book"
    write_tree(root, {"a.py": "x = 1\n"})
    make_book(root, book)
    left = book / "cache" / f"work-{'0' * 32}" / "lint"
    assert [path.name for path in sorted((book / "cache").iterdir())] == [
        *("facts", "pages", "replaced", "seen", "stamps", "tests"),
    ]
    left.mkdir(parents=True)
    (left / f"{KEYS[0].hex()}.py").write_text("eval(x)\n")
    make_book(root, book)
    assert not left.parent.exists()
    assert _rules(book) == []
