"""The search of the site as scripts: values and the text that stands for them."""

from repobook.model.site.site_index import (
    IndexedDefinition,
    IndexedFile,
    IndexedKeyword,
    IndexedName,
    IndexedWord,
)
from repobook.render.places import places_of
from repobook.render.site.site_search import (
    directory,
    keyword_shards,
    name_shards,
    path_shards,
    word_shards,
)
from repobook.text.naming.slugs import symbol_anchor
from tests.fakes.search_shards import shard_value

A = IndexedFile("src/a.py", "Python", "source", 3)
B = IndexedFile("src/b.py", "Python", "test", 0)
PLACES = places_of([A.path, B.path])._replace(suffix=".html")


def test_names_are_told_with_their_files_kinds_and_scopes() -> None:
    run = IndexedDefinition(A, "method", True, "Car.", 1)
    test = IndexedDefinition(B, "function", False, "", 2)
    [(name, text)] = name_shards("r", [IndexedName("run", 7, 1, (run, test))], PLACES)
    assert name == "book-index/n-r.js"
    texts = ["", "method", "Car.", "function", "source 3 Python", "test 0 Python"]
    assert shard_value(text) == [
        1,
        [["run", 7, 1, [0, 3, 2, 1, 1, 6, 0, 2]]],
        [" src/a.py", "$b.py"],
        [4, 5],
        [],
        texts,
    ]


def test_an_anchor_is_told_where_no_script_could_make_it() -> None:
    names = ["x" * 130, "größe", "run"]
    told = [
        IndexedName(name, 1, 0, (IndexedDefinition(A, "class", True, "", 1),)) for name in names
    ]
    found = [shard_value(text)[1] for name in told for _, text in name_shards("x", [name], PLACES)]
    assert [one[0][4:] for one in found] == [
        [[0, symbol_anchor("x" * 130)]],
        [[0, symbol_anchor("größe")]],
        [],
    ]


def test_words_lead_to_names_and_keywords_to_files() -> None:
    [(_, words)] = word_shards("r", [IndexedWord("run", 9, ("run", "run_all"))])
    assert shard_value(words) == [1, [["run", 9, ["run", "run_all"]]]]
    [(_, keywords)] = keyword_shards("e", [IndexedKeyword("engine", 4, ((B, 2), (A, 5)))], PLACES)
    assert shard_value(keywords)[1] == [["engine", 4, [1, 2, 0, 5]]]


def test_files_that_lie_elsewhere_than_their_path_says_are_told() -> None:
    odd = IndexedFile("src/<b>.py", "Python", "source", 0)
    listed = IndexedFile("src/c.bin", "", "data", 0, is_listed=True)
    below = IndexedFile("a?/c.bin", "", "data", 0, is_listed=True)
    paths = [one.path for one in (below, odd, A, listed)]
    places = places_of(paths)._replace(suffix=".html")
    [(_, text)] = path_shards([below, odd, A, listed], places)
    shown, faces, elsewhere, texts = shard_value(text)
    assert shown == [" a?/c.bin", " src/<b>.py", "$a.py", "$c.bin"]
    assert elsewhere == [0, "a%3F/index.html", 1, "src/%3Cb%3E.py"]
    assert [texts[face] for face in faces][-1] == "data* 0 "


def test_paths_are_cut_into_shards_in_order() -> None:
    files = [IndexedFile(f"{n % 7}/{n:07}/{n * 7919:x}", "C", "source", 0) for n in range(9000)]
    found = list(path_shards(sorted(files), PLACES))
    assert [name for name, _ in found] == [f"book-index/p-{n}.js" for n in range(len(found))]
    assert sum(len(shard_value(text)[0]) for _, text in found) == 9000


def test_names_of_the_repository_are_only_ever_strings() -> None:
    hostile = '__proto__</script><img src=x onerror="1">\u2028\u202e'
    one = IndexedDefinition(A._replace(path=hostile), "class", True, hostile, 1)
    [(_, text)] = name_shards("_", [IndexedName(hostile, 1, 0, (one,))], PLACES)
    assert "\u2028" not in text
    assert "\u202e" not in text
    assert shard_value(text)[1][0][0].startswith("__proto__</script>")


def test_the_directory_lists_the_shards() -> None:
    name, text = directory(["site/book-index/n-b-.js", "site/book-index/n-a.js"])
    assert (name, shard_value(text)) == ("book-index/directory.js", "n-a n-b-")


def test_a_long_shard_is_compressed_and_read_as_it_was() -> None:
    names = [IndexedName(f"run_{n}", 1, 0, ()) for n in range(300)]
    [(_, text)] = name_shards("r", names, PLACES)
    assert text.startswith('bookShard("n-r","')
    assert len(text) < 4_000
    assert {name for name, *_ in shard_value(text)[1]} == {one.name for one in names}
