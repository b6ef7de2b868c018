"""What is kept between builds is believed only as long as every byte of it is as written."""

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from repobook.disk.writing import WritableFolder
from repobook.errors import RepobookError
from repobook.index.cache.facts_cache import FactsCache, StoredFacts, is_facts_cache
from repobook.index.cache.provenance import BookKey
from repobook.index.cache.scan_cache import (
    CachedReading,
    ScanCache,
    load_scan_cache,
    save_scan_cache,
)
from repobook.index.ids import file_ids
from repobook.index.publish.manifest import manifest_text, output_sha256, read_manifest
from repobook.model.book_layout import MANIFEST
from tests.fakes.book_folders import opened_folder

FACTS = {bytes([n]) * 16: bytes([n]) * n * 7 for n in range(1, 30)}


_opened: list[FactsCache] = []


@pytest.fixture(autouse=True)
def _closing() -> Iterator[None]:
    yield
    while _opened:
        _opened.pop().close()


def _cache(book: Path, key: bytes = b"key") -> FactsCache:
    book.mkdir(exist_ok=True)
    _opened.append(FactsCache(WritableFolder(book), BookKey(key)))
    return _opened[-1]


def _filled(book: Path) -> FactsCache:
    cache = _cache(book)
    for key, data in FACTS.items():
        cache.put(key, data)
    return cache


def test_facts_are_found_again(tmp_path: Path) -> None:
    _filled(tmp_path).close()
    cache = _cache(tmp_path)
    assert {key: cache.get(key) for key in cache.keys()} == FACTS  # noqa: SIM118
    assert cache.get(b"?" * 16) is None


def test_facts_are_found_while_a_build_adds_others(tmp_path: Path) -> None:
    cache = _filled(tmp_path)
    stored = StoredFacts(tmp_path, BookKey(b"key"))
    cache.put(b"n" * 16, b"new")
    assert {key: stored.get(key) for key in FACTS} == FACTS
    assert stored.get(b"n" * 16) is None


def test_stored_facts_of_somebody_else_are_not_found(tmp_path: Path) -> None:
    _filled(tmp_path)
    for stored in (
        StoredFacts(tmp_path, BookKey(b"another")),
        StoredFacts(tmp_path / "none", BookKey(b"key")),
    ):
        assert [stored.get(key) for key in FACTS] == [None] * len(FACTS)


@pytest.mark.parametrize("seed", range(40))
def test_damaged_facts_are_never_wrong(tmp_path: Path, seed: int) -> None:
    path, rng = tmp_path / "cache/facts", random.Random(seed)
    _filled(path.parents[1]).close()
    content = bytearray(path.read_bytes())
    for _ in range(rng.randint(1, 3)):
        content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
    path.write_bytes(content[: rng.choice([len(content), rng.randrange(len(content))])])
    cache = _cache(path.parents[1])
    for key, data in FACTS.items():
        assert cache.get(key) in (data, None)
        cache.put(key, data)
        assert cache.get(key) == data
    cache.close()
    again = _cache(path.parents[1])
    assert all(again.get(key) == data for key, data in FACTS.items())


def test_facts_nobody_needs_are_dropped_in_time(tmp_path: Path) -> None:
    cache = _filled(tmp_path)
    size = (tmp_path / "cache/facts").stat().st_size
    few = frozenset(list(FACTS)[:10])
    cache.compact(frozenset(FACTS), WritableFolder(tmp_path))
    assert (tmp_path / "cache/facts").stat().st_size == size
    cache.compact(few, WritableFolder(tmp_path))
    assert cache.keys() == few
    assert all(cache.get(key) == FACTS[key] for key in few)
    cache.put(b"n" * 16, b"new")
    cache.close()
    assert _cache(tmp_path).get(b"n" * 16) == b"new"


def test_file_that_is_no_cache_is_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "cache/facts"
    path.parent.mkdir()
    path.write_bytes(b"something else altogether")
    assert not is_facts_cache(path)
    assert not _cache(path.parents[1]).keys()
    assert is_facts_cache(path)


def test_facts_that_somebody_else_wrote_are_not_found(tmp_path: Path) -> None:
    _filled(tmp_path).close()
    theirs = _cache(tmp_path, b"another")
    assert not theirs.is_ours
    assert not theirs.keys()


def test_a_record_of_somebody_else_among_ours_is_not_found(tmp_path: Path) -> None:
    head = _cache(tmp_path).place.path
    n_head = len(Path(head).read_bytes())
    _filled(tmp_path).close()
    theirs = Path(head).read_bytes()[n_head:]
    _cache(tmp_path / "other").close()
    other = tmp_path / "other/cache/facts"
    forged = theirs[:20] + bytes(16) + theirs[36:]
    other.write_bytes(other.read_bytes() + forged)
    cache = _cache(tmp_path / "other")
    assert cache.get(next(iter(FACTS))) is None


CACHED = ScanCache(
    "c", "s", "h", {b"a\xff": CachedReading("1", b"r"), b"b": CachedReading("2", b"")}
)
NOTHING_CACHED = ScanCache("", "", "", {})


def test_seen_files_come_back(tmp_path: Path) -> None:
    with opened_folder(tmp_path / "book") as book:
        save_scan_cache(book, CACHED)
        assert load_scan_cache(book.recalled) == CACHED
    with opened_folder(tmp_path / "book") as book:
        assert load_scan_cache(book.recalled) == CACHED
    with opened_folder(tmp_path / "book", "folder /another") as book:
        assert load_scan_cache(book.recalled) == NOTHING_CACHED


def test_what_was_remembered_for_one_purpose_serves_no_other(tmp_path: Path) -> None:
    with opened_folder(tmp_path / "book") as book:
        save_scan_cache(book, CACHED)
        (book.path / "cache/seen").rename(book.path / "cache/pages")
        assert book.recalled("pages") is None


def test_a_remembered_file_that_claims_to_be_huge_is_not_read(tmp_path: Path) -> None:
    with opened_folder(tmp_path / "book") as book:
        save_scan_cache(book, CACHED)
        os.truncate(book.path / "cache/seen", 8 << 30)
        assert load_scan_cache(book.recalled) == NOTHING_CACHED


def test_no_flipped_bit_of_seen_is_believed(tmp_path: Path) -> None:
    with opened_folder(tmp_path / "book") as book:
        path = book.path / "cache/seen"
        save_scan_cache(book, CACHED)
        content = path.read_bytes()
        for at in range(len(content)):
            path.write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])
            assert load_scan_cache(book.recalled) == NOTHING_CACHED
            path.write_bytes(content[:at])
            assert load_scan_cache(book.recalled) == NOTHING_CACHED


def test_manifest_names_outputs_with_their_sums(tmp_path: Path) -> None:
    sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    (tmp_path / MANIFEST).write_bytes(manifest_text({"book.db": sha256}, {"x": "y"}))
    manifest = read_manifest(tmp_path)
    assert list(manifest) == ["made_by", "x", "outputs"]
    assert output_sha256(manifest, "book.db") == sha256
    assert output_sha256(manifest, "other") == ""


def test_ids_depend_on_the_paths_alone() -> None:
    paths = [f"{n}.py" for n in range(1000)]
    ids = file_ids(paths)
    assert len(set(ids.values())) == 1000
    assert file_ids(reversed(paths)) == ids
    assert file_ids(paths[:10]) == {path: ids[path] for path in paths[:10]}
    assert all(0 <= id < 1 << 48 for id in ids.values())


def test_lock_is_for_one(tmp_path: Path) -> None:
    with opened_folder(tmp_path), pytest.raises(RepobookError, match="another build"):
        opened_folder(tmp_path).__enter__()
    with opened_folder(tmp_path):
        pass


@pytest.mark.parametrize("left", [(), (".lock",), (".lock", "cache/")])
def test_folder_of_a_build_killed_at_its_start_is_taken_up(
    tmp_path: Path, left: tuple[str, ...]
) -> None:
    book = tmp_path / "book"
    book.mkdir()
    for name in left:
        (book / name).mkdir() if name.endswith("/") else (book / name).touch()
    with opened_folder(book):
        assert read_manifest(book)["state"] == "unfinished"
