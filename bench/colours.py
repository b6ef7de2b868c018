"""Whether the colours of the site's texts agree with the grammars.

    python bench/colours.py LANGUAGE FOLDER [--files 80]

Takes files of a language below a folder at random, has the site's own script take them apart in
Chromium, and compares every character that it shows as a string or a comment, or that the grammar
says is one, with tree-sitter. What the grammar leaves unread (the text of C's macros) counts as
nothing of both. The recorded figures are in ``colours.md``.
"""

import argparse
import importlib
import random
import sys
from collections import Counter
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Final

from playwright.sync_api import sync_playwright
from tree_sitter import Language, Node, Parser

_ENDINGS: Final = {
    "C": ("c", "language", (".c", ".h")),
    "C++": ("cpp", "language", (".cpp", ".cc", ".h")),
    "Go": ("go", "language", (".go",)),
    "Java": ("java", "language", (".java",)),
    "JavaScript": ("javascript", "language", (".js", ".mjs")),
    "Kotlin": ("kotlin", "language", (".kt",)),
    "Python": ("python", "language", (".py",)),
    "Rust": ("rust", "language", (".rs",)),
    "Shell": ("bash", "language", (".sh",)),
    "TypeScript": ("typescript", "language_typescript", (".ts",)),
}
_COMMENTS: Final = frozenset(["comment", "line_comment", "block_comment", "multiline_comment"])
_STRINGS: Final = frozenset(
    [
        "string",
        "string_literal",
        "raw_string",
        "raw_string_literal",
        "template_string",
        "char_literal",
        "character_literal",
        "rune_literal",
        "interpreted_string_literal",
        "multiline_string_literal",
        "regex",
        "line_string_literal",
        "ansi_c_string",
        "heredoc_body",
        "heredoc_end",
    ]
)
_UNREAD: Final = frozenset(["preproc_arg", "ERROR", "template_literal_type"])
_ASSETS: Final = resources.files("repobook.render") / "assets"
_MAX_BYTES: Final = 200_000
_PAGE: Final = "<!doctype html><title>Colours</title>"
_LEXED: Final = """([language, text]) => {
    const reader = book.lexer(text, book.lexis[language]);
    reader.advance(text.length, Infinity);
    return [...reader.between(0, text.length)];
}"""


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("language", choices=sorted(_ENDINGS), metavar="LANGUAGE")
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--files", type=int, default=80)
    options = parser.parse_args(arguments)
    texts = list(_texts(options.folder, _ENDINGS[options.language][2], options.files))
    found: Counter[str] = Counter()
    for text, tokens in zip(texts, _lexed(options.language, texts), strict=True):
        found += _compared(text, tokens, _grammar(options.language))
    print(f"{options.language}: {len(texts)} files, {found['all']:,} characters compared")
    print(f"the same: {found['same']:,}")
    print(f"string or comment, and the grammar says otherwise: {found['wrong']:,}")
    print(f"left without a colour, or code inside a string: {found['left']:,}")
    return 1 if found["wrong"] else 0


def _texts(folder: Path, endings: tuple[str, ...], n: int) -> Iterator[bytes]:
    """Those in ASCII, so that bytes and characters are counted alike."""
    files = sorted(path for path in folder.rglob("*") if path.name.endswith(endings))
    random.Random(1).shuffle(files)
    n_found = 0
    for path in files:
        if n_found == n or not path.is_file() or path.stat().st_size > _MAX_BYTES:
            continue
        data = path.read_bytes().replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        if data.isascii():
            n_found += 1
            yield data


def _lexed(language: str, texts: list[bytes]) -> Iterator[list[tuple[str, int, int]]]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium-headless-shell", args=["--no-sandbox"]
        )
        page = browser.new_page()
        page.set_content(_PAGE)
        page.evaluate("window.book = {}")
        for name in ("lexis.data.js", "colour.js"):
            page.add_script_tag(content=(_ASSETS / name).read_text("utf-8"))
        for text in texts:
            yield page.evaluate(_LEXED, [language, text.decode()])
        browser.close()


def _grammar(language: str) -> Parser:
    module, function, _ = _ENDINGS[language]
    grammar = importlib.import_module(f"tree_sitter_{module}")
    return Parser(Language(getattr(grammar, function)()))


def _compared(text: bytes, tokens: list[tuple[str, int, int]], parser: Parser) -> Counter[str]:
    shown, wanted = bytearray(len(text)), bytearray(len(text))
    for kind, start, end in tokens:
        shown[start:end] = kind[:1].encode() * (end - start)
    for kind, start, end in _wanted(parser.parse(text).root_node):
        wanted[start:end] = kind.encode() * (end - start)
    pairs = zip(text, shown, wanted, strict=True)
    return Counter(
        name for byte, a, b in pairs if byte > 32 and b != ord("u") for name in ("all", _told(a, b))
    )


def _told(shown: int, wanted: int) -> str:
    is_shown = shown in b"cs"
    if is_shown and shown != wanted:
        # Inside a string of a grammar may lie code with comments of its own.
        return "left" if wanted == ord("s") else "wrong"
    return "left" if wanted in b"cs" and not is_shown else "same"


def _wanted(root: Node) -> Iterator[tuple[str, int, int]]:
    """The outermost strings, comments, and what was not read."""
    nodes = [root]
    while nodes:
        node = nodes.pop()
        kind = node.type
        if kind in _COMMENTS or kind in _STRINGS or kind in _UNREAD:
            mark = "u" if kind in _UNREAD else "c" if kind in _COMMENTS else "s"
            yield mark, node.start_byte, node.end_byte
        else:
            nodes.extend(node.children)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
