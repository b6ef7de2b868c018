"""Shards of a sorted list: small, complete, and found by whoever knows their names."""

import hashlib
import json

import pytest

from repobook.render.site.shards import Keyed, Writer, fits, shards

WRITER = Writer[str](lambda values, n: json.dumps([n, list(values)]))


def _noise(n: int) -> str:
    return hashlib.sha256(str(n).encode()).hexdigest()


def _cut(keys: list[str], size: int = 80) -> dict[str, list[str]]:
    entries = [Keyed(key, (len(key), key), size, key) for key in sorted(keys)]
    return {name: json.loads(text)[1] for name, text in shards("a", entries, WRITER)}


def test_what_is_small_is_one_shard() -> None:
    assert _cut(["a", "ab", "abc"]) == {"a": ["a", "ab", "abc"]}


def test_what_is_large_is_cut_by_letters_and_has_its_best_in_front() -> None:
    keys = [f"a{_noise(n)}" for n in range(3000)] + ["a", "a0"]
    found = _cut(keys)
    assert found["a-"][:2] == ["a", "a0"]
    assert len(found["a-"]) == 61
    assert len(found) < 20


def test_every_key_is_in_the_shard_that_its_letters_lead_to() -> None:
    keys = [f"a{_noise(n)}" for n in range(3000)] + [f"aa{n:05}" for n in range(3000)]
    found = _cut(keys)
    assert all(key in found[_leading(key, set(found))] for key in keys)


def _leading(key: str, names: set[str]) -> str:
    """As a reader in a browser looks it up."""
    at = key[0]
    while at not in names:
        depth = len(at) + 1
        below = [
            name.rstrip("-")
            for name in names
            if name[:-1] == at or (name[:-2] == at and "-" in name)
        ]
        wanted = key[:depth]
        at = max(name for name in below if name <= wanted and name != at)
    return at


@pytest.mark.parametrize("n", [1, 500, 5000])
def test_all_shards_fit(n: int) -> None:
    entries = [Keyed(key, (key,), 10, key) for key in sorted(f"a{_noise(i)}" for i in range(n))]
    assert all(fits(text) for _, text in shards("a", entries, WRITER))


def test_what_no_letter_tells_apart_is_cut_and_counted() -> None:
    entries = [Keyed("a", (n,), 100, _noise(n)) for n in range(5000)]
    [(name, text)] = shards("a", entries, WRITER)
    n_all, told = json.loads(text)
    assert (name, n_all) == ("a-", 5000)
    assert 0 < len(told) < 5000
    assert fits(text)
