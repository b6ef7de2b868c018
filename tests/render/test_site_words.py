"""Words that the search of the site knows are those of the command line."""

import re
from pathlib import Path

import repobook.render.site
from repobook.search.query import questions
from repobook.search.query.query_terms import WORDS_OF_QUESTIONS
from repobook.text.stop_words import STOP_WORDS

_QUERY = Path(repobook.render.site.__file__).parent / "assets" / "query.js"


def test_the_site_leaves_out_the_same_words() -> None:
    listed = re.search(r"EMPTY = new Set\(`([^`]+)`", _QUERY.read_text("utf-8"))
    assert listed
    assert {*listed[1].split()} == STOP_WORDS | WORDS_OF_QUESTIONS


def test_the_site_reads_the_same_questions() -> None:
    text = _QUERY.read_text("utf-8")
    frames = re.search(r"FRAMES = `([^`]+)`", text)
    nouns = re.search(r"NOUNS = new Set\(`([^`]+)`", text)
    articles = re.search(r'ARTICLES = new Set\("([^"]+)"', text)
    assert frames
    assert nouns
    assert articles
    lines = [line.strip() for line in frames[1].strip().split("\n")]
    assert lines == [f"{asks}: {frame}" for asks, frame in questions.FRAMES]
    assert {*nouns[1].split()} == questions.NOUNS
    assert {*articles[1].split()} == questions.ARTICLES
