"""What a file is for: a snippet, its path and role, and the sentence."""

import pytest

from repobook.analyse.purposes.named_calls import with_chosen_calls
from repobook.analyse.purposes.own_purpose import own_purpose
from repobook.analyse.purposes.package_words import PackageWords
from repobook.languages import parse
from repobook.model.graph import Unit
from repobook.model.purpose import Purpose


def purpose_of(path: str, text: str, language: str = "Python", role: str = "source") -> Purpose:
    facts = parse(language, text.encode())
    unit = Unit(path, language, role, facts.definitions, facts.imports, facts.references)
    words = facts.summary, facts.opening, facts.inner_words
    found = own_purpose(unit, (), facts.texts, *words)
    return found._replace(text=with_chosen_calls(found.text))


CLASS = '''class Reader(Base):
    """Reads rows of a table, one
    by one. Slowly."""

    def rows(self):
        pass
'''


def test_a_document_that_tells_needs_no_other_sentence() -> None:
    text = "# Shop\n\nReads rows of tables.\n"
    assert not purpose_of("a.md", text, "Markdown", "docs").text


def test_a_helper_of_tests_is_for_what_its_symbol_says() -> None:
    found = purpose_of("tests/tables.py", CLASS, "Python", "test")
    assert (found.text, found.source) == ("Reads rows of a table, one by one.", "symbol")
    with_case = CLASS + "\n\ndef test_rows(): pass\n"
    assert purpose_of("tests/tables.py", with_case, "Python", "test").source == "derived"


def test_a_second_sentence_speaks_where_the_first_only_names() -> None:
    text = 'class Reader:\n    """A reader. An array is read row by row."""\n    x = 1\n'
    assert purpose_of("reader.py", text).text == "An array is read row by row."


def test_the_main_symbol_speaks_with_its_lines() -> None:
    found = purpose_of("io/tables.py", "X = 1\n\n\n" + CLASS)
    assert found == (
        "Reads rows of a table, one by one.",
        *("symbol", "Reader", "io/tables.py", 5, 6),
    )


def test_methods_outside_of_a_type_belong_to_it() -> None:
    text = (
        "package p\n\ntype kind int\n\nfunc (k kind) String() string { return name(k) }\n\n"
        "// Parser reads samples of the text format.\ntype Parser struct{}\n\n"
        "// Next moves on.\nfunc (p *Parser) Next() int {\n\treturn 1\n}\n\n"
        "func helper() int {\n\treturn 2\n}\n"
    )
    found = purpose_of("promparse.go", text, "Go")
    assert (found.text, found.source) == ("Parser reads samples of the text format.", "symbol")
    assert "String" not in purpose_of("a.go", text.replace("// Parser reads", "// x"), "Go").text


def test_the_only_class_with_the_word_of_the_file_speaks_for_it() -> None:
    field = 'class Field:\n    """A single item of a form."""\n' + "    x = 1\n" * 40
    stream = '\n\nclass FormStream:\n    """Sends forms piece by piece."""\n'
    assert purpose_of("a/form.py", field + stream).text == "Sends forms piece by piece."
    assert purpose_of("a/other.py", field + stream).text == "A single item of a form."


def test_an_example_does_not_tell_what_a_class_is_for() -> None:
    text = 'class URL:\n    """\n    url = web.URL("http://a b") and so on\n    """\n    x = 1\n'
    assert purpose_of("a/url.py", text).source == "derived"


def test_words_about_fields_do_not_tell_what_a_structure_is_for() -> None:
    text = "/* All of the fields of this struct are private. */\nstruct jv {\n  int a;\n};\n"
    assert purpose_of("jv.h", text, "C").source == "derived"


def test_one_function_of_many_does_not_speak_for_a_file() -> None:
    text = "".join(f'def f{n}():\n    """Does the thing number {n} at once."""\n' for n in range(4))
    assert purpose_of("a.py", text).source == "derived"


def test_lines_are_those_of_the_paragraph_that_tells() -> None:
    text = (
        "#pragma once\n\n/// A loader of boxes.\n///\n/// A loader of boxes differs from\n"
        "/// others: it asks the shelf for\n/// rows. It is slow.\n"
        "class BoxLoader {\n  int a;\n};\n"
    )
    found = purpose_of("box_loader.h", text, "C++")
    assert found.text == "A loader of boxes differs from others: it asks the shelf for rows."
    assert (found.line, found.end_line) == (5, 7)


@pytest.mark.parametrize(
    ("path", "text", "language", "role", "sentence"),
    [
        (
            "io/tables.py",
            "class Reader(Base):\n    def rows(self): pass\n    def close(self): pass\n",
            *("Python", "source"),
            "Defines class `Reader` (`Base`) with `rows`, `close`",
        ),
        (
            "render.py",
            "def render(a):\n    check(a)\n    return tree.build(a)\n",
            *("Python", "source"),
            "Defines function `render`: `check(a); return tree.build(a)`",
        ),
        (
            "lazy.c",
            "void now(void) {}\n/* TODO: finish it some day. */\nvoid never(void) {}\n"
            "/* Free what nobody needs, later. */\nvoid later(void) {}\n",
            *("C", "source"),
            "Defines functions `later` (“Free what nobody needs, later”), `now`, `never`",
        ),
        (
            "serve.js",
            "var a = require('a')\nvar app = a(1)\napp.listen(80)\n",
            *("JavaScript", "source"),
            "Sets `var app = a(1)`; runs `a`, `app.listen`",
        ),
        ("wsgi.py", "app = make_app(1)\n", "Python", "source", "Sets `app = make_app(1)`"),
        (
            "pkg/__init__.py",
            "from .a import A\nfrom .b import B\n",
            *("Python", "source"),
            "Gathers `A`, `B` from `.a`, `.b`",
        ),
        (
            "tests/test_a.py",
            "def test_one(): pass\ndef test_two(): pass\n",
            *("Python", "test"),
            "Tests one, two",
        ),
        (
            "tests/test_close.py",
            "def test_close():\n    assert_open(link.open())\n    link.close_all()\n    check(1)\n",
            *("Python", "test"),
            "Tests `link.close_all`, `link.open`",
        ),
        (
            "tests/test_close.py",
            'def test_close():\n    """Closes what a child left open."""\n    link.close()\n',
            *("Python", "test"),
            "Tests “Closes what a child left open”",
        ),
        (
            "test/verbose.test.js",
            "test('says \"a\"', says, 'a')\ntest('keeps quiet', async () => {})\n",
            *("JavaScript", "test"),
            'Tests “says "a"”, “keeps quiet”',
        ),
        (
            "tests/test_head.py",
            "class TestHead:\n    def test_head_folds(self): pass\n"
            "    def test_head_joins_2(self): pass\n",
            *("Python", "test"),
            "Tests folds, joins",
        ),
        (
            "tests/fixtures/a.js",
            "send('x')\n",
            *("JavaScript", "test"),
            "Fixture of tests: consists of `send('x')`",
        ),
        (
            "main_test.go",
            "package a\n\nfunc TestMain(m *testing.M) {\n\tsetUp()\n\tos.Exit(m.Run())\n}\n",
            *("Go", "test"),
            "Defines function `TestMain(m *testing.M)`: `setUp(); os.Exit(m.Run())`",
        ),
        (
            "bench.c",
            "BENCHMARK_IMPL(ping) {\n  go();\n}\n\nBENCHMARK_IMPL(pong) {\n  go();\n}\n",
            *("C", "source"),
            "Holds blocks `BENCHMARK_IMPL(ping)`, `BENCHMARK_IMPL(pong)`",
        ),
        (
            "router.ts",
            "import { init } from 'r'\nconst t = init.context().create();\nexport const p = t.p;\n",
            *("TypeScript", "source"),
            "Sets variables `p`, `t`; runs `init.context`",
        ),
        (
            "tests/conftest.py",
            "@pytest.fixture\ndef client(): pass\n",
            *("Python", "test"),
            "Has what pytest gives to the tests beside and below: defines fixture `client`",
        ),
        (
            "lib/hooks.rb",
            "module Shop\n  module Hooks\n    class Missing < Fault; end\n\n"
            "    def self.register(owner)\n      add(owner)\n    end\n  end\nend\n",
            *("Ruby", "source"),
            "Defines method `register` of `Hooks`, calling `add`; class `Hooks::Missing`",
        ),
        (
            "lib/shop/till.rb",
            "class Shop\n  class Till\n    def open; end\n    def shut; end\n  end\nend\n",
            *("Ruby", "source"),
            "Defines class `Till` with `open`, `shut`",
        ),
        (
            "test/focus.test.js",
            "".join(f"test('should keep the focus while {n} moves', () => {{}})\n" for n in "abc"),
            *("JavaScript", "test"),
            "Tests “should keep the focus while a moves”",
        ),
        (
            "lib/filter.rb",
            "module Shop\n  class Sieve < Filter\n    def sift; end\n  end\nend\n",
            *("Ruby", "source"),
            "Defines class `Sieve` (`Filter`) with `sift`",
        ),
        (
            "vite.config.mts",
            "import { defineConfig } from 'vite'\nexport default defineConfig({})\n",
            *("TypeScript", "source"),
            "Configures `vite`: ",
        ),
        (
            "tools/fuzz.cc",
            "int LLVMFuzzerTestOneInput(const char* data, int n) {\n  parse(data, n);\n}\n",
            *("C++", "source"),
            "Is a fuzz target that calls `parse`",
        ),
        (
            "examples/link-tls.c",
            "void done(int n) { stop(n); }\n\nint main(void) {\n  start();\n  tlsOpen(done);\n"
            "  wait();\n}\n",
            *("C", "source"),
            "Example `link-tls`: is a program that calls `tlsOpen`, `start`, `wait`; "
            "defines `done`",
        ),
        (
            "a.c",
            "int big(void) {\n" + "  one();\n" * 20 + "}\n\nint main(void) { return big(); }\n",
            *("C", "source"),
            "Defines functions `big`, `main`",
        ),
        (
            "setup.ts",
            "import 'matchers/vitest'\n",
            *("TypeScript", "test"),
            "Loads `matchers/vitest`",
        ),
        (
            "ci/build.sh",
            "#!/bin/sh\nset -e\nA=1\ncd x\nclean() {\n  docker kill a\n}\n"
            'cat <<EOF\nnpm test\nEOF\necho "\nmake it\n"\n# make nothing\n'
            'if cargo build --release; then\n  VERBOSE=1 rustup target add "$1"\nfi\n'
            'mkdir a && make -j 4 \\\n  install\n"$CROSS" test\nclean\n',
            *("Shell", "source"),
            "Runs `cargo build --release`, `rustup target add`, `make`, `$CROSS test`; "
            "defines `clean`",
        ),
        (
            "a.go",
            "package a\n\ntype Box struct { n int }\n\nfunc (b Box) Open() {}\n",
            *("Go", "source"),
            "Defines struct `Box` with `Open`, `n`",
        ),
        (
            "pkg/_old.py",
            "from .new import *\nfrom warnings import warn\n\nwarn('moved')\n",
            *("Python", "source"),
            "Passes on all names of `.new`",
        ),
        (
            "test/unit/base_test.c",
            "static void TEST_decodes_pads(void) { decode(); }\n",
            *("C", "test"),
            "Tests decodes pads",
        ),
        (
            "src/shop/package-info.java",
            "@Quiet\npackage shop;\n",
            *("Java", "source"),
            "Declares package `shop`",
        ),
        ("pkg/sub/__init__.py", "", "Python", "source", "Makes `pkg/sub` a package; empty"),
        (
            "tests/test_limit.py",
            "def limit(): pass\ndef test_limit_cut(): pass\ndef test_long_limit(): pass\n",
            *("Python", "test"),
            "Tests limit cut, long limit",
        ),
        (
            "tests/OptionTest.py",
            "def test_option(): pass\ndef test_option_and_word(): pass\n",
            *("Python", "test"),
            "Tests option and word",
        ),
        (
            "box_test.go",
            "package p\nfunc BenchmarkPackRows(b *B) {}\nfunc BenchmarkPackAll(b *B) {}\n",
            *("Go", "test"),
            "Benchmarks pack: rows, all",
        ),
        (
            "src/test/AllTests.java",
            "@SuiteClasses({ RowTest.class, BoxTest.class })\npublic class AllTests {}\n",
            *("Java", "test"),
            "For tests: runs `RowTest`, `BoxTest` as one suite",
        ),
        (
            "box/order.py",
            "class Order(Base):\n    def run(self):\n        box.sort(self.rows)\n",
            *("Python", "source"),
            "Defines class `Order` (`Base`) with `run`, calling `box.sort`",
        ),
        (
            "box/pair.py",
            "def left(): pass\n\n\ndef right():\n    box.turn()\n    left()\n",
            *("Python", "source"),
            "Defines functions `right`, `left`, calling `box.turn`",
        ),
        (
            "box/names.py",
            "".join(f"NAME_{n} = {n}\n" for n in range(12)) + "def f(): pass\n",
            *("Python", "source"),
            "Sets constants `NAME_0`",
        ),
        (
            "test/views/a.scss",
            "#box {\n}\n",
            "SCSS",
            "source",
            "For tests in `views`: styles `#box`",
        ),
        ("icons/Box.vue", "<template>\n  <svg>\n", "Vue", "source", "Draws an SVG image"),
        ("box.gemspec", "Gem::Specification.new\n", "Ruby", "source", "Describes the gem"),
        (
            "box/example.py",
            "def box(): pass\n",
            *("Python", "source"),
            "Example: defines function `box`",
        ),
        ("Makefile", "all: x\n\tcc x\n", "Makefile", "build", "Builds target `all`"),
        ("x.unknown", "\n  @@ some words\n", "", "source", "Consists of `@@ some words`"),
        (
            "till.feature",
            "Feature: Counting coins\n  In order to close\n\n  Scenario: The till is empty\n",
            *("", "test"),
            "Tests “Counting coins”, “The till is empty”",
        ),
        (
            "mask_safe.go",
            "//go:build appengine\n\npackage ws\n\nfunc mask(a int) int { return a }\n",
            *("Go", "source"),
            "Defines function `mask(a int) int`; built for `appengine`",
        ),
        ("a/resource_fwd.hpp", "struct a;\n", "C++", "source", "Declares types before they are"),
        (
            "join.go",
            "package ws\n\ntype reader struct { a int }\n\n"
            "// JoinAll concatenates all received messages.\nfunc JoinAll() { read() }\n",
            *("Go", "source"),
            "Defines function `JoinAll` (“concatenates all received messages”); struct `reader`",
        ),
        (
            "test/map/invalid.ts",
            "export const Struct = map(string())\nexport const data = 3\n"
            "export const all = [\n  1,\n]\n",
            *("TypeScript", "test"),
            "For tests in `map`: sets `Struct = map(string())`, `data = 3`",
        ),
        (
            "tests/bot/a.py",
            "A = 'b'\nC = ['d']\n",
            "Python",
            "test",
            "For tests in `bot`: consists of `A = 'b'; C = ['d']`",
        ),
        (
            *("src/locales/yo.ts", "export default function () {\n  return say(1);\n}\n"),
            *("TypeScript", "source", "Locale `yo`: defines function `yo`: `return say(1)`"),
        ),
        ("m.jq", "def one: 1;\ndef two(a): 2;\n", "", "source", "Defines `one`, `two`"),
        (
            *("v.ejs", "<html>\n<h1>Nothing was found</h1>\n", "", "source"),
            "Shows “Nothing was found”",
        ),
        (
            "ShopTest.java",
            "import org.junit.Test;\n\n/** Checks how many fences are left. */\nclass ShopTest {\n"
            "  @Test public void sellsTwo() { sell(2); }\n}\n",
            *("Java", "test"),
            "Tests shop sells two; “Checks how many fences are left”",
        ),
    ],
)
def test_a_silent_file_is_told_by_what_it_holds(
    path: str, text: str, language: str, role: str, sentence: str
) -> None:
    found = purpose_of(path, text, language, role)
    assert found.text.startswith(sentence)
    assert found.source == "derived"


def test_a_data_file_is_described_by_its_own_key() -> None:
    text = '{\n "name": "x",\n "description": "Paints fences in all colours"\n}\n'
    found = purpose_of("package.json", text, "JSON", "config")
    assert found == (
        "Paints fences in all colours",
        *("own words", "", "package.json", 3, 3),
    )


def test_the_entry_of_a_package_has_the_words_of_the_package() -> None:
    paths = ["src/shop/__init__.py", "src/shop/cart/__init__.py", "web/src/index.ts"]
    packages = [
        ("pyproject.toml", 'description = "Sells fences over the counter."', 3),
        ("web/package.json", '"description": "x"', 2),
    ]
    words = PackageWords(paths, packages)
    assert words.of("src/shop/__init__.py") == (
        "Sells fences over the counter.",
        *("package", "", "pyproject.toml", 3, 3),
    )
    assert not words.of("src/shop/cart/__init__.py").text
    assert not words.of("web/src/index.ts").text


def test_lines_hold_the_words_where_brackets_stand_around_a_docstring() -> None:
    text = (
        'class Fold(Base):\n    (\n        """Joins sliding blocks into one."""\n    )\n    x = 1\n'
    )
    found = purpose_of("modules/fold.py", text)
    assert found.line <= 3 <= found.end_line


def test_a_file_that_only_names_what_it_passes_on_is_told_by_that() -> None:
    found = purpose_of("conv.py", "from a.b import C, D\n\n__all__ = ['C', 'D']\n")
    assert found.text == "Gathers `C`, `D` from `a.b`"


@pytest.mark.parametrize(
    ("doc", "told"),
    [
        ("pour\n *\n * @deprecated\n *\n * Fills cups to the brim at once.", True),
        ("pour returns a pour.", False),
        ("pour\n *\n * Example:\n * pour(1) and all is in the cup", False),
        ("If it is cold, nothing is filled into any cup.", False),
    ],
)
def test_documentation_tells_below_a_line_that_has_but_the_name(doc: str, told: bool) -> None:
    text = f"/**\n * {doc}\n */\nexport function pour(a) {{\n  return a\n}}\n"
    found = purpose_of("src/pour.js", text, "JavaScript")
    assert (found.text == "Fills cups to the brim at once.") == told
    assert (found.line == 6) == told


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("# -----\n# shop: tax.py\n#\n# Knows what is due on fences.\n", "Python"),
        ("// Big Co is pleased to support fences.\n//\n// Copyright Co\n\nint a;\n", "C"),
        ("# TODO:\n# - paint the fence\n# - clean the brush\n\ntax = 1\n", "Python"),
        ("// shop parser - version 1.15\n// Report bugs at once.\n\nint a;\n", "C"),
        ("# Be sure to restart when you change this.\n\nx = 1\n", "Ruby"),
        ("// This file was originally based on that of a pot.\n\nint a;\n", "C"),
        ("// Sad, but not all of this is used.\n#![allow(dead_code)]\n\nfn a() {}\n", "Rust"),
    ],
)
def test_titles_credits_and_lists_are_not_what_a_file_is_for(text: str, language: str) -> None:
    assert parse(language, text.encode()).summary.text in ("", "Knows what is due on fences.")


def test_a_comment_inside_the_first_function_is_not_about_the_file() -> None:
    text = "async function load() {\n  // Create and attach a frame.\n  return attach();\n}\n"
    assert purpose_of("load.js", text, "JavaScript").source == "derived"


@pytest.mark.parametrize(
    "comment",
    [
        "// Migrated from https://example.org/x @ 12ab\n// Source: spec/Subject-spec.ts\n",
        "/**\n * If you're making an adapter, import what you\n * need from here.\n */\n\n",
        "/**\n * @example\n * import type { Some } from 'there'\n */\n\n",
    ],
)
def test_where_code_is_from_and_advice_do_not_tell_what_it_is_for(comment: str) -> None:
    found = purpose_of("a.ts", comment + "import x from 'y';\n\nexport class A {}\n", "TypeScript")
    assert found.source == "derived"


def test_links_of_rust_are_read_as_their_words() -> None:
    text = (
        "use std::fmt;\n\n"
        "/// An [`Iterator`] that walks over two sides at once.\npub struct Zip {\n  a: u8,\n}\n"
    )
    assert purpose_of("zip.rs", text, "Rust").text == (
        "An `Iterator` that walks over two sides at once."
    )


def test_titles_guards_and_packages_are_told_by_what_they_hold() -> None:
    text = '"""\n    Manage Tea\n    ~~~~~~~~~~\n\n    Brews tea for all who wait.\n"""\n\nx = 1\n'
    assert parse("Python", text.encode()).summary.text != "Manage Tea ~~~~~~~~~~"
    header = "#ifndef A_H\n#define A_H\n\nextern const Class Meter_class;\n\n#endif\n"
    assert "A_H" not in purpose_of("A.h", header, "C").text
    package = "from .a import A\nfrom .b import B\n\n\ndef __getattr__(name):\n    warn(name)\n"
    assert purpose_of("p/__init__.py", package).text == "Gathers `A`, `B` from `.a`, `.b`"


def test_what_a_file_tests_itself_with_is_not_what_it_offers() -> None:
    text = (
        "fn parse() -> u8 { 1 }\n\n#[test]\nfn parses_all() { parse(); }\n\n"
        "#[cfg(test)]\nmod tests {\n    struct Fake;\n    fn finds() {}\n}\n"
    )
    found = purpose_of("src/sizes.rs", text, "Rust").text
    assert found == "Defines function `parse`"


def test_a_namespace_called_test_is_one_like_others() -> None:
    text = "namespace test {\nvoid fill(int a) { run(a); }\nvoid make() {}\n}\n"
    assert "`fill`, `make`" in purpose_of("util/data.cc", text, "C++").text


def test_methods_outside_of_their_class_name_it_and_destructors_come_last() -> None:
    text = (
        '#include "table.h"\n\nTable::~Table() { drop(); }\n'
        "int Table::Get(int k) {\n  return k;\n}\nvoid Table::Add() {}\n"
    )
    found = purpose_of("db/table.cc", text, "C++").text
    assert found == "Defines methods of `Table`: `Get`, `Add`, `~Table`"


def test_a_constant_that_the_file_is_named_for_comes_before_functions() -> None:
    text = "export const mergeMap = Symbol('mergeMap')\nfunction inner() { run() }\n"
    assert purpose_of("src/merge-map.ts", text, "TypeScript").text.startswith(
        "Sets `export const mergeMap"
    )


def test_a_helper_that_stays_in_its_file_does_not_speak_for_it() -> None:
    helper = "/** Reads a value and trims it. */\nfunction trimmed(value) {\n  return value;\n}\n"
    defaults = "const defaults = {\n" + "  a: 1,\n" * 20 + "};\nexport default defaults;\n"
    text = "".join(f'import m{n} from "./m{n}.js";\n' for n in range(7)) + helper + defaults
    found = purpose_of("lib/defaults/index.js", text, "JavaScript")
    assert found.text.startswith("Sets `const defaults")


def test_the_base_that_most_classes_share_comes_first() -> None:
    text = 'class wait_base:\n    """Abstract base of wait strategies."""\n'
    for name in ("long", "short", "random"):
        text += (
            f'class wait_{name}(wait_base):\n    """Sleeps a {name} time."""\n' + "    x = 1\n" * 9
        )
    found = purpose_of("wait.py", text)
    assert found.text.startswith("Defines classes `wait_base` (“Abstract base of wait strategies”)")
    alone = purpose_of("wait.py", text.replace("(wait_base)", ""))
    assert not alone.text.startswith("Defines classes `wait_base`")


def test_words_of_a_suite_are_said_once_and_large_structs_come_first() -> None:
    text = "class TestSSLPot(Base):\n    def test_ssl_pot_pours(self): pass\n"
    assert purpose_of("test_a.py", text, role="test").text == "Tests SSL pot pours"
    text = (
        "package a\n\nfunc measure() {\n\tone()\n\ttwo()\n}\n\ntype valueLog struct{}\n\n"
        "func (v *valueLog) write() {\n\tone()\n\ttwo()\n\tthree()\n}\n"
    )
    assert purpose_of("value.go", text, "Go").text.startswith("Defines struct `valueLog`")


def test_tags_of_java_are_read_as_their_words() -> None:
    text = "/** Uses the default {@link Gson} settings to write. */\nclass Mapper {\n}\n"
    assert purpose_of("src/Mapper.java", text, "Java").text == (
        "Uses the default Gson settings to write."
    )


def test_a_title_beside_the_place_of_the_licence_tells() -> None:
    text = "/*\n** $Id: iolib.c $\n** Standard I/O (and system) library\n"
    text += "** See Copyright Notice in a.h\n*/\n\n#include <a.h>\n\nint f() { return 1; }\n"
    facts = parse("C", text.encode())
    assert facts.summary.text == "Standard I/O (and system) library"


def test_what_a_header_is_for_is_told_without_its_mark() -> None:
    text = "/* Copyright (c) 2004 A */\n\n/**\n * @file\n * @brief Core box API.\n */\n"
    text += "#ifndef A\n#define A\nint f();\n#endif\n"
    assert parse("C", text.encode()).summary.text == "Core box API."


def test_one_class_does_not_speak_for_a_file_of_all_sorts() -> None:
    text = 'class Box:\n    """Holds rows of a table."""\n    x = 1\n    y = 1\n'
    text += "".join(f"\n\ndef f{n}():\n    pass\n" for n in range(3))
    assert purpose_of("a/boxes.py", text).source == "symbol"
    assert purpose_of("a/util.py", text).source == "derived"


def test_words_that_point_to_a_symbol_of_the_file_give_way_to_those_of_the_symbol() -> None:
    text = "//! For the shop, see [`Sieve`].\n\n/// Sorts coins by their size into small boxes.\n"
    text += "pub struct Sieve;\n\npub struct SieveOther;\n\npub fn shut() {\n    run();\n}\n"
    found = purpose_of("src/normal.rs", text, "Rust")
    assert found == ("Sorts coins by their size into small boxes.", "symbol", "Sieve", *found[3:])
    assert found.line == 3


def test_a_wish_is_never_what_a_function_is_for() -> None:
    text = "// An improvement to this is to have options that choose an average.\n"
    text += "int average(int a) {\n  return half(a);\n}\nint other(int a) {\n  return a;\n}\n"
    assert "improvement" not in purpose_of("src/a.c", text, "C").text


def test_that_a_file_is_generated_is_not_what_it_is_for() -> None:
    text = "// This file is generated automatically by `scripts/fp.ts`.\n\n"
    text += "export const days = convert(fn, 1)\n"
    assert purpose_of("src/days.ts", text, "TypeScript").text.startswith("Sets `")


def test_variables_that_another_file_sets_are_declared() -> None:
    text = "".join(f"extern struct pool *pool_{n};\n" for n in range(9))
    found = purpose_of("src/all.h", text, "C").text
    assert found == "Declares variables `pool_0`, `pool_1`, `pool_2`, `pool_3` and others"
    assert purpose_of("src/all.c", text.replace("extern ", ""), "C").text.startswith("Sets ")
    both = "extern struct pool *pool;\nint open_pool(int a);\nvoid shut_pool(int a);\n"
    found = purpose_of("src/pool.h", both, "C").text
    assert found == "Declares functions `open_pool`, `shut_pool`"


def test_a_case_without_a_name_of_its_own_is_told_by_the_file() -> None:
    text = "#[test]\nfn my_test() {\n    assert!(true);\n}\n"
    assert purpose_of("tests/test-runtime.rs", text, "Rust", "test").text == (
        "Tests runtime in `my_test`"
    )


def test_a_page_whose_title_tells_nothing_is_told_by_what_it_shows() -> None:
    page = "<!DOCTYPE html>\n<html>\n<head>\n<title>Test file</title>\n</head>\n</html>\n"
    found = purpose_of(".github/index.html", page, "HTML")
    assert (found.text, found.line) == ("Shows “Test file”", 4)


def test_functions_without_a_body_are_declared() -> None:
    text = "int open_pool(int a);\nvoid shut_pool(struct pool *p);\n"
    assert purpose_of("src/a.h", text, "C").text == "Declares functions `open_pool`, `shut_pool`"
    body = "int open_pool(int a) {\n  return lend(a);\n}\n"
    assert purpose_of("src/a.h", text + body, "C").text == (
        "Declares functions `open_pool`, `shut_pool`, calling `lend`"
    )
    assert purpose_of("src/a.c", text + body, "C").text == (
        "Defines function `open_pool(int a)`, calling `lend`"
    )


def test_examples_of_go_are_what_the_file_shows() -> None:
    text = "package p\n\nfunc ExamplePot_Fill() {\n\tf()\n}\n\nfunc ExamplePot_Pour() {\n\tf()\n}\n"
    found = purpose_of("pot_test.go", text, "Go", "test").text
    assert found == "Shows examples of fill, pour"


def test_a_class_marked_as_a_test_has_its_public_methods_as_cases() -> None:
    case = "  public void shouldPour() { pour(); }\n  void help() {}\n"
    text = f"@Test\npublic class PotTest {{\n{case}}}\n"
    assert purpose_of("PotTest.java", text, "Java", "test").text == "Tests pot should pour"


def test_a_command_that_is_commented_out_is_not_what_a_script_is_for() -> None:
    text = "# serve -q -b tcp://a:1 --pid one\n\nhey -n 3 a | sort\n"
    text += "git list | xargs -0 spell -w\nhey 1\nhey 2\n"
    assert purpose_of("try.sh", text, "Shell").text == "Runs `hey`, `git list`, `spell`"


def test_commands_with_their_output_are_told_by_what_stands_above_them() -> None:
    text = "Setup:\n\n  $ . setup.sh\n\nThe column is right:\n\n  $ cut a\n  a\n"
    assert purpose_of("tests/column.t", text, "", "test").text == "Tests “The column is right”"


def test_a_class_of_ruby_is_named_with_the_module_around_it() -> None:
    inner = "    class Xml < Base\n      def put; end\n    end\n"
    text = f"module Shop\n  module Printers\n{inner}  end\nend\n"
    found = purpose_of("xml.rb", text, "Ruby").text
    assert found == "Defines class `Printers::Xml` (`Base`) with `put`"


def test_a_module_of_the_name_of_the_file_speaks_for_it() -> None:
    inner = "  # Reads headers that a client sent twice.\n  module Twice\n    def go; end\n  end\n"
    found = purpose_of("lib/shop/twice.rb", f"module Shop\n{inner}end\n", "Ruby")
    assert (found.text, found.source) == ("Reads headers that a client sent twice.", "symbol")


def test_a_class_behind_a_macro_with_arguments_is_a_class() -> None:
    text = "// What a box holds while it is open.\nclass SHOP_EXPORT(CORE) Box {\n  int a;\n};\n"
    assert purpose_of("box.hpp", text, "C++").text == "What a box holds while it is open."


def test_a_note_with_a_word_of_the_file_stands_behind_names() -> None:
    text = "#include <a.h>\n\nstruct pipe_end {\n  int fd;\n};\n\n/* Waker backed by a pipe. */\n\n"
    found = purpose_of("pipe.c", text + "int open_end(void) {\n  return 1;\n}\n", "C")
    assert found.text.endswith("; notes “Waker backed by a pipe”")


def test_what_a_header_declares_is_no_case() -> None:
    text = "struct pot *test_pot(int n);\nstruct pot *test_pot_with_tea(int n);\n"
    found = purpose_of("test/helpers.h", text, "C", "test").text
    assert found == "For tests: declares functions `test_pot`, `test_pot_with_tea`"


def test_a_case_of_javascript_may_have_options() -> None:
    text = "test('eight million lines', { skip }, async () => {\n  pour()\n})\n"
    assert purpose_of("big.test.js", text, "JavaScript", "test").text == (
        "Tests “eight million lines”"
    )


def test_tags_of_a_comment_are_not_what_a_file_is_for() -> None:
    text = "/** @file\n * @brief Input handling for mouse events\n * @copyright 2020 A\n"
    text += " * @license BSD\n */\n\nint a(void);\n"
    words = parse("C", text.encode()).summary.text
    assert words == "Input handling for mouse events"


def test_a_case_in_folders_of_its_own_is_told_by_them() -> None:
    text = "export const run = editor => {\n  Transforms.delete(editor)\n}\n"
    found = purpose_of("test/delete/of-blocks/a.js", text, "JavaScript", "test").text
    assert (
        found
        == "For tests in `delete/of-blocks`: defines function `run`: `Transforms.delete(editor)`"
    )
    other = purpose_of("test/unit/a.js", text, "JavaScript", "test").text
    assert other.startswith("For tests: ")


def test_a_package_is_marked_by_its_file() -> None:
    text = "@NonNullApi\npackage org.shop;\n\nimport org.core.NonNullApi;\n"
    found = purpose_of("src/org/shop/package-info.java", text, "Java").text
    assert found == "Marks package `org.shop` with `NonNullApi`"


def test_what_a_file_is_for_goes_on_behind_its_mark() -> None:
    text = (
        "// \\brief Tiny printf, optimized for speed on\n//        systems without much.\nint a;\n"
    )
    words = parse("C", text.encode()).summary.text
    assert words == "Tiny printf, optimized for speed on systems without much."
