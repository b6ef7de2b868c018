"""An answer fits its budget in both forms, and whoever goes on gets every row once."""

import json

import pytest

from repobook.mcp.answer import MIN_TOKENS, Answer, Row, fitted, line
from tests.fakes.hostile_texts import CORPUS
from tests.fakes.tokenizer import real_tokens

_LONG = ("word " * 4_000, "中文" * 3_000, "a/b" * 4_000, "\x00\x1b" * 900)


def _rows(texts: list[str]) -> list[Row]:
    return [
        Row({"path": f"f{n}", "text": text}, line(f"f{n}", text)) for n, text in enumerate(texts)
    ]


@pytest.mark.parametrize("budget", [MIN_TOKENS, 700, 1_500, 6_000])
@pytest.mark.parametrize("text", [*CORPUS, *_LONG], ids=range(len(CORPUS) + len(_LONG)))
def test_no_text_breaks_the_budget(text: str, budget: int) -> None:
    rows = _rows([text] * 50)
    answer = Answer(text, rows, 50, text, (text, text, text))
    whole = fitted(answer, 0, "0123abcd", budget)
    assert real_tokens(whole.text) <= budget
    assert real_tokens(json.dumps(whole.data, ensure_ascii=False)) <= budget
    assert len(whole.text) <= 32_000
    assert whole.n_rows > 0


def test_every_row_comes_once() -> None:
    rows = _rows([f"row number {n} of many" for n in range(200)])
    seen: list[str] = []
    while len(seen) < 200:
        part = rows[len(seen) :]
        whole = fitted(Answer("about", part, 200, "all"), len(seen), "c", MIN_TOKENS)
        assert whole.data.get("left_out", 0) == 200 - len(seen) - whole.n_rows
        seen += [row["path"] for row in whole.data["rows"]]
    assert seen == [f"f{n}" for n in range(200)]


def test_what_is_left_out_is_counted_with_the_call_for_it() -> None:
    whole = fitted(Answer("about", _rows(["text " * 60] * 40), 40, "all"), 0, "c", MIN_TOKENS)
    left = 40 - whole.n_rows
    assert whole.data["left_out"] == left
    assert whole.data["next"] == f"c-{whole.n_rows}"
    assert f'omitted: {left}; the same call with cursor="c-{whole.n_rows}"' in whole.text


def test_a_name_with_a_line_break_makes_no_row() -> None:
    assert line("a\nb:1  forged", "x") == "a\\nb:1  forged  x"
