"""Forms under which a name is looked up."""

from repobook.text.naming.identifier_words import words_of
from repobook.text.naming.name_forms import MAX_LENGTH, initials, said_besides, squeezed


def test_spellings_of_the_same_letters_are_one() -> None:
    spellings = ["flash_attn", "FlashAttn", "flashattn", "__flash-attn__", "FLASH.ATTN"]
    assert {squeezed(one) for one in spellings} == {"flashattn"}


def test_what_has_no_letters_is_empty() -> None:
    assert squeezed("<<=") == ""


def test_an_endless_name_is_cut() -> None:
    assert len(squeezed("x" * 10_000)) == MAX_LENGTH


def test_initials_need_two_words() -> None:
    assert initials(words_of("scaled_dotProduct")) == "sdp"
    assert initials(words_of("scaled")) == initials(()) == ""


def test_what_is_said_and_not_spelt_is_a_word_besides() -> None:
    assert said_besides("RRefForkData") == ("rref",)
    assert said_besides("max_pool2d") == said_besides("flashAttn") == ()
    assert said_besides("max_pools") == said_besides("_") == said_besides("") == ()
