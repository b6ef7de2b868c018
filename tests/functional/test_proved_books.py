"""Whole books: whatever a repository is called and holds, every page, link and citation holds too,
and nothing of it is more than text to a reader of Markdown."""

import os
import re
from pathlib import Path

import pytest

from repobook.verify.verify import verify
from tests.fakes.books import POLYGLOT, make_book
from tests.fakes.readers_of_markdown import as_github
from tests.fakes.trees import make_repository, write_tree

NAMES = (
    *(b"README.md", b"readme.md", b"ReadMe.MD", b"index.md/x.py", b"a.py_docs.md", b"a.py_kw.md"),
    *(b"a.py", b"new\nline.py", b"tab\t.py", b"esc\x1b[31m.py", b"<img src=x onerror=y>.py"),
    *(b"pi|pe`tick``.py", b"-rf", b"q\"u'.py", b"\xff\xfe.py", b"caf\xc3\xa9.py"),
    *(b"cafe\xcc\x81.py", b"/".join([b"deep"] * 120) + b"/x.py"),
    *(b"x" * 250 + b".py", b"[l](http_x).md", b"con.py", b"aux/nul.py", b"100%25.py", b"sub"),
    *(b"s p/#hash?.py", b"trail./x .py", b"keywords/sub_kw", b"A/B/c.py", b"a/b/c.py", b"a/b/C.py"),
    *(b"{{x}}/{%y%}.py", b":smile:/@me.py", b"$x$.py", b"\xe2\x80\xaebidi.py", b"&lt;.py"),
    *(b"constructor/__proto__.js", b"javascript:alert(1).js"),
)  # fmt: skip
TEXT = b'''"""Doc <script>x</script> | `x` ``y`` [z](javascript:a) :smile: @me $a$ {{b}} www.x.y.

```
fence
```
"""
import os


def f(x="|`", y="</td>"):
    """Says **bold** | and `tick`.

    > quote ~~~
    """
    if x == "`` | <i>":
        raise ValueError("a|b ``` <b>")  # TODO: | fix `this` <img> \x1b[0m \xe2\x80\xae
    return os.path.join(x, y)
'''
TAG = re.compile(
    r"h[1-6]|p|a|strong|em|ul|li|table|thead|tbody|t[rhd]|pre|blockquote|br|details|summary"
)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("hostile")
    root = os.fsencode(place / "repo")
    for name in NAMES:
        path = os.path.join(root, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(TEXT)
    make_book(place / "repo", place / "repo.book")
    return place


def test_a_book_of_hostile_names_and_texts_is_proved(hostile: Path) -> None:
    proof = verify(hostile / "repo.book", None, 1)
    assert proof.problems == ()
    assert proof.tree == str(hostile / "repo")
    assert proof.n_documented == len(NAMES)


def test_nothing_of_it_is_more_than_text_to_github(hostile: Path) -> None:
    pages = sorted((hostile / "repo.book" / "markdown").rglob("*.md"))
    for page in filter(Path.is_file, pages):
        shown = as_github(page.read_text())
        assert all(map(TAG.fullmatch, shown.tags)), page
        assert not [link for link in shown.links if re.match(r"[\w+.-]+:|//|/", link)], page
        assert not re.search(r"[@$]|:[a-z][\w+-]*:|://|www\.", shown.bare), page


def test_a_book_of_many_languages_at_a_commit_is_proved(tmp_path: Path) -> None:
    make_repository(tmp_path / "repo", POLYGLOT)
    book = tmp_path / "of.book"
    make_book(tmp_path / "repo", book, rev="HEAD")
    proof = verify(book, str(tmp_path / "repo" / ".git"), 1)
    assert proof.problems == ()
    assert proof.n_citations > 20


def test_a_book_inside_its_repository_is_proved(tmp_path: Path) -> None:
    book = tmp_path / "repo" / "docs.book"
    make_book(write_tree(tmp_path / "repo", POLYGLOT), book)
    proof = verify(book, None, 1)
    assert (proof.problems, proof.tree) == ((), str(tmp_path / "repo"))


def test_words_of_links_are_proved(tmp_path: Path) -> None:
    text = "# Grid\n\nGrid is in [C][1] and [Go](https://x.y/), see [the\nguide][2] and *more*.\n"
    called = "# Calls\n\nIn a document a[i](b.c) is a link that begins inside a word.\n"
    root = write_tree(tmp_path / "repo", {"README.md": text, "calls.md": called})
    make_book(root, tmp_path / "book")
    home = (tmp_path / "book" / "markdown" / "index.md").read_text()
    assert "> guide and " in home
    assert verify(tmp_path / "book", str(tmp_path / "repo"), 1).problems == ()


ONE_LINERS = {
    "a.py": 'def double(n):\n    """Gives twice as much."""\n    return n * 2\n',
    "a.go": "package a\n\n// Twice as much.\nfunc Double(n int) int { return n * 2 }\n",
    "a.rs": "/// Gives twice as much.\npub fn double(n: u8) -> u8 { n * 2 }\n",
    "a.ts": "/** Gives twice as much. */\nexport const double = (n: number) => n * 2\n",
    "a.c": "/* Gives twice as much. */\nint twice(int n) { return n * 2; }\n",
    "A.java": "class A {\n  /** Gives twice as much. */\n  int twice(int n) { return n * 2; }\n}\n",
}


def test_what_a_function_says_and_the_one_line_that_it_does_are_proved_apart(
    tmp_path: Path,
) -> None:
    write_tree(tmp_path / "repo", ONE_LINERS)
    make_book(tmp_path / "repo", tmp_path / "repo.book")
    assert verify(tmp_path / "repo.book", None, 1).problems == ()
    page = (tmp_path / "repo.book/markdown/a.py_docs.md").read_text("utf-8")
    assert "“Gives twice as much.”: [`return n * 2`]" in page or "`n * 2`" in page
