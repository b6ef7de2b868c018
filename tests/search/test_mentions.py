"""Sentences, and the files and definitions that they name outright."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from repobook.search.query.mentions import mentions, share_named


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("speed up scaled_mm on FakeTensor", ("scaled_mm", "FakeTensor")),
        ("who calls flush() twice", ("flush",)),
        ("a plain sentence of words", ()),
        ("Module", ("Module",)),
        ("use bf16 in conv2d", ("bf16", "conv2d")),
        ("__init__ of _x", ()),
        ("nn.Module.register_hook fails", ("register_hook",)),
    ],
)
def test_names_of_code_are_told_from_words(query: str, names: tuple[str, ...]) -> None:
    assert mentions(query.split()).names == names


@pytest.mark.parametrize(
    ("query", "path", "share"),
    [
        ("replace calls in `variables/torch.py`", "a/variables/torch.py", 1.0),
        ("crash in conv.py:120", "a/nn/conv.py", 1.0),
        ("File /home/me/env/torch/nn/conv.py, line 3", "torch/nn/conv.py", 1.0),
        ("C:\\src\\torch\\nn\\Conv.py fails", "torch/nn/conv.py", 1.0),
        ("torch.nn.conv is slow", "torch/nn/conv.py", 0.7),
        ("torch.nn.conv.Conv2d is slow", "torch/nn/conv.py", 0.7),
        ("torch.nn is slow", "torch/nn/__init__.py", 0.7),
        ("torch.nn is slow", "torch/nn/conv.py", 0.0),
        ("conv is slow", "torch/nn/conv.py", 0.0),
        ("variables/torch.py", "a/my_variables/torch.py", 0.0),
        ("/elsewhere/setup.py", "setup.py", 0.0),
        ("a.b", "Makefile", 0.0),
    ],
)
def test_a_file_is_named_by_its_path_or_its_module(query: str, path: str, share: float) -> None:
    assert share_named(path, mentions(query.split()).places) == share


@given(st.lists(st.text(max_size=200), max_size=20), st.text(min_size=1, max_size=50))
def test_any_words_and_any_path_are_read(words: list[str], path: str) -> None:
    found = mentions(words)
    assert len(found.names) <= 8
    assert 0 <= share_named(path, found.places) <= 1
