"""The estimate is never below what real tokenizers count, on texts long enough to matter."""

import random
import string
from pathlib import Path

import pytest

from repobook.mcp.tokens import clipped, n_tokens
from repobook.text.visible import visible
from tests.fakes.hostile_texts import CORPUS
from tests.fakes.tokenizer import real_tokens

_HERE = Path(__file__).parents[2]
_RANDOM = random.Random(7)
_ALPHABETS = {
    "letters": string.ascii_lowercase,
    "capitals": string.ascii_uppercase,
    "base64": string.ascii_letters + string.digits + "+/",
    "hexadecimal": "0123456789abcdef",
    "punctuation": string.punctuation,
    "white": " \t\n",
    "chinese": "中文字符测试编码",
    "emoji": "🚀👍🏽é",
    "control": "\x01\x7f\x1b",
    "vowels": "aeioxzqk",
}


@pytest.mark.parametrize("alphabet", _ALPHABETS.values(), ids=_ALPHABETS)
def test_noise_is_not_underestimated(alphabet: str) -> None:
    text = "".join(_RANDOM.choices(alphabet, k=3_000))
    assert n_tokens(text) >= real_tokens(text)


@pytest.mark.parametrize("folder", ["src/repobook/ask", "src/repobook/render/site/assets", "docs"])
def test_real_text_is_not_underestimated(folder: str) -> None:
    for path in sorted((_HERE / folder).rglob("*")):
        if path.suffix in (".py", ".md", ".js", ".css") and path.stat().st_size > 400:
            text = path.read_text("utf-8")[:6_000]
            assert n_tokens(text) >= real_tokens(text), path


def test_clipping_keeps_the_budget_and_counts_the_rest() -> None:
    for text in (*CORPUS, "中" * 5_000, "x" * 9_000):
        for budget in (20, 60, 300):
            clip = clipped(visible(text), budget)
            assert real_tokens(clip) <= budget
            assert clip == visible(text) or clip.endswith("more characters]")
