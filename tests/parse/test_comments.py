"""Comments lose their markers, join into blocks, and give up the authors' notes."""

import re

import pytest

from repobook.model.facts import Note, TextBlock
from repobook.parse.comments import Comment, blocks, clean, comment_at, notes, shorten
from repobook.parse.scanners.statements import C_COMMENT
from repobook.parse.source import SourceText
from tests.fakes.growth import assert_linear


@pytest.mark.parametrize(
    ("comment", "words"),
    [
        ("# plain", "plain"),
        ("#plain", "plain"),
        ("#: attribute doc", "attribute doc"),
        ("## heading", "heading"),
        ("#!/usr/bin/env python", "/usr/bin/env python"),
        ("// line", "line"),
        ("/// doc", "doc"),
        ("//! inner", "inner"),
        ("/* block */", "block"),
        ("/** doc */", "doc"),
        ("/**\n * first\n * second\n */", "\nfirst\nsecond\n"),
        ("/*\n** first\n**\n** second\n*/", "\nfirst\n\nsecond\n"),
        ("/*\n**Note** that\n*/", "\n**Note** that\n"),
        ("-- sql", "sql"),
        ("; ini", "ini"),
        ("<!-- html -->", "html"),
        ("% tex", "tex"),
        ("# -------", ""),
        ("//=======", ""),
        ("# trailing space  ", "trailing space"),
        ("# e = m * c ** 2", "e = m * c ** 2"),
    ],
)
def test_markers_and_rulers_go_and_words_stay(comment: str, words: str) -> None:
    assert clean(comment) == words


def _alone(line: int, text: str, column: int = 0) -> Comment:
    return Comment(line, line + text.count("\n"), column, text, alone=True)


def test_comments_on_consecutive_lines_are_one_block() -> None:
    assert blocks([_alone(3, "# one"), _alone(4, "# two")]) == (TextBlock(3, 4, "one\ntwo"),)


def test_a_gap_another_column_or_code_before_it_begins_another_block() -> None:
    comments = [
        _alone(1, "# one"),
        _alone(3, "# gap"),
        _alone(4, "# column", 4),
        Comment(5, 5, 4, "# after code", alone=False),
        _alone(6, "# below", 2),
    ]
    texts = [block.text for block in blocks(comments)]
    assert texts == ["one", "gap", "column", "after code", "below"]


def test_a_comment_behind_code_goes_on_below_it() -> None:
    comments = [Comment(1, 1, 9, "// number", alone=False), _alone(2, "// of the db", 9)]
    assert [block.text for block in blocks(comments)] == ["number\nof the db"]


def test_comments_with_code_behind_them_are_not_joined() -> None:
    source = SourceText(b"/* Bg */ .a {}\n/* Fg */ .b {}\n// c\n// d  \n/* e\n f */\n/* g */")
    found = [comment_at(source, *match.span()) for match in re.finditer(C_COMMENT, source.data)]
    assert [comment.ends_line for comment in found] == [False, False, True, True, True, True]
    assert [block.text for block in blocks(found)] == ["Bg", "Fg", "c\nd\ne\nf\ng"]


def test_rulers_around_a_block_do_not_count_as_its_lines_at_the_top() -> None:
    run = [_alone(1, "# ------"), _alone(2, "# Title"), _alone(3, "# ------")]
    assert blocks(run) == (TextBlock(2, 3, "Title"),)


def test_a_comment_without_words_is_no_text() -> None:
    assert blocks([_alone(1, "#"), _alone(5, "/* */")]) == ()


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("TODO: mend this", Note("TODO", 1, "mend this")),
        ("TODO(ann): mend", Note("TODO", 1, "mend")),
        ("TODO [#12] - mend", Note("TODO", 1, "mend")),
        ("first\nFIXME later", Note("FIXME", 2, "later")),
        ("see the HACK below", Note("HACK", 1, "below")),
        ("XXX", Note("XXX", 1, "")),
        ("NOTE: said", Note("NOTE", 1, "said")),
    ],
)
def test_notes_have_tag_line_and_text(text: str, note: Note) -> None:
    assert notes([TextBlock(1, 1 + text.count("\n"), text)]) == (note,)


@pytest.mark.parametrize("text", ["TODOS", "todo: lower", "'TODO'", "foo.NOTE", "XXXX", "Note: x"])
def test_what_only_looks_like_a_note_is_none(text: str) -> None:
    assert notes([TextBlock(1, 1, text)]) == ()


def test_a_long_note_is_cut_visibly() -> None:
    (note,) = notes([TextBlock(1, 1, "TODO " + "x" * 1000)])
    assert len(note.text) == 500
    assert note.text.endswith("…")
    assert shorten("short") == "short"


@pytest.mark.parametrize("piece", ["*", "/", "#", "-", " ", "TODO(", "TODO [", "* ", "-- ", "\n# "])
def test_hostile_comments_take_linear_time(piece: str) -> None:
    def read(text: str) -> None:
        texts = blocks([_alone(1, "# " + text), _alone(2 + text.count("\n"), "/*" + text)])
        notes(texts)

    assert_linear(read, lambda n: piece * (n // len(piece)), 400_000)
