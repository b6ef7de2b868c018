"""Names that are one slip of the finger away."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from repobook.search.query.typos import Vocabulary

NAMES = "\n".join(["forward", "Fore_word", "_forward", "backward", "größe", "a.b", "run"])


@pytest.mark.parametrize(
    "typed", ["forwrd", "forwaard", "forwarx", "fowrard", "xforward", "forwar", "orward"]
)
def test_a_letter_too_many_too_few_another_or_two_swapped(typed: str) -> None:
    assert Vocabulary(NAMES).near(typed) == ["forward", "_forward"]


def test_a_letter_may_need_several_bytes() -> None:
    assert Vocabulary(NAMES).near("grösse") == []
    assert Vocabulary(NAMES).near("größr") == Vocabulary(NAMES).near("grße") == ["größe"]


def test_two_slips_are_another_word() -> None:
    assert Vocabulary(NAMES).near("fowrdx") == []


def test_short_and_endless_words_have_no_slips() -> None:
    vocabulary = Vocabulary(NAMES)
    assert vocabulary.near("ru") == vocabulary.near("x" * 61) == vocabulary.near("") == []


def test_neighbours_in_the_vocabulary_are_all_found() -> None:
    assert Vocabulary("aaa\naab\naac\nzzz").near("aa") == []
    assert Vocabulary("aaax\naaay\naaaz").near("aaaw") == ["aaax", "aaay", "aaaz"]


def test_an_empty_vocabulary_holds_nothing() -> None:
    assert Vocabulary("").near("forward") == []


@given(st.text(max_size=70), st.lists(st.text(alphabet="ab_é\\.*[", max_size=6)))
def test_any_text_may_be_compared(typed: str, names: list[str]) -> None:
    assert set(Vocabulary("\n".join(names)).near(typed)) <= set(names)


@given(st.text(alphabet="abé", min_size=3, max_size=9), st.lists(st.text(alphabet="abé_")))
def test_what_shares_a_half_is_all_there_is(typed: str, names: list[str]) -> None:
    vocabulary, thorough = Vocabulary("\n".join(names)), Vocabulary("\n".join(names))
    thorough._sharing_a_half = lambda letters: None  # type: ignore[method-assign]
    assert vocabulary.near(typed) == thorough.near(typed)


@pytest.mark.parametrize("at", range(13))
def test_a_slip_is_found_wherever_it_is(at: int) -> None:
    name = "interpolation"
    typed = {
        name[:at] + name[at + 1 :],
        f"{name[:at]}x{name[at:]}",
        f"{name[:at]}x{name[at + 1 :]}",
        f"{name[:at]}{name[at : at + 2][::-1]}{name[at + 2 :]}",
    }
    vocabulary = Vocabulary("forward\nInter_polation\ninter\nlation")
    assert all(vocabulary.near(one) == ["Inter_polation"] for one in typed)


def test_names_that_share_a_half_may_be_many() -> None:
    vocabulary = Vocabulary("\n".join(f"test_name_{n:04}" for n in range(3000)))
    tens = [f"test_name_0{n}17" for n in range(10)]
    assert vocabulary.near("testname0x17") == tens
