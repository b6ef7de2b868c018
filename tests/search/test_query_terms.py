"""Queries, and the terms that files are ranked by."""

from hypothesis import given
from hypothesis import strategies as st

from repobook.search.query.query_terms import (
    MAX_TERMS,
    QueryTerms,
    WeighedTerms,
    query_terms,
    weigh_terms,
)


def _terms(text: str) -> tuple[str, ...]:
    return query_terms(text.split()).terms


def test_words_that_say_nothing_count_only_where_there_are_no_others() -> None:
    assert _terms("what is the pool for") == ("pool",)
    assert _terms("what is the") == ("what", "is", "the")


def test_words_of_the_work_on_code_are_left_out_of_sentences() -> None:
    assert _terms("Fix wrong dtype promotion") == ("dtype", "promotion")
    assert _terms("fix dtype") == ("fix", "dtype")


def test_names_are_asked_for_whole_and_by_their_parts() -> None:
    assert _terms("maxPool") == ("maxpool", "max", "pool")


def test_words_that_follow_each_other_are_asked_for_as_one() -> None:
    assert query_terms(["Flex", "attention", "is", "fast"]).pairs == ("flexattention",)
    assert query_terms(["[flex][attention]"]).pairs == ("flexattention",)
    assert query_terms(["a", "b"]).pairs == ()


def test_terms_that_no_file_has_are_not_asked_for() -> None:
    asked = QueryTerms(("pool", "nothing"), ("poolnothing", "maxpool"), 2)
    found = weigh_terms(asked, {"pool": 3, "maxpool": 1}, 100)
    assert found.terms == ("pool", "maxpool")


def test_rare_words_are_worth_more() -> None:
    asked = QueryTerms(("common", "rare"), (), 2)
    both = weigh_terms(asked, {"common": 40, "rare": 1}, 100)
    common = weigh_terms(asked, {"common": 40}, 100)
    rare = weigh_terms(asked, {"rare": 1}, 100)
    assert rare.worth > common.worth > 0
    assert both.worth == common.worth + rare.worth


def test_words_of_most_files_are_left_out_of_a_large_repository() -> None:
    counts = {"tensor": 8995, "pool": 10}
    assert weigh_terms(QueryTerms(("tensor", "pool"), (), 2), counts, 10000).terms == ("pool",)
    assert weigh_terms(QueryTerms(("tensor",), (), 1), counts, 10000).terms == ("tensor",)
    few = {"tensor": 6, "pool": 1}
    assert weigh_terms(QueryTerms(("tensor", "pool"), (), 2), few, 10).terms == ("tensor", "pool")


def test_nothing_known_is_nothing_to_ask_for() -> None:
    assert weigh_terms(QueryTerms((), (), 0), {}, 0) == WeighedTerms((), 0)


@given(st.lists(st.text(), max_size=5))
def test_any_text_has_a_wording(words: list[str]) -> None:
    found = query_terms(words)
    assert len(found.terms) <= MAX_TERMS
    assert all(term and not term.isspace() for term in (*found.terms, *found.pairs))


def test_long_queries_are_cut() -> None:
    words = [f"word{n}x" for n in range(5000)]
    found = query_terms(words)
    assert len(found.terms) == len(found.pairs) == MAX_TERMS
