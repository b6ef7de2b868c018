"""Issues as people paste them, and what is read of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from repobook.search.query.issue_text import n_shared_steps, read_issue

_ISSUE = """Pool leaks water when closed
When I close a pool that still has water, some of it is left behind and never comes back.

```python
pool = MaxPool(4)
pool.close()
```

    $ pour --all
Version 2
"""
_TRACEBACK = """Pool leaks water when it is closed while somebody else still pours into it
Traceback (most recent call last):
  File "/home/me/app.py", line 3, in <module>
    pool.close()
  File "/usr/lib/python3/site-packages/lib/pool.py", line 12, in close
    raise PoolError
"""


def test_title_sentences_and_code_are_told_apart() -> None:
    issue = read_issue(_ISSUE)
    assert issue is not None
    assert issue.title == ("Pool", "leaks", "water", "when", "closed")
    assert "behind" in issue.prose
    assert issue.prose[:5] == issue.title
    assert {"MaxPool", "pour"} <= {*issue.code}
    assert not {"MaxPool", "pour"} & {*issue.prose}


def test_a_long_line_is_about_what_it_begins_with() -> None:
    words = [f"word{n}" for n in range(200)]
    issue = read_issue(" ".join(words))
    assert issue is not None
    assert issue.title == tuple(words[:12])
    assert issue.prose == tuple(words)


@pytest.mark.parametrize("text", ["", "pool", "close the pool\nof water", " ".join(["word"] * 29)])
def test_what_is_short_is_a_query(text: str) -> None:
    assert read_issue(text) is None


def test_a_traceback_of_python_ends_where_it_broke() -> None:
    issue = read_issue(_TRACEBACK)
    assert issue is not None
    assert [frame[-1] for frame in issue.frames] == ["pool.py", "app.py"]


@pytest.mark.parametrize(
    ("frame", "path"),
    [
        ("at org.water.Pool.close(Pool.java:12)", ("org", "water", "Pool.java")),
        ("at close (/app/node_modules/water/lib/pool.js:3:1)", ("lib", "pool.js")),
        ("        /go/src/water/pool.go:12 +0x1d", ("water", "pool.go")),
        ("   at src/pool/mod.rs:10:5", ("pool", "mod.rs")),
        ("#0 /srv/water/src/Pool.php(12): close()", ("src", "Pool.php")),
        ("~/env/site-packages/water/pool.py in close(self)", ("water", "pool.py")),
    ],
)
def test_frames_of_other_languages_are_read(frame: str, path: tuple[str, ...]) -> None:
    issue = read_issue(f"Pool leaks\n{'It has water no more. ' * 4}\n\n{frame}\n")
    assert issue is not None
    assert issue.frames[0][-len(path) :] == path


def test_an_installed_file_shares_the_end_of_its_path() -> None:
    installed = ("usr", "site-packages", "lib", "pool.py")
    assert n_shared_steps(("src", "lib", "pool.py"), installed) == 2
    assert n_shared_steps(("lib", "other.py"), installed) == 0


@given(st.text(max_size=400))
def test_any_text_is_read(text: str) -> None:
    issue = read_issue(text + "\nword" * 40)
    assert issue is not None
    assert issue.prose
