"""Which files are called alike: a header and its source, a stub, a test and its subject."""

from typing import Final

_BEFORE: Final = ("test_", "test-")
_BEHIND: Final = ("_test", "-test", ".test", ".spec", "_spec", "Tests", "Test")


def stem_of(name: str) -> str:
    """``foo`` of ``foo.py``, ``test_foo.py``, ``foo.spec.ts`` and ``FooTest.java`` (``Foo``)."""
    stem = _without_ending(name)
    for mark in _BEFORE:
        stem = stem.removeprefix(mark)
    for mark in _BEHIND:
        stem = stem.removesuffix(mark)
    return stem


def likeness(own: str, other: str) -> str:
    if stem_of(other) != _without_ending(other):
        return "test of the same name"
    if stem_of(own) != _without_ending(own):
        return "source of the same name"
    return "same name, other ending" if own != other else "same name, other folder"


def _without_ending(name: str) -> str:
    return name[: name.rfind(".")] if name.rfind(".") > 0 else name
