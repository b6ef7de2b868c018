"""Patches as values: a text, and the lines that it removes and adds."""

from repobook.text.patches import ChangedFile, compared, is_patch, read_patch
from tests.fakes.growth import assert_linear

_GIT = """\
commit 0123
    A subject.

diff --git a/lib/a.py b/lib/a.py
index 12..34 100644
--- a/lib/a.py
+++ b/lib/a.py
@@ -3,4 +3,5 @@ def f():
 same
-old
+new
+more
 same
 same
diff --git a/gone.py b/gone.py
deleted file mode 100644
--- a/gone.py
+++ /dev/null
@@ -1,2 +0,0 @@
-one
-two
diff --git a/was.py b/is.py
similarity index 100%
rename from was.py
rename to is.py
diff --git a/fresh.py b/fresh.py
--- /dev/null
+++ b/fresh.py
@@ -0,0 +1 @@
+one
"""


def _named(files: tuple[ChangedFile, ...]) -> list[tuple[str, str]]:
    return [(file.path, file.old_path) for file in files]


def test_files_are_changed_added_deleted_and_renamed() -> None:
    files = read_patch(_GIT)
    assert _named(files) == [
        ("lib/a.py", "lib/a.py"),
        ("gone.py", "gone.py"),
        ("is.py", "was.py"),
        ("fresh.py", ""),
    ]


def test_a_hunk_tells_lines_of_both_sides() -> None:
    (hunk,) = read_patch(_GIT)[0].hunks
    assert (hunk.old_first, hunk.old_lines) == (3, ("same", "old", "same", "same"))
    assert (hunk.new_first, hunk.new_lines) == (3, ("same", "new", "more", "same", "same"))
    assert (hunk.removed, hunk.added) == ((4,), (4, 5))
    assert hunk.inserted_after == (4,)


def test_a_plain_diff_without_git_is_read_too() -> None:
    text = "--- old/a.c\t2020-01-01\n+++ old/a.c\t2020-01-02\n@@ -1 +1 @@\n-a\n+b\n"
    (file,) = read_patch(text)
    assert (file.path, file.hunks[0].removed) == ("old/a.c", (1,))


def test_a_line_of_code_that_looks_like_a_header_is_code() -> None:
    text = "--- a/x\n+++ b/x\n@@ -1,2 +1,1 @@\n--- a/y\n same\n"
    (file,) = read_patch(text)
    assert (file.path, file.hunks[0].removed) == ("x", (1,))


def test_what_is_no_patch_has_no_files() -> None:
    for text in ("", "hello\nworld\n", "@@ -1 +1 @@\n-a\n", "--- a/x\n"):
        assert read_patch(text) == ()
    assert not is_patch("hello - world\n")
    assert is_patch(_GIT)


def test_a_hunk_that_promises_more_than_there_is_ends_with_the_text() -> None:
    (file,) = read_patch("--- a/x\n+++ b/x\n@@ -1,999999999 +1,999999999 @@\n-a\n")
    assert file.hunks[0].removed == (1,)


def test_two_texts_differ_in_lines() -> None:
    old, new = ["a", "b", "c", "d"], ["a", "x", "c", "d", "e"]
    file = compared("p", old, new)
    assert [(h.removed, h.added) for h in file.hunks] == [((2,), (2,)), ((), (5,))]
    assert compared("p", old, old).hunks == ()
    assert compared("p", old, None).hunks[0].removed == (1, 2, 3, 4)
    assert compared("p", None, new).old_path == ""


def test_many_hunks_and_files_take_their_time_once() -> None:
    def patch(n: int) -> str:
        hunks = "@@ -1 +1 @@\n-a\n+b\n" * (n // 2)
        return f"--- a/x\n+++ b/x\n{hunks}" + "diff --git a/x b/x\n" * n

    assert_linear(read_patch, patch, 40_000)
