"""Words that the search of the site leaves out are those of the command line."""

import re
from pathlib import Path

import repobook.render.site
from repobook.search.query.query_terms import WORDS_OF_QUESTIONS
from repobook.text.stop_words import STOP_WORDS

_QUERY = Path(repobook.render.site.__file__).parent / "assets" / "query.js"


def test_the_site_leaves_out_the_same_words() -> None:
    listed = re.search(r"EMPTY = new Set\(`([^`]+)`", _QUERY.read_text("utf-8"))
    assert listed
    assert {*listed[1].split()} == STOP_WORDS | WORDS_OF_QUESTIONS
