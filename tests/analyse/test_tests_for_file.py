"""Tests for a file: small repositories as values, and who comes first for which reasons."""

import random
from collections.abc import Mapping, Sequence

import pytest

from repobook.analyse.tests import tests_for_file
from repobook.analyse.tests.test_similarity import Mentions
from repobook.analyse.tests.tests_for_file import Evidence, RankedTest, ResolvedUse
from repobook.model.graph import FileEdge, Reason


def _all(evidence: Evidence) -> list[tuple[str, tuple[RankedTest, ...]]]:
    return list(tests_for_file.TestRanking(evidence).all(map, lambda ranked: ranked))


def _ranked(
    defined: Mapping[str, Sequence[str]],
    used: Mapping[str, Mapping[str, Mentions]],
    edges: Mapping[str, Sequence[FileEdge]] | None = None,
    uses: Mapping[str, Sequence[ResolvedUse]] | None = None,
    together: Mapping[str, Mapping[str, int]] | None = None,
) -> dict[str, tuple[RankedTest, ...]]:
    """``defined`` are sources, ``used`` are tests, ``uses`` is what was resolved."""
    roles = {**dict.fromkeys(defined, "source"), **dict.fromkeys(used, "test")}
    known = Evidence(roles, frozenset(used), defined, used, edges or {}, uses or {}, together or {})
    return dict(_all(known))


def _names(*names: str) -> dict[str, Mentions]:
    return {name: Mentions(1, line) for line, name in enumerate(names, 1)}


def _first(found: tuple[RankedTest, ...]) -> str:
    return found[0].test


def test_the_test_that_uses_the_names_of_a_file_comes_first() -> None:
    found = _ranked(
        {"lib/grid.py": ["sample_grid", "GridError"], "lib/tree.py": ["grow_tree"]},
        {"tests/test_x.py": _names("sample_grid"), "tests/test_y.py": _names("grow_tree")},
        uses={"lib/grid.py": [ResolvedUse("tests/test_x.py", "sample_grid", 1, 9)]},
    )
    assert _first(found["lib/grid.py"]) == "tests/test_x.py"
    assert found["lib/grid.py"][0].reasons == (Reason("mention", ("sample_grid",), (9,)),)
    assert _first(found["lib/tree.py"]) == "tests/test_y.py"
    assert found["lib/tree.py"][0].reasons == (Reason("alike", ("grow_tree",), (1,)),)


def test_what_few_tests_use_says_more_of_them_than_what_all_do() -> None:
    tests: dict[str, dict[str, Mentions]] = {f"tests/{n}.py": {} for n in range(20)}
    helper = [ResolvedUse(test, "make_app", 9, 3) for test in tests]
    rare = ResolvedUse("tests/7.py", "flash_message", 1, 5)
    found = _ranked({"lib/app.py": []}, tests, uses={"lib/app.py": [*helper, rare]})
    assert _first(found["lib/app.py"]) == "tests/7.py"
    reason = Reason("mention", ("flash_message", "make_app"), (5, 3))
    assert found["lib/app.py"][0].reasons == (reason,)


def test_a_test_named_after_a_file_is_for_it() -> None:
    found = _ranked(
        {"lib/grid.py": ["a"], "lib/tree.py": ["b"]},
        {"tests/test_grid.py": _names("x"), "tests/test_tree.py": _names("x")},
    )
    assert [test.test for test in found["lib/grid.py"]] == ["tests/test_grid.py"]
    assert found["lib/grid.py"][0].reasons == (Reason("path", ("grid",)),)


def test_a_test_that_is_called_as_the_file_comes_before_one_that_shares_more_words() -> None:
    """``experimental`` stands in the names of many tests, and is a folder of this file."""
    others = {f"tests/test_{n}.py": _names("grow_tree") for n in range(9)}
    found = _ranked(
        {"lib/tensor/experimental/_attention.py": ["context_parallel"], "lib/tree.py": []},
        {
            **others,
            "tests/export/test_export.py": _names("experimental", "scaled_attention"),
            "tests/tensor/test_attention.py": _names("flex_attention"),
        },
    )
    ranked = found["lib/tensor/experimental/_attention.py"]
    assert _first(ranked) == "tests/tensor/test_attention.py"


def test_an_import_is_told_with_its_line_and_how_sure_it_is() -> None:
    edges = {
        "tests/test_x.py": [FileEdge("lib/a.py", "import", 12, "exact")],
        "tests/test_y.py": [FileEdge("lib/a.py", "call", 7, "inferred", 2)],
    }
    found = _ranked({"lib/a.py": ["f"]}, {"tests/test_x.py": {}, "tests/test_y.py": {}}, edges)
    assert [(test.test, test.reasons) for test in found["lib/a.py"]] == [
        ("tests/test_x.py", (Reason("import", (), (12,)),)),
        ("tests/test_y.py", (Reason("call", (), (7,), "inferred"),)),
    ]


def test_names_of_the_file_are_told_with_the_lines_that_lead_there() -> None:
    edges = {"tests/test_x.py": [FileEdge("lib/a.py", "call", 2, "exact")]}
    uses = {"lib/a.py": [ResolvedUse("tests/test_x.py", "f", 1, 7)]}
    found = _ranked({"lib/a.py": ["f"]}, {"tests/test_x.py": _names("g", "f")}, edges, uses)
    assert found["lib/a.py"][0].reasons == (
        Reason("call", (), (2,)),
        Reason("mention", ("f",), (7,)),
    )


def test_a_name_that_leads_elsewhere_is_no_mention() -> None:
    edges = {"t.py": [FileEdge("a.py", "call", 2, "exact")]}
    found = _ranked({"a.py": ["helper"]}, {"t.py": _names("helper")}, edges)
    assert found["a.py"][0].reasons == (
        Reason("call", (), (2,)),
        Reason("alike", ("helper",), (1,)),
    )


def test_names_of_the_same_words_are_alike() -> None:
    found = _ranked({"a.cu": ["reflection_pad2d_kernel"]}, {"t.py": _names("ReflectionPad2d")})
    assert found["a.cu"][0].reasons == (Reason("alike", ("ReflectionPad2d",), (1,)),)


def test_a_file_takes_over_the_tests_of_the_files_that_use_it() -> None:
    edges = {
        "lib/front.py": [FileEdge("lib/deep.py", "import", 1, "exact")],
        "tests/test_front.py": [FileEdge("lib/front.py", "import", 1, "exact")],
    }
    used = {"tests/test_front.py": _names("inner"), "tests/test_z.py": _names("inner")}
    defined = {"lib/deep.py": ["inner"], "lib/front.py": ["x"]}
    assert _first(_ranked(defined, used, edges)["lib/deep.py"]) == "tests/test_front.py"


def test_what_changed_together_comes_before_what_only_reads_alike() -> None:
    used = {"tests/one.py": _names("f"), "tests/two.py": _names("f")}
    found = _ranked({"a.py": ["f"]}, used, together={"a.py": {"tests/two.py": 7, "b.py": 9}})
    assert _first(found["a.py"]) == "tests/two.py"
    assert found["a.py"][0].reasons[-1] == Reason("together", n=7)


def test_tests_and_documents_are_tested_by_nothing() -> None:
    roles = {"test_a.py": "test", "README.md": "docs", "a.py": "source"}
    evidence = Evidence(roles, frozenset(["test_a.py"]), {}, {}, {})
    assert [path for path, _ in _all(evidence)] == ["a.py"]


def test_nothing_is_listed_without_a_reason() -> None:
    found = _ranked({"a.py": ["f"]}, {"tests/x.py": _names("g")})
    assert found == {"a.py": ()}


def test_an_empty_repository_has_no_tests() -> None:
    assert _ranked({}, {}) == {}
    assert _ranked({"a.py": ["f"]}, {}) == {"a.py": ()}


def test_at_most_ten_are_listed_in_the_same_order_every_time() -> None:
    used: dict[str, dict[str, Mentions]] = {f"tests/{n}.py": {} for n in range(100)}
    edges = {test: [FileEdge("a.py", "import", 1, "exact")] for test in used}
    found = _ranked({"a.py": ["f"]}, used, edges)["a.py"]
    assert len(found) == 10
    assert [test.test for test in found] == sorted(used)[:10]


def test_files_that_use_each_other_end_the_search() -> None:
    edges = {
        "a.py": [FileEdge("b.py", "import", 1, "exact"), FileEdge("a.py", "call", 1, "exact")],
        "b.py": [FileEdge("a.py", "import", 1, "exact")],
    }
    found = _ranked({"a.py": ["f"], "b.py": ["g"]}, {"t.py": _names("f")}, edges)
    assert found["b.py"][0].reasons == (Reason("perhaps", ("a.py",)),)


def test_a_test_that_uses_a_user_of_the_file_is_told_by_that_one() -> None:
    edges = {
        "a.py": [FileEdge("lib.py", "import", 1, "exact")],
        "b.py": [FileEdge("lib.py", "import", 1, "exact")],
        "t.py": [FileEdge("b.py", "import", 1, "exact")],
    }
    defined = {"a.py": ["grow_tree"], "b.py": ["cut_tree"], "lib.py": ["g"]}
    found = _ranked(defined, {"t.py": _names("grow_tree", "cut_tree")}, edges)
    assert found["lib.py"][0].reasons == (Reason("reach", ("b.py",)),)


def test_of_many_users_those_that_use_the_file_most_are_asked_for_their_tests() -> None:
    users = [f"a/{n:02}.py" for n in range(40)]
    edges = {user: [FileEdge("lib.py", "import", 1, "exact")] for user in users}
    edges["z.py"] = [FileEdge("lib.py", "call", 1, "exact", 5)]
    defined: dict[str, list[str]] = {user: [] for user in [*users, "lib.py"]}
    found = _ranked({**defined, "z.py": ["grow"]}, {"t.py": _names("grow")}, edges)
    assert found["lib.py"][0].reasons == (Reason("perhaps", ("z.py",)),)


def test_a_test_in_a_language_that_is_not_read_is_found_by_its_name() -> None:
    tests: dict[str, dict[str, Mentions]] = {
        "tests/unit/type/list.tcl": {},
        "tests/unit/other.tcl": {},
        "tests/unit/list-order.tcl": {},
    }
    named = {"tests/modules/misc.c": _names("push_list", "pop_list")}
    found = _ranked({"src/t_list.c": ["listPush", "listPop"]}, {**tests, **named})
    assert [(test.test, test.reasons) for test in found["src/t_list.c"]] == [
        ("tests/unit/type/list.tcl", (Reason("path", ("list",)),)),
        ("tests/modules/misc.c", (Reason("alike", ("pop_list", "push_list"), (2, 1)),)),
        ("tests/unit/list-order.tcl", (Reason("path", ("list",)),)),
    ]


def test_a_name_that_every_test_uses_tells_nothing() -> None:
    used = {f"tests/{n}.py": _names("f") for n in range(100)}
    assert _ranked({"a.py": ["f"]}, used) == {"a.py": ()}


_WORDS = ("price", "cart", "order", "stock", "user", "login", "report", "total", "tax", "mail")


def _drawn_names(draw: random.Random, n: int) -> list[str]:
    words = [*_WORDS, *[f"{word}{n % 9}" for n, word in enumerate(_WORDS * 4)]]
    return ["_".join(draw.sample(words, draw.randint(1, 3))) for _ in range(n)]


@pytest.mark.parametrize("seed", range(12))
def test_what_files_find_by_themselves_is_known_again_after_edits_of_tests(seed: int) -> None:
    """With more tests than are kept of each file, and words that are too common to find any by."""
    draw = random.Random(seed)
    tests = [f"tests/test_{n}.py" for n in range(60)]
    used = {test: _names(*_drawn_names(draw, draw.randint(20, 30))) for test in tests}
    defined = {f"lib/m{n}.py": _drawn_names(draw, draw.randint(1, 6)) for n in range(40)}
    roles = {**dict.fromkeys(defined, "source"), **dict.fromkeys(tests, "test")}
    evidence = Evidence(roles, frozenset(tests), defined, used, {})
    ranking = tests_for_file.TestRanking(evidence)
    list(ranking.all(map, lambda ranked: ranked))
    memory = ranking.memory
    for _ in range(8):
        test = draw.choice(tests)
        more = _names(*_drawn_names(draw, draw.randint(1, 3)))
        kept = dict(list(used[test].items())[draw.randint(0, 1) :])
        used = {**used, test: {**kept, **more}}
        evidence = evidence._replace(used=used)
        terms = tests_for_file.read_again(evidence, memory, [test])
        assert terms is not None
        edited = tests_for_file.TestRanking(evidence, memory, {})
        list(edited.again((), (), terms, lambda path: (), lambda path: {}))
        fresh = tests_for_file.TestRanking(evidence)
        list(fresh.all(map, lambda ranked: ranked))
        assert edited.memory == fresh.memory
