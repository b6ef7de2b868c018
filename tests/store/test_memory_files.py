"""What is kept between builds is believed only as long as every byte of it is as written."""

import random
from pathlib import Path

import pytest

from repobook.errors import RepobookError
from repobook.store.cache import FactsCache, is_facts_cache
from repobook.store.folder import mark_folder, prepare_folder
from repobook.store.ids import file_ids
from repobook.store.lock import book_lock
from repobook.store.manifest import output_sha256, read_manifest, write_manifest
from repobook.store.seen import Seen, SeenFiles, load_seen, save_seen

FACTS = {bytes([n]) * 16: bytes([n]) * n * 7 for n in range(1, 30)}


def _filled(path: Path) -> FactsCache:
    cache = FactsCache(path)
    for key, data in FACTS.items():
        cache.put(key, data)
    return cache


def test_facts_are_found_again(tmp_path: Path) -> None:
    _filled(tmp_path / "facts").close()
    cache = FactsCache(tmp_path / "facts")
    assert {key: cache.get(key) for key in cache.keys()} == FACTS  # noqa: SIM118
    assert cache.get(b"?" * 16) is None


@pytest.mark.parametrize("seed", range(40))
def test_damaged_facts_are_never_wrong(tmp_path: Path, seed: int) -> None:
    path, rng = tmp_path / "facts", random.Random(seed)
    _filled(path).close()
    content = bytearray(path.read_bytes())
    for _ in range(rng.randint(1, 3)):
        content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
    path.write_bytes(content[: rng.choice([len(content), rng.randrange(len(content))])])
    cache = FactsCache(path)
    for key, data in FACTS.items():
        assert cache.get(key) in (data, None)
        cache.put(key, data)
        assert cache.get(key) == data
    cache.close()
    again = FactsCache(path)
    assert all(again.get(key) == data for key, data in FACTS.items())


def test_facts_nobody_needs_are_dropped_in_time(tmp_path: Path) -> None:
    cache = _filled(tmp_path / "facts")
    size = (tmp_path / "facts").stat().st_size
    few = frozenset(list(FACTS)[:10])
    cache.compact(frozenset(FACTS))
    assert (tmp_path / "facts").stat().st_size == size
    cache.compact(few)
    assert cache.keys() == few
    assert all(cache.get(key) == FACTS[key] for key in few)
    cache.put(b"n" * 16, b"new")
    cache.close()
    assert FactsCache(tmp_path / "facts").get(b"n" * 16) == b"new"


def test_file_that_is_no_cache_is_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "facts"
    path.write_bytes(b"something else altogether")
    assert not is_facts_cache(path)
    assert not FactsCache(path).keys()
    assert is_facts_cache(path)


SEEN = SeenFiles("c", "s", {b"a\xff": Seen("1", b"r"), b"b": Seen("2", b"")})


def test_seen_files_come_back(tmp_path: Path) -> None:
    save_seen(tmp_path / "seen", SEEN)
    assert load_seen(tmp_path / "seen") == SEEN


def test_no_flipped_bit_of_seen_is_believed(tmp_path: Path) -> None:
    path = tmp_path / "seen"
    save_seen(path, SEEN)
    content = path.read_bytes()
    for at in range(len(content)):
        path.write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])
        assert load_seen(path) == SeenFiles("", "", {})
        path.write_bytes(content[:at])
        assert load_seen(path) == SeenFiles("", "", {})


def test_manifest_names_outputs_with_their_sums(tmp_path: Path) -> None:
    sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    write_manifest(tmp_path, {"book.db": sha256}, {"x": "y"})
    manifest = read_manifest(tmp_path)
    assert list(manifest) == ["made_by", "x", "outputs"]
    assert output_sha256(manifest, "book.db") == sha256
    assert output_sha256(manifest, "other") == ""


def test_same_manifest_is_not_written_again(tmp_path: Path) -> None:
    write_manifest(tmp_path, {}, {})
    before = (tmp_path / "manifest.json").stat()
    write_manifest(tmp_path, {}, {})
    assert (tmp_path / "manifest.json").stat() == before


def test_ids_depend_on_the_paths_alone() -> None:
    paths = [f"{n}.py" for n in range(1000)]
    ids = file_ids(paths)
    assert len(set(ids.values())) == 1000
    assert file_ids(reversed(paths)) == ids
    assert file_ids(paths[:10]) == {path: ids[path] for path in paths[:10]}
    assert all(0 <= id < 1 << 48 for id in ids.values())


def test_lock_is_for_one(tmp_path: Path) -> None:
    with book_lock(tmp_path), pytest.raises(RepobookError, match="another build"):
        book_lock(tmp_path).__enter__()
    with book_lock(tmp_path):
        pass


@pytest.mark.parametrize("left", [(), (".lock",), (".lock", "cache/"), ("manifest.json.new",)])
def test_folder_of_a_build_killed_at_its_start_is_taken_up(
    tmp_path: Path, left: tuple[str, ...]
) -> None:
    book = tmp_path / "book"
    book.mkdir()
    for name in left:
        (book / name).mkdir() if name.endswith("/") else (book / name).touch()
    prepare_folder(book)
    mark_folder(book)
    assert read_manifest(book)["state"] == "unfinished"
