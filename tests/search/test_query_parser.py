"""What users type, and the tree it is read into."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from repobook.model.search.query import (
    FILTER_NAMES,
    MAX_DEPTH,
    And,
    Filter,
    Node,
    Not,
    Or,
    Pattern,
    Phrase,
    Word,
)
from repobook.search.query.query_parser import MAX_CHARACTERS, MAX_OPERANDS, read_query

A, B, C = Word("a"), Word("b"), Word("c")


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("", And(())),
        ("flash", Word("flash")),
        ("nested tensor", And((Word("nested"), Word("tensor")))),
        ("torch.nn.Linear", Word("torch.nn.Linear")),
        ("std::vector a/b.py", And((Word("std::vector"), Word("a/b.py")))),
        ('"exact words"', Phrase("exact words")),
        (r'"say \"hi\""', Phrase('say "hi"')),
        ('"open to the end', Phrase("open to the end")),
        ('"" a', A),
        ("/def \\w+_a/", Pattern("def \\w+_a")),
        ("/x/si", Pattern("x", "is")),
        ("/[a/]b/", Pattern("[a/]b")),
        (r"/a\/b/", Pattern(r"a\/b")),
        ("/usr/lib", Word("/usr/lib")),
        ("a -b", And((A, Not(B)))),
        ('-"b c" a', And((Not(Phrase("b c")), A))),
        ("-lang:python a", And((Not(Filter("lang", "python")), A))),
        ("--option -1 - a", And((Word("--option"), Word("-1"), Word("-"), A))),
        ("a -> b", And((A, Word("->"), B))),
        ("-/b/ a -(b)", And((Not(Pattern("b")), A, Not(B)))),
        ("a OR b", Or((A, B))),
        ("a OR b OR c", Or((A, B, C))),
        ("c a OR b", And((C, Or((A, B))))),
        ("a AND b", And((A, B))),
        ("OR a", And((Word("OR"), A))),
        ("a OR", And((A, Word("OR")))),
        ("(a b) OR c", Or((And((A, B)), C))),
        ("(a OR b) -(b c)", And((Or((A, B)), Not(And((B, C)))))),
        ("((a))", A),
        ("(a", A),
        ("a)", Word("a)")),
        ("a ) b", And((A, B))),
        ("()", And(())),
        ("operator() f(x", And((Word("operator()"), Word("f(x")))),
        ("(f(x) OR a)", Or((Word("f(x)"), A))),
        ("in:torch/nn a", And((Filter("in", "torch/nn"), A))),
        ('file:"my file.py"', Filter("file", "my file.py")),
        ("LANG:C++ Kind:Classes", And((Filter("lang", "C++"), Filter("kind", "class")))),
        ("path:x language:go", And((Filter("file", "x"), Filter("lang", "go")))),
        ("test:only role:docs", And((Filter("test", "only"), Filter("role", "docs")))),
        ("(lang:go OR lang:c) a", And((Or((Filter("lang", "go"), Filter("lang", "c"))), A))),
        ("a\x00b\ud800", And((A, Word("b\ufffd")))),
    ],
)
def test_a_query_becomes_a_tree(text: str, tree: Node) -> None:
    assert _typed(read_query(text).tree) == _typed(tree)


@pytest.mark.parametrize(
    ("text", "word", "hint"),
    [
        (
            "author:bob",
            "author:bob",
            "author: is no filter and is searched as text; filters are "
            "file: in: lang: kind: role: test: symbol: finding:.",
        ),
        (
            "simbol:x",
            "simbol:x",
            "simbol: is no filter and is searched as text; did you mean symbol:?",
        ),
        (
            "test:maybe",
            "test:maybe",
            "test:maybe is searched as text; test: takes no, only or yes.",
        ),
    ],
)
def test_what_is_no_filter_is_searched_with_a_hint(text: str, word: str, hint: str) -> None:
    query = read_query(text)
    assert (query.tree, query.hints) == (Word(word), (hint,))


@pytest.mark.parametrize("text", ["http://x.org", "a::b", "f.py:120", "x:3", "TODO:", "a b"])
def test_what_only_looks_like_a_filter_gets_no_hint(text: str) -> None:
    assert read_query(text).hints == ()


def test_a_filter_without_a_value_is_ignored_with_a_hint() -> None:
    query = read_query("lang: python")
    assert query.tree == Word("python")
    assert query.hints == ("lang: has no value and is ignored; write it without a blank.",)


def test_an_unclosed_quote_is_told() -> None:
    assert "not closed" in read_query('"a b').hints[0]


def test_long_queries_are_cut_and_say_so() -> None:
    many = read_query(" ".join(f"w{n}" for n in range(200)))
    assert _n_leaves(many.tree) == MAX_OPERANDS
    assert many.hints == ("The query is long: its first 64 words are searched.",)
    huge = read_query("x" * 100_000)
    assert huge.text == "x" * MAX_CHARACTERS
    assert huge.hints == ("The query is long: its first 4,000 characters are searched.",)


@pytest.mark.parametrize("text", ["(" * 5_000, "-(" * 2_000 + "a", "(a OR " * 600, "(-(b " * 500])
def test_deep_parentheses_give_a_tree_of_bounded_depth(text: str) -> None:
    assert _depth(read_query(text).tree) <= MAX_DEPTH


_PIECES = st.sampled_from(
    [
        *("a", "flashAttn", "OR", "AND", "NEAR(", "-", "(", ")", '"', "/", "\\", "*", "^", ":"),
        *("nosuch:x", "\x00", "\ud800", "\u2028", "é", " ", " ", " ", "/i", "'", ";--", "{", "+"),
        *(f"{name}:" for name in FILTER_NAMES),
    ]
)


@settings(max_examples=300)
@given(st.one_of(st.text(), st.lists(_PIECES, max_size=60).map("".join)))
def test_any_text_is_a_query(text: str) -> None:
    query = read_query(text)
    assert _depth(query.tree) <= MAX_DEPTH
    assert _n_leaves(query.tree) <= MAX_OPERANDS
    query.text.encode()
    for leaf in _leaves(query.tree):
        assert all("\x00" not in field and field.encode() is not None for field in leaf)


def _typed(node: Node) -> object:
    """Named tuples of two types may be equal; what they are must be, too."""
    if isinstance(node, And | Or):
        return type(node).__name__, [_typed(part) for part in node.parts]
    if isinstance(node, Not):
        return "Not", _typed(node.part)
    return type(node).__name__, tuple(node)


def _children(node: Node) -> tuple[Node, ...]:
    if isinstance(node, And | Or):
        return node.parts
    return (node.part,) if isinstance(node, Not) else ()


def _depth(node: Node) -> int:
    return 1 + max(map(_depth, _children(node)), default=0)


def _leaves(node: Node) -> list[tuple[str, ...]]:
    if isinstance(node, And | Or | Not):
        return [leaf for child in _children(node) for leaf in _leaves(child)]
    return [tuple(node)]


def _n_leaves(node: Node) -> int:
    return len(_leaves(node))


def test_a_sentence_in_single_quotes_is_exact() -> None:
    assert read_query("where is 'no water left' raised?").tree == And(
        (Word("where"), Word("is"), Phrase("no water left"), Word("raised?"))
    )
    assert read_query("don't pour the users' water").tree == And(
        tuple(Word(word) for word in ("don't", "pour", "the", "users'", "water"))
    )
    assert read_query("'a' or 'b").tree == And((Word("'a'"), Word("or"), Word("'b")))
