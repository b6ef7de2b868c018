"""Damaged sources by the hundred: real snippets of every language, changed byte by byte and
structure by structure, under their own and under every other extension.

They are packed into one repository, since a build of five hundred takes little longer than one.
"""

import ast
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

from bench.attacks.lab import (
    DIFFERENT,
    LOST,
    PROJECT,
    REJECTED,
    Lab,
    difference,
    published,
    remove,
    rows,
    shown,
)
from tests.fakes.hostile_texts import CORPUS
from tests.fakes.payloads import PAYLOADS

from repobook.languages import is_known
from repobook.scan.classify.languages import tables
from repobook.text.naming.slugs import slug

MUTANTS: Final = 500
_AGAIN: Final = 60
_SECONDS: Final = 60 + MUTANTS // 10
_MAX_BYTES: Final = 20_000


def attack(lab: Lab) -> None:
    root, book = lab.work / "tree", lab.work / "tree.book"
    names = [_write_mutant(root, n, lab.draw) for n in range(MUTANTS)]
    lab.counts["mutants"] += MUTANTS
    _build(lab, root, book, names)
    if lab.draw.random() < 0.3:
        for name in lab.draw.sample(names, _AGAIN):
            (root / name).write_bytes(mutant(lab.draw)[1])
        lab.counts["mutants"] += _AGAIN
        _build(lab, root, book, names)
        _compare(lab, root, book)


def _write_mutant(root: Path, n: int, draw: random.Random) -> str:
    ending, content = mutant(draw)
    name = f"{n % 7}/m{n}{ending}" if ending.startswith(".") else f"{n % 7}/{n}/{ending}"
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_bytes(content)
    return name


def _build(lab: Lab, root: Path, book: Path, names: list[str]) -> None:
    done = lab.run("build", root, "-o", book, cwd=lab.work, seconds=_SECONDS)
    if done.code:
        return lab.report(LOST, f"mutants are not built: {done.first_line()}")
    there = {path for (path,) in rows(book, "SELECT path FROM files")}
    there |= {path for (path,) in rows(book, "SELECT path FROM skipped")}
    for name in names:
        parents = {f"{parent}/" for parent in Path(name).parents}
        if name not in there and not parents & there:
            lab.report(LOST, f"{name} is in no list")
    for (reason,) in rows(book, "SELECT reason FROM files WHERE reason LIKE 'parser%'"):
        lab.counts[f"mutants listed: {reason}"] += 1
    verified = lab.run("verify", book, cwd=lab.work, seconds=_SECONDS)
    if verified.code:
        lab.report(REJECTED, f"mutants: {shown(verified.out, 2000)}")


def _compare(lab: Lab, root: Path, book: Path) -> None:
    followed = published(book)
    remove(book)
    env = lab.somebody_else("fresh")
    lab.run("build", root, "-o", book, cwd=lab.work, env=env, seconds=_SECONDS)
    if followed != (fresh := published(book)):
        lab.report(DIFFERENT, f"mutants replaced: {difference(followed, fresh)}")


# What is mutated --------------------------------------------------------------------------------


@cache
def snippets() -> dict[str, list[bytes]]:
    """By language: the texts of the parser's own tests, and some of our sources."""
    slugs = {slug(language): language for language in sorted(set(tables().extensions.values()))}
    found: dict[str, list[bytes]] = {}
    for path in sorted((PROJECT / "tests/languages").rglob("test_*.py")):
        words = path.stem.split("_")[1:]
        names = ("_".join(words[:n]) for n in range(len(words), 0, -1))
        language = next((slugs[name] for name in names if name in slugs), "Python")
        found.setdefault(language, []).extend(_texts_in(path))
    ours = sorted((PROJECT / "src").rglob("*.py"))
    found["Python"] += [path.read_bytes()[:_MAX_BYTES] for path in ours[::5]]
    found["Markdown"] += [(PROJECT / "README.md").read_bytes()[:_MAX_BYTES]]
    return {language: texts for language, texts in found.items() if texts}


def _texts_in(path: Path) -> list[bytes]:
    nodes = ast.walk(ast.parse(path.read_bytes()))
    values = [node.value for node in nodes if isinstance(node, ast.Constant)]
    texts = [value.encode() if isinstance(value, str) else value for value in values
             if isinstance(value, str | bytes)]  # fmt: skip
    return [text for text in texts if len(text) > 15]


@cache
def endings(language: str) -> list[str]:
    """With the leading dot; whole names of files without one."""
    both = [*tables().extensions.items(), *tables().filenames.items()]
    return sorted({ending for ending, its in both if not language or its == language})


@cache
def _read_endings() -> list[str]:
    both = [*tables().extensions.items(), *tables().filenames.items()]
    return sorted({ending for ending, its in both if is_known(its)})


def mutant(draw: random.Random) -> tuple[str, bytes]:
    """An ending and a content."""
    language = draw.choice(sorted(snippets()))
    text = b"\n".join(draw.choices(snippets()[language], k=draw.randint(1, 4)))
    for _ in range(draw.choice([1, 1, 2, 3, 8])):
        text = draw.choice(_MUTATIONS)(text, draw)[:_MAX_BYTES]
    own = endings(language) or [".txt"]
    ending = draw.choice(draw.choices([own, _read_endings(), endings("")], [7, 2, 1])[0])
    return ending, text


# How it is mutated ------------------------------------------------------------------------------

Mutation = Callable[[bytes, random.Random], bytes]

_TOKENS: Final = (
    *(b"(", b")", b"[", b"]", b"{", b"}", b"<", b">", b'"', b"'", b"`", b'"""', b"'''", b"/*"),
    *(b"*/", b"//", b"#", b"\\", b"\\\n", b";", b":", b",", b"\0", b"\r", b"\x0c", b"\x85"),
    *(b"\xef\xbb\xbf", b"\xff\xfe", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xc0\xaf", b"\x1b[2J"),
    *("\u2028".encode(), "\u202e".encode(), "\u200b".encode(), "😀".encode(), "e\u0301".encode()),
    *(
        b"#if 0\n",
        b"#endif\n",
        b"#define A(x) \\",
        b"<<EOF\n",
        b"${",
        b"{{",
        b"{%",
        b"<!--",
        b"-->",
    ),
    *(b"\n---\n", b"&a *a", b"!!python/object:os.system", b"\\ud800", b"\\u2028", b"%00", b"$$"),
    *(b"if __name__ == '__main__':\n", b"import *\n", b"# -*- coding: zlib -*-\n", b"\t", b"```"),
)
_OPEN: Final = {
    b"(": b")",
    b"[": b"]",
    b"{": b"}",
    b"<": b">",
    b'"': b'"',
    b"/*": b"*/",
    b"> ": b"",
}


def _slice(text: bytes, draw: random.Random) -> tuple[int, int]:
    start = draw.randrange(len(text) + 1)
    return start, min(len(text), start + int(2 ** draw.uniform(0, 9)))


def _flip(text: bytes, draw: random.Random) -> bytes:
    changed = bytearray(text or b"\0")
    for _ in range(draw.randint(1, 9)):
        changed[draw.randrange(len(changed))] ^= 1 << draw.randrange(8)
    return bytes(changed)


def _cut(text: bytes, draw: random.Random) -> bytes:
    start, end = _slice(text, draw)
    return text[:start] + text[end:]


def _repeat(text: bytes, draw: random.Random) -> bytes:
    start, end = _slice(text, draw)
    return text[:end] + text[start:end] * draw.choice([1, 2, 40, 400]) + text[end:]


def _truncate(text: bytes, draw: random.Random) -> bytes:
    return text[: draw.randrange(len(text) + 1)]


def _insert(text: bytes, draw: random.Random) -> bytes:
    at = draw.randrange(len(text) + 1)
    return text[:at] + draw.choice(_TOKENS) * draw.choice([1, 1, 1, 2, 50]) + text[at:]


def _insert_words(text: bytes, draw: random.Random) -> bytes:
    at = draw.randrange(len(text) + 1)
    words = draw.choice(PAYLOADS if draw.random() < 0.5 else CORPUS)
    return text[:at] + words.encode("utf-8", "surrogatepass") + text[at:]


def _insert_random(text: bytes, draw: random.Random) -> bytes:
    at = draw.randrange(len(text) + 1)
    return text[:at] + draw.randbytes(draw.randint(1, 60)) + text[at:]


def _splice(text: bytes, draw: random.Random) -> bytes:
    """Another language in the middle."""
    other = draw.choice(snippets()[draw.choice(sorted(snippets()))])
    at, (start, end) = draw.randrange(len(text) + 1), _slice(other, draw)
    return text[:at] + other[start:end] + text[at:]


def _nest(text: bytes, draw: random.Random) -> bytes:
    opening, closing = draw.choice(sorted(_OPEN.items()))
    n, (start, end) = draw.choice([3, 30, 300]), _slice(text, draw)
    return text[:start] + opening * n + text[start:end] + closing * n + text[end:]


def _shuffle_lines(text: bytes, draw: random.Random) -> bytes:
    lines = text.split(b"\n")
    start, end = sorted((draw.randrange(len(lines) + 1), draw.randrange(len(lines) + 1)))
    part = lines[start:end]
    draw.shuffle(part)
    return b"\n".join([*lines[:start], *part, *lines[end:]])


def _indent(text: bytes, draw: random.Random) -> bytes:
    lines = text.split(b"\n")
    at, by = draw.randrange(len(lines)), draw.choice([b" ", b"    ", b"\t", b"> ", b"- "])
    return b"\n".join([*lines[:at], *(by * draw.randint(1, 9) + line for line in lines[at:])])


def _swap_words(text: bytes, draw: random.Random) -> bytes:
    words = text.split(b" ")
    one, other = draw.randrange(len(words)), draw.randrange(len(words))
    words[one], words[other] = words[other], words[one]
    return b" ".join(words)


def _drop_brackets(text: bytes, draw: random.Random) -> bytes:
    bracket = draw.choice([b"(", b")", b"{", b"}", b"[", b"]", b'"', b"'", b"*/", b"\n"])
    return text.replace(bracket, b"", draw.choice([1, 3, -1]))


def _breaks(text: bytes, draw: random.Random) -> bytes:
    return text.replace(b"\n", draw.choice([b"\r\n", b"\r", b"\n\n", b"\x0c\n", b"\\\n"]))


def _encode(text: bytes, draw: random.Random) -> bytes:
    codec = draw.choice(["utf-16", "utf-16-le", "utf-32", "utf-8-sig", "cp037"])
    return text.decode("utf-8", "replace").encode(codec, "replace")


def _end(text: bytes, draw: random.Random) -> bytes:
    """At the very end, where line numbers go wrong."""
    tails = (b"", b"\\", b"\n", b"\n\n", b"\r", b"#define A(x) \\", b'"', b"(", b"\0", b"\n" * 3000)
    return text.rstrip(b"\n") + draw.choice(tails)


_MUTATIONS: Final[tuple[Mutation, ...]] = (
    *(_flip, _cut, _repeat, _truncate, _insert, _insert, _insert_words, _insert_random, _splice),
    *(_nest, _shuffle_lines, _indent, _swap_words, _drop_brackets, _breaks, _encode, _end),
)
