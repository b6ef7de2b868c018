"""Files with the scores of the engine, and the order that they come in."""

import pytest

from repobook.model.search.matches import FileMatch
from repobook.search.rank.ranking import (
    NO_SCORES,
    PARTS,
    FileEvidence,
    Past,
    RankedFile,
    Scale,
    by_importance,
    combined,
    ranked,
)

SCALE = Scale(worth=1.0, mean_terms=100, mean_past_terms=10)


def _match(
    path: str,
    *,
    text: float = 1.0,
    coverage: float = 1.0,
    in_path: float = 0.0,
    fields: tuple[float, float, float, float] = (0, 0, 0, 1),
    role: str = "source",
    n_terms: int = 100,
    importance: float = 0.0,
) -> FileMatch:
    scores = (1.0, text, coverage, in_path, *fields)
    file = sum(map(ord, path))
    return FileMatch(file, path, "Python", role, n_terms, importance, scores)


def _order(*matches: FileMatch, words: str = "", past: dict[int, Past] | None = None) -> list[str]:
    return [file.path for file in ranked(words.split(), matches, SCALE, FileEvidence(past or {}))]


def _part(file: RankedFile, name: str) -> float:
    return dict(file.parts).get(name, 0.0)


def test_a_better_text_comes_first() -> None:
    assert _order(_match("a/x.py", text=1), _match("b/y.py", text=2)) == ["b/y.py", "a/x.py"]


def test_files_that_score_the_same_come_by_path() -> None:
    assert _order(_match("b/y.py"), _match("a/y.py")) == ["a/y.py", "b/y.py"]


def test_the_score_is_the_sum_of_its_parts() -> None:
    matches = [_match("a/pool.py", in_path=1, role="test"), _match("a/x.py", importance=3)]
    for file in ranked(["pool"], matches, SCALE, FileEvidence({matches[1].file: (1.0, 20)})):
        assert len(file.points) == len(PARTS)
        assert file.score == pytest.approx(sum(points for _, points in file.parts), abs=1e-3)


def test_fields_share_what_the_words_earned() -> None:
    file = ranked([], [_match("a.py", text=2, fields=(1, 1, 0, 2))], SCALE)[0]
    assert _part(file, "path") == _part(file, "name parts")
    assert _part(file, "body") == pytest.approx(2 * _part(file, "path"), abs=1e-3)
    assert _part(file, "documentation") == 0


def test_more_words_found_and_words_in_the_path_count() -> None:
    few, many = _match("a/x.py", coverage=1), _match("b/x.py", coverage=2)
    assert _order(few, many) == ["b/x.py", "a/x.py"]
    assert _order(many, _match("c/x.py", in_path=1)) == ["c/x.py", "b/x.py"]


def test_a_file_whose_name_is_asked_for_comes_first() -> None:
    matches = [_match("a/flash_extra.py"), _match("b/flash.py")]
    assert _order(*matches, words="flash check") == ["b/flash.py", "a/flash_extra.py"]
    assert _order(*matches) == ["a/flash_extra.py", "b/flash.py"]


def test_of_two_that_match_alike_the_larger_comes_first() -> None:
    assert _order(_match("a/x.py", n_terms=10), _match("b/x.py", n_terms=900))[0] == "b/x.py"


def test_what_is_found_beside_others_comes_before_what_lies_alone() -> None:
    matches = [_match("alone/x.py"), _match("many/x.py"), _match("many/y.py", text=0.9)]
    assert _order(*matches)[0] == "many/x.py"


def test_tests_come_last_unless_they_are_asked_for() -> None:
    matches = [_match("a/test_x.py", role="test", text=1.1), _match("b/x.py")]
    assert _order(*matches) == ["b/x.py", "a/test_x.py"]
    asked = ranked([], matches, SCALE, asked_roles={"test"})
    assert [file.path for file in asked] == ["a/test_x.py", "b/x.py"]
    assert _part(ranked([], matches, SCALE)[1], "role") < 0
    assert _part(asked[0], "role") == 0


def test_what_commits_said_of_a_file_counts() -> None:
    one, other = _match("a/x.py"), _match("b/x.py")
    assert _order(one, other, past={other.file: (1.0, 10)}) == ["b/x.py", "a/x.py"]
    much = {one.file: (1.0, 10), other.file: (1.0, 90)}
    assert _order(one, other, past=much) == ["b/x.py", "a/x.py"]


def test_the_past_of_a_file_says_nothing_of_its_neighbours() -> None:
    told, beside, alone = _match("a/x.py"), _match("a/y.py"), _match("b/y.py")
    found = ranked([], [told, beside, alone], SCALE, FileEvidence({told.file: (5.0, 10)}))
    near = {file.path: _part(file, "neighbours") for file in found}
    assert near["a/x.py"] == near["a/y.py"] > near["b/y.py"] == 0


def test_importance_breaks_ties() -> None:
    assert _order(_match("a/x.py"), _match("b/x.py", importance=5))[0] == "b/x.py"
    assert _order(_match("a/x.py", text=1.2), _match("b/x.py", importance=5))[0] == "a/x.py"


def test_without_words_those_come_first_that_others_lean_on() -> None:
    found = by_importance([_match("a.py"), _match("b.py", importance=2)])
    assert [(file.path, file.score) for file in found] == [("b.py", 2), ("a.py", 0)]
    assert found[0].parts == (("importance", 2),)


def test_an_empty_index_and_words_without_worth_are_no_error() -> None:
    assert ranked(["x"], [], Scale(0, 0)) == []
    empty = FileMatch(1, "a.py", "", "", 0, -1.0, NO_SCORES)
    assert ranked(["x"], [empty], Scale(0, 0))[0].score == 0


def test_a_file_may_be_found_by_its_past_alone() -> None:
    silent = FileMatch(7, "a.py", "", "source", 100, 0.0, NO_SCORES)
    found = ranked(["x"], [silent], Scale(0, 100, 10), FileEvidence({7: (1.0, 10)}))[0]
    assert found.score > 0
    assert [name for name, _ in found.parts] == ["history"]


def test_a_file_that_is_named_by_its_path_comes_first() -> None:
    matches = [_match("a/iter.py", text=1.4), _match("a/torch.py")]
    assert _order(*matches, words="clean up a/torch.py now")[0] == "a/torch.py"
    assert _order(*matches, words="clean up a torch now")[0] == "a/iter.py"


def test_a_file_that_defines_the_very_name_comes_first() -> None:
    user, definer = _match("a/user.py", text=1.1), _match("b/definer.py")
    assert _order(user, definer)[0] == "a/user.py"
    found = ranked([], [user, definer], SCALE, FileEvidence(rarity_defined={definer.file: 1.0}))
    assert found[0].path == "b/definer.py"
    assert _part(found[0], "exact name") > 0


def test_who_asks_for_tests_gets_tests_and_who_asks_for_code_gets_code() -> None:
    matches = [_match("a/x.py", text=1.0), _match("tests/x.py", text=1.3, role="test")]
    assert ranked([], matches, SCALE, intent="tests")[0].path == "tests/x.py"
    assert ranked([], matches, SCALE, intent="fault")[0].path == "a/x.py"


def test_data_steps_back_where_code_is_asked_for() -> None:
    data, code = _match("a/x.json", role="data"), _match("b/x.py")
    assert ranked([], [data, code], SCALE)[0].path == "a/x.json"
    assert ranked([], [data, code], SCALE, intent="code")[0].path == "b/x.py"


def test_parts_of_an_issue_count_by_their_shares() -> None:
    title = ranked([], [_match("a.py", text=2), _match("b.py", text=1)], SCALE)
    body = ranked([], [_match("b.py", text=2), _match("c.py", text=1)], SCALE)
    assert [file.path for file in combined([(0.6, title), (0.4, body)])] == ["b.py", "a.py", "c.py"]
    frame = (body[1].file, "c.py")
    best = combined([(0.6, title), (0.4, body)], [frame, (1, "d.py")])
    assert {file.path for file in best} == {"a.py", "b.py", "c.py", "d.py"}
    assert _part(next(file for file in best if file.path == "c.py"), "named outright") > 0
