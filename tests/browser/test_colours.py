"""How texts are taken apart for colouring: a text, and what has which colour in it.

Texts are written with ‹…› around strings, «…» around comments, ⟦…⟧ around keywords and ⟨…⟩ around
numbers; everything else must stay without a colour.
"""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

MARKS = {"‹": "string", "«": "comment", "⟦": "keyword", "⟨": "number"}
ENDS = "›»⟧⟩"
LOADED = "() => book.lexis"
TOKENS = """([language, text]) => {
    const reader = book.lexer(text, book.lexis[language]);
    reader.advance(text.length, Infinity);
    return [...reader.between(0, text.length)];
}"""

TEXTS = [
    ("Python", "⟦def⟧ f(x): «# it's \"x\"»\n  ⟦return⟧ ⟨1⟩ + x.is_ + defx\n"),
    ("Python", "x = ‹'''a\n\"b\" # c\n'''› + ‹\"it's\"› + ‹r'\\\\'› + ⟨0x1F⟩\n"),
    ("Python", "‹rb'x'›, ‹b\"y\"›, ‹u'''z'''›, var'x'\n"),
    ("Python", 'f = ‹f"a{{b}} {›x[‹"k"›] + ⟨1⟩‹} c"›\n'),
    ("Python", "f = ‹f'''{›\n⟦if⟧ «# c»\n‹} '''›\n"),
    ("Python", "f'never {closed\n⟦pass⟧\n'it never ends\n⟦pass⟧\n"),
    ("Python", "x = ‹'a\\\nb'›\n"),
    ("Python", "x = ⟨1_000.5e-3j⟩; a.print; a.if_; a.is; match = ⟨3⟩\n"),
    ("Python", "x = '''never closed\nif 1\n"),
    ("Starlark", "⟦load⟧(‹\"x\"›) «# y»\n"),
    ("C++", "⟦int⟧ x = ⟨1'000'000u⟩; «// a \\\n b\n»⟦char⟧ c = ‹'\\''›;\n"),
    ("C++", '‹R"(a "b" // )"›; ‹u8R"x(a)" )x"›; L‹"s"›;\n'),
    ("C++", "⟦#include⟧ <vector> «/* a\n// */» ⟦return⟧ a->b;\n"),
    ("C++", "#error don't can't\n⟦#  define⟧ A(x) ‹\"x\\\n\"›\n"),
    ("C", "class = new; ⟦struct⟧ a;\n"),
    ("CUDA", "⟦template⟧ <⟦typename⟧ T> __global__ ⟦void⟧ k() { x<<<⟨1⟩, ⟨2⟩>>>(); }\n"),
    ("Objective-C", "⟦@interface⟧ A : B\n@‹\"x\"›; ⟦@end⟧\n"),
    ("JavaScript", "⟦const⟧ a = ‹`x ${›b + ‹`y ${›c‹}`›‹} z`›;\n"),
    ("JavaScript", "a = ‹/[\"'/]\\/x/g›; b = c / d / e; ⟦return⟧ ‹/'/›.test(x)\n"),
    ("JavaScript", "x = {class: ⟨1⟩, a: ‹'b'›}; x.delete(); «// '»\n"),
    ("TypeScript", "⟦export⟧ ⟦interface⟧ A { b?: string }\n"),
    ("TSX", "⟦return⟧ <p>don't won't</p>;\n"),
    ("Java", 'String s = ‹"""\na "b" \\"""\n"""›; c = ‹\'"\'›;\n'),
    ("Kotlin", '⟦val⟧ x = ‹"a ${›f(‹"b"›)‹} c"›; «/* /* */ */» ⟦fun⟧ f()\n'),
    ("Go", "⟦var⟧ x = ‹`a\n\"b`› + ‹\"c\"›; r := ‹'\\''›\n"),
    ("Rust", "⟦fn⟧ f<'a, 'b>(x: &'a str) { ‹r#\"a\"b\"#›; ‹'\"'›; ‹'\\u{1F}'›; ‹\"a\nb\"› }\n"),
    ("Rust", "«/* a /* b */ c */» ⟦let⟧ x = ⟨1u8⟩;\n"),
    ("C#", "⟦using⟧ A; ⟦string⟧ s = ‹@\"a\"\"b\\\"› + ‹$\"x {›y‹} {{\"›; «/// it's»\n"),
    ("C#", "#region don't\n⟦#if⟧ X\n⟦char⟧ c = ‹'\"'›; ‹\"\"\"\na \"b\"\n\"\"\"›; a.class\n"),
    ("PHP", "<p>it's</p>\n"
     "<?php ⟦if⟧ ($x->list) { ⟦echo⟧ ‹'it\\'s'›; «# c »?> don't <?= ‹\"a\"› ?>\n"),
    ("PHP", "<?php #[A]\n⟦class⟧ B {} $a = ‹<<<EOT\nit's\nEOT›; «// '»\n"),
    ("Ruby", "⟦def⟧ f?(x) «# it's»\n  ⟦return⟧ ‹\"a #{›x‹} b\"› ⟦if⟧ x =~ ‹/[\"']/› || h[:if]\n"
     "⟦end⟧\n"),
    ("Ruby", "x = <<~SQL\n‹it's\nSQL›\n"
     "⟦nil⟧; a = ‹%w[it's b]›; b / c / d; x.class; {class: ‹'d'›}\n"),
    ("Lua", "⟦local⟧ x = ‹[==[ it's ]] ]==]› «--[[ a\nb ]]» .. ‹'it\\'s'› «-- don't»\n"
     "⟦end⟧ ⟨0x1F⟩\n"),
    ("Shell", "«# it's»\n⟦if⟧ x; ⟦then⟧ echo ‹\"a $(›cat ‹\"b\"›‹) c\"› ${x#y} $#; ⟦fi⟧\n"),
    ("Shell", "echo if done\n⟦if⟧ ⟦while⟧ x\n"),
    ("Shell", "cat <<'EOF' | sort\n‹it's # not\nEOF›\necho ‹'a\nb'› «# c»\n"),
    ("Shell", "x=$((1 << 3)); y=$((1 << x))\n"),
    ("Shell", "⟦for⟧ i ⟦in⟧ a b; ⟦do⟧ echo it\\'s; ⟦done⟧\n"),
    ("YAML", "a: it's b#c «# d»\nrun: |\n  # x 'y\n\n  z\nb: ‹'it''s'› «# e»\n- ‹\"f\"›\n"),
    ("YAML", "if: startsWith(ref, 'tags') && a['b']\nc: ['d', \"e\"]\n‹'f'›: g\n"),
    ("YAML", "- run: >-\n    # x\n  if: ‹\"a\"›\n"),
    ("JSON", '{‹"a"›: [⟨-1.5e3⟩, ⟦true⟧, ⟦null⟧, ‹"\\""›]}\n'),
    ("TOML", "a = ‹'''x\n# y'''› «# z»\nb = ⟦true⟧\nc = ‹'\\'› «# d»\n"),
    ("CMake", "«#[[ a\n]]» ⟦if⟧(x) «# y»\nset(a ‹\"b\nc\"› ‹[=[ ]] ]=]›)\n⟦ENDIF⟧()\n"),
    ("Makefile", "«# a»\nb:\n\tsed 's/#//' # c\n"),
    ("Dockerfile", "⟦FROM⟧ a\n«# b»\n⟦RUN⟧ echo FROM\n"),
    ("SQL", "⟦SELECT⟧ a ⟦from⟧ b «-- it's»\n⟦where⟧ c = ‹'it''s'›\n"),
    ("HTML", "<p class='a'>it's «<!-- b\n-->»</p>\n"),
    ("Protocol Buffer", "⟦message⟧ A { ⟦optional⟧ int32 b = ⟨1⟩; «// c»\n}\n"),
]  # fmt: skip


@pytest.fixture(scope="module")
def reader(site: Path, browser: Browser) -> Page:
    page = browser.new_page()
    page.goto((site / "pkg/long.py_src.html").as_uri())
    page.wait_for_function(LOADED)
    return page


@pytest.mark.parametrize(("language", "marked"), TEXTS)
def test_each_thing_has_its_colour_and_nothing_else_has(
    reader: Page, language: str, marked: str
) -> None:
    text, expected = _read(marked)
    found = reader.evaluate(TOKENS, [language, text])
    assert [(kind, text[a:b]) for kind, a, b in found] == expected


def _read(marked: str) -> tuple[str, list[tuple[str, str]]]:
    text = re.sub(f"[{''.join(MARKS)}{ENDS}]", "", marked)
    found = re.findall(rf"([{''.join(MARKS)}])([^{ENDS}]+)", marked)
    inner = [(MARKS[mark], re.sub(f"[{''.join(MARKS)}]", "", words)) for mark, words in found]
    return text, inner


HOSTILE = [
    "'\"`" * 20_000,
    'f"{' * 20_000,
    "`${" * 20_000,
    "/*" * 30_000,
    'R"(' * 20_000,
    "<<A\n" * 10_000,
    "$(" * 30_000 + '"',
    "\\" * 60_000,
    "'" + "a" * 200_000,
    "[" * 60_000,
    "a: |\n" * 10_000,
    " " * 100_000 + "#",
    "1" * 100_000 + "e" + "'" * 9_000,
    "\u2028\u00a0\U0001f600" * 9_000,
]


WRONG = """(text) => Object.entries(book.lexis).flatMap(([name, language]) => {
    const reader = book.lexer(text, language);
    reader.advance(text.length, Infinity);
    const found = [...reader.between(0, text.length)];
    const isRight = ([, start, end], n) =>
        start < end && end <= text.length && (n === 0 || found[n - 1][2] <= start);
    return found.every(isRight) ? [] : [name];
})"""


@pytest.mark.parametrize("text", HOSTILE, ids=[text[:6] for text in HOSTILE])
def test_no_text_takes_long_or_breaks_it_in_any_language(reader: Page, text: str) -> None:
    """What grows with the square of a text would take hours here."""
    assert reader.evaluate(WRONG, text) == []
