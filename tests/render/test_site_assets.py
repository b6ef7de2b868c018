"""What all pages of the site share."""

from importlib import resources

from repobook.render.site_assets import FOLDER, assets


def test_a_page_names_one_script_and_one_style_that_hold_all_parts() -> None:
    assert sorted(assets()) == ["book.css", "book.js", "early.js", "icon.svg"]
    folder = resources.files("repobook.render") / "assets"
    for file in folder.iterdir():
        text = file.read_text("utf-8")
        holding = [name for name, asset in assets().items() if text in asset.text]
        assert len(holding) == 1, file.name


def test_what_the_parts_stand_on_comes_first() -> None:
    for name in ("book.css", "book.js"):
        folder = resources.files("repobook.render") / "assets"
        assert assets()[name].text.startswith((folder / name).read_text("utf-8"))


def test_names_tell_what_the_file_holds() -> None:
    for name, asset in assets().items():
        stem, suffix = name.split(".")
        assert asset.name.startswith(f"{FOLDER}/{stem}-")
        assert asset.name.endswith(f".{suffix}")
