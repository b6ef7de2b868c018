"""Questions: a text, and what it asks about what."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from repobook.search.query.questions import Question, read_question


@pytest.mark.parametrize(
    ("text", "asks", "subject"),
    [
        ("where is softmax implemented", "definition", "softmax"),
        ("Where is the class MaxPool2d defined?", "definition", "MaxPool2d"),
        ("where is torch/nn/init.py", "definition", "torch/nn/init.py"),
        ("where's `main`", "definition", "main"),
        ("who calls flash_attn()", "callers", "flash_attn"),
        ("where is f called?", "callers", "f"),
        ("what uses the Tensor class", "uses", "Tensor"),
        ("where is Foo.bar used", "uses", "Foo.bar"),
        ("tests for sdpa.py", "tests", "sdpa.py"),
        ("what tests cover a::b", "tests", "a::b"),
        ("which tests test f", "tests", "f"),
        ("How is the scheduler tested?", "tests", "scheduler"),
        ("what does setup.py import", "needs", "setup.py"),
        ("what does the file a/b.c depend on", "needs", "a/b.c"),
        ("who imports 'torch/_ops.py'", "needed by", "torch/_ops.py"),
        ("what depends on util.h", "needed by", "util.h"),
        ("subclasses of Module", "subclasses", "Module"),
        ("which classes inherit from Module", "subclasses", "Module"),
        ("where are slots classes created", "definition", "slots class"),
        ("where are the Linear classes defined", "definition", "Linear"),
        ("where is the wait function defined", "definition", "wait"),
    ],
)
def test_a_frame_of_words_asks_about_what_stands_in_it(text: str, asks: str, subject: str) -> None:
    found = read_question(text)
    assert found is not None
    assert (found.asks, found.subject) == (asks, subject)


@pytest.mark.parametrize(
    "text",
    ["", "where", "where is", "softmax", "who calls", "fix tests for x", "add callers of f", "?"],
)
def test_what_fits_no_frame_is_no_question(text: str) -> None:
    assert read_question(text) is None


def test_a_question_is_searched_without_its_frame_and_a_title_as_it_stands() -> None:
    assert read_question("who calls the jit pass") == Question("callers", "jit pass", "jit pass")
    assert read_question("tests for x") == Question("tests", "x", "tests for x")


def test_an_article_or_a_noun_alone_is_the_subject() -> None:
    assert read_question("who calls the") == Question("callers", "the", "the")
    assert read_question("who calls class") == Question("callers", "class", "class")


@given(
    st.text(max_size=80)
    | st.lists(st.sampled_from(["where", "is", "the", "tests", "for", "*", "?"])).map(" ".join)
)
def test_no_text_is_too_odd(text: str) -> None:
    found = read_question(text)
    assert found is None or found.subject
