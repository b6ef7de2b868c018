"""Files of every language that is read: its own syntax, with characters in it that break rules."""

import random
from collections.abc import Iterator
from pathlib import Path


def _samples() -> Iterator[tuple[str, str]]:
    """One a language, with what pages quote: words of its own, conditions, messages, links."""
    text = Path(__file__).with_name("samples.txt").read_text("utf-8")
    for part in text.split("%%% ")[1:]:
        path, _, sample = part.partition("\n")
        yield path, sample


SAMPLES = dict(_samples())

_CHARACTERS = (
    *("\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c", "\x1e", "\x1f", "\x7f", "\xa0", "\u3000"),
    *("\r", "\r\n", "\n", "\n\n", "\t", "  ", "\u200b", "\u200d", "\ufeff", "\u202e", "\u2066"),
    *("😀", "👩\u200d👩\u200d👧", "🇩🇪", "e\u0301", "\u0301", "İ", "ß", "ﬁ", "Ⅷ", "²"),
    *("漢字", "ａ", "ª"),
    *("\U000e0041", "\U0001f3fd", "\ue000", "\ufffd", "\ufffe", "…", "“", "”", "“x” ", "—", "> — "),
    *("\\", "\\\\", "\\\n", "`", "``", "```", "```\n"),
    *("~~~\n", "|", "\\|", "[", "]", "](", "][", "()"),
    *("_", "__", "*", "**", "<", ">", "</a>", "<a>"),
    *("&amp;", "&", "#", "# ", "- ", "> ", "=", "'", '"'),
    *('"""', "'''", "/*", "*/", "//", "--", "{{", "}}"),
    *("{%", "%}", "${", "$(", "$", ":", ";", "@", "!"),
    *("\\n", "\\t", "\\u2028", "\\u00e9", "\\ud83d"),
    *("\\x0b", "\\u{2028}", "\\x1b", "\x1b[31m", "\x07"),
    *("L1", "#L1", "[L1](x#L1)", "[x](y)"),
    *("![x](y)", "`x`_", ":x:`y`", "<x@y.z>", "http://x.y/(z)"),
    *("====\n", "----\n", "    ", "1. ", "TODO: ", "if ", "x" * 300, "a.b", "a_b", "…x…", "\\…"),
)  # fmt: skip
_BYTES = (b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf0\x9f", b"\xe2\x80", b"\x80", b"\xfe\xff")


def hostile_files(seed: int) -> Iterator[tuple[str, bytes]]:
    """A file a language; the same for the same seed."""
    chance = random.Random(seed)
    for path, sample in SAMPLES.items():
        yield path, _spoilt(sample, chance)


def _spoilt(sample: str, chance: random.Random) -> bytes:
    kind = chance.random()
    if kind < 0.08:
        return _random_bytes(chance)
    if kind < 0.2:
        return _random_pieces(sample, chance).encode()
    text = sample
    for _ in range(chance.choice((1, 2, 4, 12))):
        at = chance.randrange(len(text) + 1)
        until = at + (chance.randrange(20) if chance.random() < 0.3 else 0)
        text = text[:at] + chance.choice(_CHARACTERS) + text[until:]
    if chance.random() < 0.1:
        text = text.rstrip("\n")
    data = text.encode()
    if chance.random() < 0.15:
        at = chance.randrange(len(data) + 1)
        data = data[:at] + chance.choice(_BYTES) + data[at:]
    return data


def _random_pieces(sample: str, chance: random.Random) -> str:
    familiar = sample.split(" ")
    pieces = (chance.choice(_CHARACTERS if chance.random() < 0.4 else familiar) for _ in range(60))
    return " ".join(pieces) if chance.random() < 0.5 else "".join(pieces)


def _random_bytes(chance: random.Random) -> bytes:
    """None of them a NUL, which would make a file that is only listed."""
    return bytes(chance.randrange(1, 256) for _ in range(chance.randrange(400)))
