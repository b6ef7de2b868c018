"""Bytes become UTF-8 whose lines are the editor's, and what had to be replaced is said."""

import codecs

import pytest

from repobook.text.decode import decode, is_binary


def test_plain_utf8_is_kept_byte_for_byte() -> None:
    content = "naïve = 'ü'\n".encode()
    assert decode(content) == (content, "utf-8", "")


@pytest.mark.parametrize(
    ("bom", "encoding"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
    ],
)
def test_a_byte_order_mark_names_the_encoding_and_disappears(bom: bytes, encoding: str) -> None:
    content = bom + "x = 'é𝄞'\n".encode(encoding)
    assert decode(content) == ("x = 'é𝄞'\n".encode(), encoding, "")
    assert not is_binary(content)


def test_utf16_without_a_mark_is_binary_to_the_scan_and_still_text_to_the_parser() -> None:
    content = "def f(): pass\n".encode("utf-16-le")
    assert is_binary(content)
    assert decode(content).problem == "contains NUL characters"


def test_half_a_utf16_character_is_replaced_and_reported() -> None:
    decoded = decode(codecs.BOM_UTF16_LE + "ab".encode("utf-16-le") + b"c")
    assert decoded.data == "ab\N{REPLACEMENT CHARACTER}".encode()
    assert "utf-16-le" in decoded.problem


def test_a_lone_surrogate_is_replaced_and_reported() -> None:
    decoded = decode(codecs.BOM_UTF16_LE + b"a\x00\x00\xd8b\x00")
    assert decoded.data.decode("utf-8").startswith("a")
    assert decoded.problem


def test_invalid_utf8_is_replaced_and_reported() -> None:
    decoded = decode(b"a\xff\xfeb\n")
    assert decoded.data == "a\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}b\n".encode()
    assert decoded.problem == "not valid utf-8; undecodable bytes were replaced"


def test_nul_in_the_last_byte_becomes_a_space() -> None:
    assert decode(b"x = 1\n\0") == (b"x = 1\n ", "utf-8", "contains NUL characters")


@pytest.mark.parametrize(
    ("cookie", "word", "encoding"),
    [
        ("# -*- coding: latin-1 -*-", "é", "latin-1"),
        ("# vim: set fileencoding=cp1251 :", "д", "cp1251"),
        ("#!/bin/sh\n# coding: iso-8859-15", "€", "iso-8859-15"),
        ("#!/bin/sh\r# coding: KOI8_R", "д", "koi8-r"),
        ("# coding: euc-jp", "漢", "euc-jp"),
    ],
)
def test_a_cookie_in_the_first_two_lines_is_believed(cookie: str, word: str, encoding: str) -> None:
    decoded = decode(f"{cookie}\n{word}\n".encode(encoding))
    assert decoded.encoding == encoding
    assert word in decoded.data.decode("utf-8")
    assert not decoded.problem


@pytest.mark.parametrize(
    "name",
    ["nonsense", "zlib", "hex", "rot13", "idna", "unicode_escape", "utf-7", "undefined", "mbcs"],
)
def test_an_unknown_or_transforming_cookie_is_ignored(name: str) -> None:
    decoded = decode(f"# coding: {name}\n".encode() + b"\xe9\n")
    assert decoded.encoding == "utf-8"
    assert decoded.data.decode("utf-8").endswith("\N{REPLACEMENT CHARACTER}\n")
    assert decoded.problem


def test_a_cookie_does_not_overrule_valid_utf8() -> None:
    content = "# coding: latin-1\né\n".encode()
    assert decode(content) == (content, "utf-8", "")


def test_lone_carriage_returns_end_lines() -> None:
    assert decode(b"a\rb\r\nc\n\rd\r\r\ne\r").data == b"a\nb\r\nc\n\nd\n\r\ne\n"


def test_other_separators_stay_characters() -> None:
    content = "a\x0cb\x85c\u2028d\u2029e\x0bf\x1cg".encode()
    assert decode(content).data == content


def test_invisible_characters_survive_as_data() -> None:
    content = "a\u202eb\u200bc\ufeffd\U000e0041e\n".encode()
    assert decode(content) == (content, "utf-8", "")
