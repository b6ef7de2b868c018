"""Terms: what a word is found by, and how often it counts."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from repobook.text.terms import LONG_WORD, MAX_WORD, field_text, numbers_in, pairs_in, terms_in


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("flash_attn", ["flashattn", "flash", "attn"]),
        ("flashAttn", ["flashattn", "flash", "attn"]),
        ("FlashAttn", ["flashattn", "flash", "attn"]),
        ("MaxPool2d", ["maxpool2d", "max", "pool2d", "pool"]),
        ("HTTPServer", ["httpserver", "http", "server"]),
        ("TORCH_CHECK", ["torchcheck", "torch", "check"]),
        ("Tensors", ["tensor"]),
        ("__init__", ["init"]),
        ("fp16", ["fp16", "fp"]),
        ("a_1", ["a1"]),
        ("x", ["x"]),
        ("12 _ 3_4", []),
        ("größe Größe", ["größe", "größe"]),
        ("torch.nn/x-y", ["torch", "nn", "x", "y"]),
    ],
)
def test_a_word_is_found_whole_and_by_its_parts(text: str, terms: list[str]) -> None:
    assert terms_in(text) == terms


def test_words_that_are_data_have_no_terms() -> None:
    assert terms_in("a" * MAX_WORD) == ["a" * MAX_WORD]
    assert terms_in("a" * (MAX_WORD + 1)) == []
    assert field_text(b"a" * (MAX_WORD + 1)) == LONG_WORD


@pytest.mark.parametrize(("n_times", "n_copies"), [(1, 1), (3, 1), (4, 2), (9, 3), (9999, 12)])
def test_what_is_met_often_counts_by_its_root(n_times: int, n_copies: int) -> None:
    assert Counter(field_text(b"word " * n_times).split(" ")) == {"word": n_copies}


def test_parts_of_several_words_count_together() -> None:
    text = field_text(b"get_item set_item del_item item")
    assert Counter(text.split(" "))["item"] == 2


def test_nothing_has_no_terms() -> None:
    assert field_text(b"") == field_text(b" \n -- 12") == ""


@given(st.text())
def test_any_text_gives_terms_without_blanks(text: str) -> None:
    terms = field_text(text.encode("utf-8", "replace"))
    assert terms == "" or all(terms.split(" "))
    assert set(terms.split(" ")) - {"", LONG_WORD} == set(terms_in(text))


def test_numbers_of_versions_are_told_from_those_that_point_at_things() -> None:
    assert numbers_in("Python 3.14 and CUDA 13 (#163955), sm_90a in 2025") == ["14", "13", "2025"]


def test_words_that_follow_each_other_are_one() -> None:
    assert pairs_in("Flex attention, is max_pools fast") == ["flexattention", "maxpoolsfast"]
    assert pairs_in("a b") == []
