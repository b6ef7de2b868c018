"""What all pages of the site share."""

import json
from importlib import resources

from repobook.render.site.site_assets import FOLDER, assets

PARTS = resources.files("repobook.render.site") / "assets"


def test_a_page_names_one_script_and_one_style_that_hold_all_parts() -> None:
    named = {name for name in assets() if not name.endswith(".data.js")}
    assert named == {"book.css", "book.js", "early.js", "icon.svg"}
    for file in PARTS.iterdir():
        text = file.read_text("utf-8")
        holding = [name for name, asset in assets().items() if text in asset.text]
        assert len(holding) == 1, file.name


def test_what_the_parts_stand_on_comes_first() -> None:
    assert assets()["book.css"].text.startswith((PARTS / "book.css").read_text("utf-8"))
    _, _, parts = assets()["book.js"].text.split("\n", 2)
    assert parts.startswith((PARTS / "book.js").read_text("utf-8"))


def test_the_joined_script_is_strict_and_knows_where_data_lies() -> None:
    directive, told = assets()["book.js"].text.splitlines()[:2]
    assert directive == '"use strict";'
    addresses = json.loads(told.removeprefix("book.assets = ").removesuffix(";"))
    apart = [name for name in assets() if name.endswith((".data.js", ".svg"))]
    assert addresses == {name: assets()[name].name for name in apart}


def test_gaps_in_code_are_as_wide_as_they_are() -> None:
    text = assets()["book.css"].text
    for rule in ("\ncode {", '\nmain a[href*="#L"] {'):
        assert "white-space: pre-wrap;" in text.partition(rule)[2].partition("}")[0]


def test_names_tell_what_the_file_holds() -> None:
    for name, asset in assets().items():
        stem, _, suffix = name.rpartition(".")
        assert asset.name.startswith(f"{FOLDER}/{stem}-")
        assert asset.name.endswith(f".{suffix}")
