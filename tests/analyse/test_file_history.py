"""What the past says of files: commits in, last changes, authors and companions out."""

from repobook.analyse.file_history import FileHistory, changed_together, file_histories
from repobook.model.history import Commit


def _commit(n: int, author: str, *paths: str) -> Commit:
    return Commit(f"c{n}", f"2001-01-{n:02}", author, paths)


PAST = [
    _commit(4, "Ann", "a.py", "test_a.py"),
    _commit(3, "Bob", "a.py", "b.py", "gone.py"),
    _commit(2, "Ann", "a.py", "test_a.py"),
    _commit(1, "Cy", "b.py"),
]
PATHS = frozenset(["a.py", "b.py", "test_a.py"])


def test_the_newest_commit_is_the_last_change_and_authors_are_counted() -> None:
    found = file_histories(PAST, PATHS)
    months = (("2001-01", 3),), (("2001-01", 2),)
    authors = (("Ann", 2), ("Bob", 1)), (("Bob", 1), ("Cy", 1))
    assert found["a.py"] == FileHistory("c4", "2001-01-04", 3, authors[0], months[0], ())
    assert found["b.py"] == FileHistory("c3", "2001-01-03", 2, authors[1], months[1], ())


def test_what_commits_say_of_a_file_is_counted_without_sweeps_and_empty_words() -> None:
    subjects = ("Retry when the socket is closed", "Close sockets", "Use the linter")
    sweep = tuple(f"{n}.py" for n in range(60))
    commits = [
        Commit("c", "", "Ann", ("a.py", *(sweep if "linter" in subject else ())), subject)
        for subject in subjects
    ]
    words = file_histories(commits, PATHS)["a.py"].words
    assert words == (("socket", 2), ("close", 1), ("closed", 1), ("retry", 1))


def test_commits_are_counted_by_month_and_those_without_a_date_by_none() -> None:
    dates = ("2001-03-01", "", "2001-01-31", "2001-01-02")
    commits = [Commit("c", date, "Ann", ("a.py",)) for date in dates]
    found = file_histories(commits, PATHS)["a.py"]
    assert (found.n_changes, found.months) == (4, (("2001-01", 2), ("2001-03", 1)))


def test_files_that_are_no_more_have_no_history() -> None:
    assert "gone.py" not in file_histories(PAST, PATHS)
    assert "gone.py" not in dict(changed_together(PAST, PATHS)["a.py"])


def test_files_that_change_together_are_counted_both_ways() -> None:
    found = changed_together(PAST, PATHS)
    assert found["a.py"] == (("test_a.py", 2), ("b.py", 1))
    assert found["test_a.py"] == (("a.py", 2),)


def test_a_sweep_changes_files_but_binds_none_together() -> None:
    sweep = [_commit(1, "Ann", *(f"{n}.py" for n in range(51)))]
    paths = frozenset(sweep[0].paths)
    assert changed_together(sweep, paths) == {}
    assert len(file_histories(sweep, paths)) == 51


def test_only_the_first_authors_and_companions_are_kept() -> None:
    past = [_commit(n + 1, f"author {n}", "a.py", f"{n}.py") for n in range(12)]
    paths = frozenset(path for commit in past for path in commit.paths)
    assert len(file_histories(past, paths)["a.py"].authors) == 3
    assert len(changed_together(past, paths)["a.py"]) == 10
