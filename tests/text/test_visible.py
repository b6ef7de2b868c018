"""Nothing that steers a terminal or hides in a line is shown as it is."""

import pytest

from repobook.text.visible import one_visible_line, visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain ünïcode 語 🙂", "plain ünïcode 語 🙂"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("\x9b31m", "\\x9b31m"),
        ("a\rb\x08c\x7f\0", "a\\x0db\\x08c\\x7f\\x00"),
        ("\u202eevil\u2066", "\\u{202e}evil\\u{2066}"),
        ("zero\u200bwidth\ufeff", "zero\\u{200b}width\\u{feff}"),
        ("\U000e0041\U000e007f", "\\u{e0041}\\u{e007f}"),
        ("line\u2028break\x85", "line\\u{2028}break\\x85"),
        ("\udcff", "\\u{dcff}"),
        ("two\nlines\tand a tab", "two\nlines\tand a tab"),
    ],
)
def test_what_cannot_be_seen_appears_as_its_code(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_one_line_stays_one_line() -> None:
    assert one_visible_line("a\nb\tc\r\n\x0b\x0c\x85\u2029") == (
        "a\\nb\\tc\\x0d\\n\\x0b\\x0c\\x85\\u{2029}"
    )


def test_every_control_character_is_shown() -> None:
    controls = "".join(map(chr, [*range(32), *range(127, 160)]))
    assert not set(one_visible_line(controls)) & set(controls)
