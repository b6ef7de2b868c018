"""Which name comes first, and why."""

from repobook.model.search.matches import NamedSymbol, NameRow
from repobook.search.query.name_query import read_name
from repobook.search.rank.name_scores import by_weight, name_parts, promising


def test_relations_come_before_everything_else() -> None:
    rows = [NameRow("run_all", 900), NameRow("Run", 1), NameRow("run", 1), NameRow("do_run", 900)]
    found = promising(read_name("run"), rows)
    assert [(one.relation, one.row.name) for one in found] == [
        ("exact", "run"),
        ("letters", "Run"),
        ("prefix", "run_all"),
        ("words", "do_run"),
    ]


def test_initials_in_capitals_come_before_what_begins_so() -> None:
    rows = [NameRow("fanOut", 1), NameRow("FlashAttn", 1)]
    assert [one.row.name for one in promising(read_name("FA"), rows)] == ["FlashAttn"]
    rows = [NameRow("sdpa_kernel", 1), NameRow("scaled_dot_product_attention", 1)]
    assert promising(read_name("SDPA"), rows)[0].relation == "initials"
    assert promising(read_name("sdpa"), rows)[0].relation == "prefix"


def test_fewer_other_words_more_definitions_and_the_order_typed_count() -> None:
    assert _first("get size", "get_block_size", "get_the_block_size") == "get_block_size"
    assert _first("get size", "size_to_get", "get_its_size") == "get_its_size"
    rows = [NameRow("get_a_size", 1), NameRow("get_b_size", 7)]
    assert promising(read_name("get size"), rows)[0].row.name == "get_b_size"
    assert _first("get siz", "get_size", "get_the_siz") == "get_the_siz"


def test_parts_of_a_score_have_names() -> None:
    query = read_name("get size")
    parts = name_parts(query, "words", _symbol("a.py", name="get_size_of"), 10, is_there=False)
    assert [name for name, _ in parts] == [
        *("words of the name", "elsewhere", "coverage", "definitions", "importance"),
    ]


def test_definitions_that_matter_come_first() -> None:
    symbols = [
        _symbol("t.py", role="test", n_users=5),
        _symbol("k.yaml", kind="key"),
        _symbol("b.py"),
        _symbol("a.py"),
        _symbol("used.py", n_users=50),
        _symbol("inner.py", exported=False),
    ]
    assert [one.path for one in by_weight(symbols)] == [
        *("used.py", "a.py", "b.py", "inner.py", "t.py", "k.yaml"),
    ]


def test_a_definition_comes_before_its_declaration() -> None:
    declared = _symbol("a.h")._replace(end_line=1, importance=90_000_000)
    assert [one.path for one in by_weight([declared, _symbol("b.c")])] == ["b.c", "a.h"]


def _first(text: str, *names: str) -> str:
    return promising(read_name(text), [NameRow(name, 1) for name in names])[0].row.name


def _symbol(
    path: str,
    role: str = "source",
    kind: str = "function",
    name: str = "f",
    exported: bool = True,
    n_users: int = 0,
) -> NamedSymbol:
    place = (path, path, "Python", role, 1_000_000)
    return NamedSymbol(*place, kind, name, name, 1, 2, "", exported, 1, n_users)
