"""Identifiers and the words they are made of."""

import pytest

from repobook.text.naming.identifier_words import natural_words, words_of


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("max_pool2d", ("max", "pool", "2", "d")),
        ("MaxPool2d", ("max", "pool", "2", "d")),
        ("HTTPServer", ("http", "server")),
        ("test-dicts.py", ("test", "dict", "py")),
        ("bus", ("bus",)),
        ("größe", ("größe",)),
        ("__", ()),
        ("", ()),
    ],
)
def test_a_name_falls_into_words(name: str, words: tuple[str, ...]) -> None:
    assert words_of(name) == words


def test_an_endless_name_is_cut() -> None:
    assert len(words_of("aB" * 1_000_000)) <= 200


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("max_pool2d", ("max", "pool2d")),
        ("Conv2dBackward", ("conv2d", "backward")),
        ("_fp16_gemm", ("fp16", "gemm")),
        ("ATen", ("aten",)),
        ("vTensor", ("vtensor",)),
        ("MPSStream", ("mps", "stream")),
        ("s390x", ("s390x",)),
        ("AVX512", ("avx512",)),
        ("L1Loss", ("l1", "loss")),
        ("a1b2c3", ("a1", "b2", "c3")),
        ("größeÄndern", ("größeändern",)),
        ("größe_Max", ("größe", "max")),
        ("to_to", ("to",)),
        ("", ()),
    ],
)
def test_a_name_as_people_say_it(name: str, words: tuple[str, ...]) -> None:
    assert natural_words(name) == words
