"""The colours of a file's text can be read on every ground, in both themes."""

import re

import pytest

from repobook.render.site.site_assets import assets

GROUNDS = ("ground", "raised", "marked")
INKS = ("text", "accent", "comment", "string", "number", "keyword", "wrong", "right", "unsure")
THEMES = {"light": r":root \{([^}]*)\}", "dark": r':root\[data-theme="dark"\] \{([^}]*)\}'}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ink", INKS)
def test_contrast_is_enough(theme: str, ink: str) -> None:
    blocks = re.findall(THEMES[theme], assets()["book.css"].text)
    colours = dict(re.findall(r"--(\w+): (#[0-9a-f]{3,6});", "".join(blocks)))
    assert all(_contrast(colours[ink], colours[ground]) >= 4.5 for ground in GROUNDS)


def _contrast(first: str, second: str) -> float:
    darker, lighter = sorted((_luminance(first), _luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
