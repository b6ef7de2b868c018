"""Names asked of a real index."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from repobook.index.search.search_index import SearchIndex
from repobook.index.search.search_names import NameReader
from repobook.model.search.matches import NameRow
from repobook.search.find.find_names import NameFinder
from repobook.search.query.typos import Vocabulary
from tests.fakes.books import make_book
from tests.fakes.trees import write_tree

TREE = {
    "pkg/attention.py": "def flash_attention(): pass\n\n\nclass FlashAttention:\n"
    "    def forward(self): pass\n\n    def __call__(self): pass\n",
    "pkg/layers.py": "class Linear:\n    def forward(self): pass\n\n\nclass Norm:\n"
    "    def forward(self): pass\n",
    "pkg/use.py": "from pkg.layers import Linear\n\n\ndef scaled_dot_product(x):\n"
    "    return Linear().forward()\n",
    "pkg/sizes.py": "def old_size_of(): pass\n\n\ndef old_size(): pass\n\n\n"
    "def oldSize(): pass\n\n\ndef old_sizes(): pass\n",
    "csrc/add.cpp": "struct V { V operator+(V o); };\nV V::operator+(V o) { return o; }\n",
    "tests/test_layers.py": "def test_linear_forward(): pass\n\n\ndef forward(): pass\n",
}


@pytest.fixture(scope="module")
def finder(tmp_path_factory: pytest.TempPathFactory) -> NameFinder:
    folder = tmp_path_factory.mktemp("names")
    make_book(write_tree(folder / "root", TREE), folder / "book")
    return NameFinder(NameReader(SearchIndex(folder / "book").db))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("flash_attention", ["flash_attention", "FlashAttention"]),
        ("FlashAttention", ["FlashAttention", "flash_attention"]),
        ("flashattn", []),
        ("attention flash", ["FlashAttention", "flash_attention"]),
        ("old size", ["oldSize", "old_size_of", "old_sizes"]),
        ("old sizes", ["old_sizes"]),
        ("flash att", ["FlashAttention", "flash_attention"]),
        ("sdp", ["scaled_dot_product"]),
        ("scaled_dto_product", ["scaled_dot_product"]),
        ("scaled prodct", ["scaled_dot_product"]),
        ("linaer", ["Linear"]),
        ("operator+", ["operator+"]),
        ("nothing_like_it", []),
        ("", []),
    ],
)
def test_names_are_found(finder: NameFinder, text: str, names: list[str]) -> None:
    assert [group.name for group in finder.find(text, 10)][: len(names) or 1] == names


def test_of_several_names_that_are_spelt_right_no_slip_is_looked_for(
    finder: NameFinder, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_for: list[str] = []

    def near(vocabulary: Vocabulary, letters: str) -> list[str]:
        looked_for.append(letters)
        return []

    monkeypatch.setattr(Vocabulary, "near", near)
    finder.find("Linear Norm", 10)
    assert looked_for == []
    finder.find("Linear Nrm", 10)
    assert "linearnrm" in looked_for


def test_names_with_all_words_are_looked_for_only_where_some_have_the_rarest(
    finder: NameFinder, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_for: list[str] = []
    matching = NameReader.matching

    def asked(reader: NameReader, expression: str, n: int) -> list[NameRow]:
        looked_for.append(expression)
        return matching(reader, expression, n)

    monkeypatch.setattr(NameReader, "matching", asked)
    finder.find("forward linear dot old", 10)
    assert not any(" AND " in expression for expression in looked_for)
    (found,) = finder.find("test linear forw tes", 10)
    assert found.name == "test_linear_forward"
    assert any(" AND " in expression for expression in looked_for)


def test_spellings_of_the_same_letters_are_one_answer(finder: NameFinder) -> None:
    group = finder.find("old size", 10)[0]
    assert (group.name, group.spellings, group.n_definitions) == ("oldSize", ("old_size",), 2)
    assert [one.name for one in group.symbols] == ["oldSize", "old_size"]


def test_the_very_name_is_an_answer_by_itself(finder: NameFinder) -> None:
    exact, other = finder.find("oldSize", 2)
    assert (exact.name, exact.spellings, exact.n_definitions) == ("oldSize", (), 1)
    assert (other.name, other.relation) == ("old_size", "letters")


def test_a_class_and_a_function_of_the_same_letters_are_two_answers(finder: NameFinder) -> None:
    names = [(one.name, one.spellings) for one in finder.find("flash attention", 10)]
    assert names == [("FlashAttention", ()), ("flash_attention", ())]


def test_homonyms_are_one_group_with_the_best_first(finder: NameFinder) -> None:
    group = finder.find("forward", 10)[0]
    assert (group.name, group.relation, group.n_definitions) == ("forward", "exact", 4)
    assert [one.id for one in group.symbols] == [
        "pkg/layers.py::Linear.forward",
        "pkg/layers.py::Norm.forward",
        "pkg/attention.py::FlashAttention.forward",
        "tests/test_layers.py::forward",
    ]


@pytest.mark.parametrize(
    "text", ["Norm.forward", "layers.Norm.forward", "pkg/layers.py::Norm.forward", "norm::forward"]
)
def test_what_stands_before_a_name_selects(finder: NameFinder, text: str) -> None:
    group = finder.find(text, 10)[0]
    assert [one.id for one in group.symbols] == ["pkg/layers.py::Norm.forward"]
    assert group.n_definitions == 1


def test_a_name_elsewhere_is_found_for_fewer_points(finder: NameFinder) -> None:
    group = finder.find("Nowhere.forward", 10)[0]
    assert group.n_definitions == 4
    assert dict(group.parts)["elsewhere"] < 0


def test_definitions_that_are_not_asked_for_are_counted(finder: NameFinder) -> None:
    group = finder.find("forward", 10, lambda symbol: symbol.role != "test")[0]
    assert (group.n_definitions, group.n_left_out) == (3, 1)
    assert finder.find("test_linear_forward", 10, lambda symbol: symbol.role != "test") == []


@settings(
    max_examples=150,
)
@given(st.text(max_size=300))
def test_any_text_gets_an_answer(finder: NameFinder, text: str) -> None:
    assert len(finder.find(text, 3)) <= 3
