"""Where pages lie: names of the contract, and names that no file system may confuse."""

import pickle
import posixpath
import unicodedata
from urllib.parse import unquote

import pytest

from repobook.model.blocks import PageKind, PageRef
from repobook.render.places import Places, is_of_file, places_of


@pytest.mark.parametrize(
    ("ref", "name"),
    [
        (PageRef("file", "src/a.py"), "src/a.py_docs.md"),
        (PageRef("file", "src/a.py", "2"), "src/a.py_docs_2.md"),
        (PageRef("keywords", "src/a.py"), "src/a.py_kw.md"),
        (PageRef("keywords", "src/a.py", "3"), "src/a.py_kw_3.md"),
        (PageRef("listing", "src"), "src/index.md"),
        (PageRef("listing", "src", "2"), "src/index_2.md"),
        (PageRef("overview", "src/sub"), "src/sub/doc.md"),
        (PageRef("subtree", "src"), "src/sub.md"),
        (PageRef("subtree", "src", "A"), "src/sub_a.md"),
        (PageRef("listing"), "index.md"),
        (PageRef("overview"), "doc.md"),
        (PageRef("a-z"), "keywords.md"),
        (PageRef("a-z", "", "a"), "keywords_a.md"),
        (PageRef("operators", "", "symm_mem_put"), "operators_symm_mem_put.md"),
        (PageRef("operators", "", "sym_add"), "operators_%73ym_add.md"),
        (PageRef("book"), "comprehensive_book.md"),
        (PageRef("readme"), "README.md"),
        (PageRef("verification"), "verification_report.md"),
        (PageRef("file", ".github/CODEOWNERS"), ".github/CODEOWNERS_docs.md"),
        (PageRef("file", "ä ö/(1).py"), "ä ö/(1).py_docs.md"),
    ],
)
def test_pages_have_the_names_of_the_contract(ref: PageRef, name: str) -> None:
    assert places_of([]).name(ref) == name


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("docs.md/a", "docs%2Emd/a_docs.md"),
        ("index.MD/a", "index%2EMD/a_docs.md"),
        ("a.md", "a.md_docs.md"),
        ('a<b>:"\\|?*c', "a%3Cb%3E%3A%22%5C%7C%3F%2Ac_docs.md"),
        ("100%.txt", "100%25.txt_docs.md"),
        ("a\nb\tc\x1b", "a%0Ab%09c%1B_docs.md"),
        ("x\u202ey", "x%E2%80%AEy_docs.md"),
        ("end. /a", "end.%20/a_docs.md"),
        ("end./a", "end%2E/a_docs.md"),
        ("aux/con.py", "%61ux/%63on.py_docs.md"),
        ("auxiliary/console.py", "auxiliary/console.py_docs.md"),
        (".git/config", "%2Egit/config_docs.md"),
        ("../a", ".%2E/a_docs.md"),
        ("./a//b", "%2E/a/%2F/b_docs.md"),
    ],
)
def test_what_a_name_cannot_hold_is_spelt(path: str, name: str) -> None:
    assert places_of([path]).name(PageRef("file", path)) == name


HOSTILE = (
    *("README", "readme", "ReadMe", "Dir/x", "dir/x", "dir/y", "DIR/X", "caf\u00e9", "cafe\u0301"),
    *("Stra\u00dfe", "STRASSE", "sub", "sub_docs", "sub_docs_2", "index.md", "index.md_docs.md/x"),
    *("a.py", "a.py_docs.md", "a.py_kw.md", "a.py_docs", "a.md/x", "a%2Emd/x", "doc.md/x"),
    *("keywords", "x/index", "x/sub.md", "x/sub_kw", "n" * 255, "n" * 254 + "m", "N" * 255),
    *("ü" * 127, "d" * 255 + "/f", "/".join("e" * 3000) + "/f", "/".join("e" * 2999) + "/f"),
    *("-rf", " ", "~", "#", "?x", "..", "a//b", "a/./b", "\\xff", "%5Cxff", "\ud800"),
)  # fmt: skip
PARTS: dict[PageKind, tuple[str, ...]] = {
    "file": ("", "2"),
    "keywords": ("", "2"),
    "listing": ("", "2"),
    "overview": ("",),
    "subtree": ("", "a", "kw", "docs", "docs_2", "#", "/"),
}


def test_no_two_pages_lie_in_one_place_on_any_file_system() -> None:
    places = places_of(HOSTILE)
    refs = _all_refs(HOSTILE)
    names = [places.name(ref) for ref in refs]
    assert len({_as_mac(name) for name in names}) == len(set(refs))
    folders = {_as_mac(name[:at]) for name in names for at in _slashes(name)}
    assert not folders & {_as_mac(name) for name in names}


def test_every_name_can_be_made() -> None:
    places = places_of(HOSTILE)
    for ref in _all_refs(HOSTILE):
        name = places.name(ref)
        assert len(name.encode()) < 800
        assert all(0 < len(part.encode()) <= 255 for part in name.split("/"))
        assert not set(name) & set('<>:"\\|?*\n\t')
        assert not any(part.rstrip(". ") != part for part in name.split("/"))


def test_a_name_depends_on_others_only_when_they_collide() -> None:
    alone, together = places_of(["dir/x"]), places_of(["Dir/x", "dir/x", "other/README"])
    assert together.name(PageRef("file", "Dir/x")) == "Dir/x_docs.md"
    moved = together.name(PageRef("file", "dir/x"))
    assert moved.startswith("dir~")
    assert moved.endswith("/x_docs.md")
    assert together.name(PageRef("overview", "dir")) == moved.replace("x_docs.md", "doc.md")
    assert alone.name(PageRef("file", "dir/x")) == "dir/x_docs.md"
    assert places_of(["b/x", "a/y"]) == Places({}, {})


def test_places_travel_to_other_processes() -> None:
    places = places_of(HOSTILE, "../..")
    assert pickle.loads(pickle.dumps(places)) == places


@pytest.mark.parametrize(
    ("here", "there", "anchor", "href"),
    [
        (PageRef("file", "a/b.py"), PageRef("file", "a/c.py"), "", "c.py_docs.md"),
        (PageRef("file", "a/b.py"), PageRef("keywords", "a/b.py"), "x", "b.py_kw.md#x"),
        (PageRef("file", "a/b.py"), PageRef("listing"), "", "../index.md"),
        (PageRef("file", "a/b/c.py"), PageRef("overview", "a/d"), "", "../d/doc.md"),
        (PageRef("file", "a/b/c.py"), PageRef("overview", "ab"), "", "../../ab/doc.md"),
        (PageRef("listing"), PageRef("file", "a b/(c).py"), "", "a%20b/%28c%29.py_docs.md"),
        (PageRef("listing"), PageRef("file", "100%"), "", "100%2525_docs.md"),
        (PageRef("listing"), PageRef("file", "[x]:y"), "", "%5Bx%5D%253Ay_docs.md"),
        (PageRef("file", "a.py"), PageRef("file", "a.py"), "high-level", "#high-level"),
        (PageRef("listing"), PageRef("book"), "ü<", "comprehensive_book.md#%C3%BC-"),
    ],
)
def test_links_are_relative(here: PageRef, there: PageRef, anchor: str, href: str) -> None:
    assert places_of([]).href(here, there, anchor) == href


def test_a_link_leads_to_the_page_whatever_the_names() -> None:
    places = places_of(HOSTILE)
    refs = _all_refs(HOSTILE)[::7]
    for here in refs:
        for there in refs:
            folder = posixpath.dirname(places.name(here))
            address = places.href(here, there)
            target = posixpath.normpath(posixpath.join(folder, unquote(address)))
            assert here == there or target == places.name(there)


def test_sources_are_led_to_in_the_repository_or_by_their_page() -> None:
    here = PageRef("keywords", "a/b.py")
    assert places_of([]).source_href(here, "a/b.py") == "b.py_docs.md"
    assert places_of([], "../..").source_href(here, "a/ü.py") == "../../../a/%C3%BC.py"


def _all_refs(paths: tuple[str, ...]) -> list[PageRef]:
    folders = {path[:at] for path in paths for at in _slashes(path)[-3:]}
    of_files = [PageRef(k, p, n) for k in ("file", "keywords") for p in paths for n in PARTS[k]]
    of_folders = [
        PageRef(kind, path, part)
        for kind in ("listing", "overview", "subtree")
        for path in sorted(folders | {""})
        for part in PARTS[kind]
    ]
    return [*of_files, *of_folders, PageRef("a-z", "", "kw"), PageRef("a-z"), PageRef("readme")]


def _slashes(path: str) -> list[int]:
    return [at for at, character in enumerate(path) if character == "/"]


def _as_mac(name: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", name).casefold())


@pytest.mark.parametrize(
    ("kind", "part", "is_files"),
    [
        *(
            (kind, part, True)
            for kind in ("file", "keywords", "source", "symbols")
            for part in ("", "2")
        ),
        *((kind, "", False) for kind in ("listing", "overview", "subtree", "gaps")),
    ],
)
@pytest.mark.parametrize("suffix", [".md", ".html"])
def test_the_name_of_a_page_says_whether_it_is_one_of_a_file(
    kind: PageKind, part: str, is_files: bool, suffix: str
) -> None:
    path = "src/_docs.d/a.py" if is_files else "src/_docs.d"
    name = places_of(["src/_docs.d/a.py"])._replace(suffix=suffix).name(PageRef(kind, path, part))
    assert is_of_file(name) == is_files
