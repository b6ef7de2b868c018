"""Keywords: a snippet, and what is said to distinguish it."""

import pytest

from repobook.analyse.keyword_ranking import MAX_KEYWORDS, FileKeywords, file_keywords
from repobook.analyse.vocabulary import WordCount, naming_words, weights
from repobook.languages import parse
from repobook.model.graph import UNKNOWN, Link, Unit

EVERYWHERE = ["value", "name", "py", "src"]


def _keywords(
    code: str,
    path: str = "src/a.py",
    language: str = "Python",
    role: str = "source",
    resolved: frozenset[str] = frozenset(),
    others: tuple[str, ...] = (),
) -> FileKeywords:
    """In a repository of 1,000 files that also defines ``others``; ``resolved`` lead somewhere."""
    facts = parse(language, code.encode())
    unit = Unit(path, language, role, facts.definitions, facts.imports, facts.references)
    links = [
        Link(("b.py::x",), "exact") if reference.name in resolved else UNKNOWN
        for reference in unit.references
    ]
    words = naming_words(path, [*(d.name for d in unit.definitions), *others]).words
    counts = {word: WordCount(900 if word in EVERYWHERE else 1) for word in words}
    return file_keywords(unit, links, facts.texts, weights(counts, 1000))


def _rows(found: FileKeywords) -> list[tuple[str, str, int]]:
    return [(keyword.text, keyword.kind, keyword.line) for keyword in found.ranked]


def _names(found: FileKeywords) -> list[str]:
    return [keyword.text for keyword in found.ranked if keyword.kind != "path"]


def test_definitions_come_with_their_kind_and_line() -> None:
    found = _keywords("class FlashAttention:\n    def paged(self): pass\n\nRETRIES = 3\n")
    assert {
        ("FlashAttention", "class", 1),
        ("paged", "method", 2),
        ("RETRIES", "constant", 4),
    } <= set(_rows(found))


def test_rare_names_come_before_common_ones() -> None:
    found = _keywords("def value(): pass\ndef name(): pass\ndef quantize(): pass\n")
    assert _names(found) == ["quantize", "name", "value"]


def test_exported_names_come_before_others() -> None:
    found = _keywords("def _paged(): pass\ndef fused(): pass\n")
    assert _names(found) == ["fused", "_paged"]


def test_a_word_that_was_told_counts_less() -> None:
    found = _keywords(
        "def a_flash_flash_attention(): pass\ndef fused_table(): pass\ndef flash_page(): pass\n"
    )
    assert _names(found)[:3] == ["a_flash_flash_attention", "fused_table", "flash_page"]


def test_used_names_are_keywords_wherever_they_lead() -> None:
    code = "def f(x):\n    paged_cache(x)\n    NestedTensor(x)\n"
    others = ("paged_cache", "nested_store", "tensor_store")
    found = _keywords(code, resolved=frozenset(["paged_cache"]), others=others)
    assert {("paged_cache", "used name", 2), ("NestedTensor", "used name", 3)} <= set(_rows(found))


def test_what_a_file_is_named_after_comes_first() -> None:
    code = (
        "def flex_attention_backward_grid(): pass\ndef create_flex_attention_cache(): pass\n"
        "def flex_attention(): pass\n"
    )
    assert _rows(_keywords(code, path="src/flex_attention.py"))[0] == (
        "flex_attention",
        "function",
        3,
    )


@pytest.mark.parametrize("filler", ["common", "utils", "testing", "low"])
def test_fillers_are_no_keywords_by_themselves(filler: str) -> None:
    code = f"# {filler}\ndef {filler}_page(): {filler}()\n"
    found = _keywords(code, path=f"src/{filler}/{filler}.py", resolved=frozenset([filler]))
    texts = {text for text, _, _ in _rows(found)}
    assert filler not in texts
    assert f"{filler}_page" in texts


def test_a_definition_may_be_called_like_a_filler() -> None:
    assert ("helper", "function", 1) in _rows(_keywords("def helper(): pass\n"))


def test_terms_name_the_line_that_holds_them() -> None:
    code = (
        '"""First.\n\nThe kernel is fused."""\n\nimport os\n\n\ndef f(): pass  # a Fused kernel\n'
    )
    place_by_text = {
        text: (kind, line) for text, kind, line in _rows(_keywords(code, others=("kernel",)))
    }
    assert place_by_text["kernel"] == ("term", 3)
    assert "fused" not in place_by_text  # nothing in the repository is called so


def test_path_is_told_by_name_without_a_line() -> None:
    found = _keywords("x = 1\n", path="torch/nested/sdpa.py")
    assert _rows(found)[:3] == [("sdpa", "path", 0), ("nested", "path", 0), ("torch", "path", 0)]


def test_stop_words_and_syntax_are_no_keywords() -> None:
    code = (
        '"""The class we use; this is why it should return."""\n'
        "class Thing:\n    def __init__(self): pass\n    def class_(self): pass\n"
    )
    assert _rows(_keywords(code, path="__init__.py")) == []


def test_document_is_indexed_by_headings_phrases_and_terms() -> None:
    code = "# Paged cache\n\nA block table maps pages. The block table is small.\n"
    others = ("block", "table")
    found = _keywords(code, "docs/x.md", "Markdown", "docs", others=others)
    rows = _rows(found)
    assert ("Paged cache", "heading", 1) in rows
    assert ("block table", "term", 3) in rows
    assert not {"A", "The"} & {text for text, _, _ in rows}


def test_phrase_over_two_lines_has_the_line_where_it_begins() -> None:
    code = "# X\n\nA block\ntable. A block\ntable.\n"
    others = ("block", "table")
    found = _keywords(code, "docs/x.md", "Markdown", "docs", others=others)
    assert ("block table", "term", 4) in _rows(found)


def test_limit_tells_how_many_there_are() -> None:
    code = "".join(f"def f{chr(97 + n // 26)}{chr(97 + n % 26)}x(): pass\n" for n in range(90))
    found = _keywords(code)
    assert (len(found.ranked), found.n_all) == (MAX_KEYWORDS, 90)


@pytest.mark.parametrize(
    "code",
    ["", "\n", "x" * 100_000, "_ = 1\n", "# " + "a b " * 50_000, "é = '\\ud800'\n", "def f(:\n"],
)
def test_any_text_has_keywords_or_none(code: str) -> None:
    found = _keywords(code)
    assert len(found.ranked) <= found.n_all


def test_sentence_is_no_name() -> None:
    code = "it('gives back every paged block of the fused cache table', () => {});\n"
    found = _keywords(code, "a.test.js", "JavaScript", "test")
    assert all(kind != "test" for _, kind, _ in _rows(found))


def test_order_of_equals_does_not_depend_on_hashes() -> None:
    code = "".join(f"def {a}{b}q(): pass\n" for a in "fedcba" for b in "ihg")
    names = _names(_keywords(code))
    assert names == sorted(names)


def test_public_names_that_tell_no_new_word_come_last() -> None:
    names = "".join(f"int grid_{verb}(void) {{}}\n" for verb in ("get", "gets", "getting"))
    found = _keywords(names + "static int grid_go(void) {}\n", path="src/grid.c", language="C")
    assert _names(found) == ["grid_get", "grid_gets", "grid_getting"]
    assert found.n_all == len(found.ranked)


def test_own_names_push_out_other_words_only_behind_the_best() -> None:
    words = tuple(f"{first}{chr(97 + n)}x" for first in ("wo", "te") for n in range(26))
    body = "def _f():\n" + "".join(f"    {word}()\n" for word in words)
    own = "def grid(): pass\ndef grid_get(): pass\n"
    before = [k.text for k in _keywords(body, path="src/grid.py", others=words).ranked]
    after = [k.text for k in _keywords(body + own, path="src/grid.py", others=words).ranked]
    assert len(before) == len(after) == MAX_KEYWORDS
    assert after[:20] == before[:20]
    assert after[20:] == [*before[20:-1], "grid_get"]
