"""Words inside of a file, behind a sentence that would have but names."""

import pytest

from tests.analyse.test_purposes import purpose_of

PAGE = (
    'import { useQuery } from "a"\n\nexport default function App() {\n  const a = useQuery(1)\n'
    "  const b = useQuery(2)\n  const c = useQuery(3)\n  const d = useQuery(4)\n  log(a, b)\n"
    "  return (\n    <div>\n      <p>Loaded as you scroll\n      down. More.</p>\n"
    "      <h1>Projects</h1>\n    </div>\n  )\n}\n"
)
SCRIPT = (
    "#!/bin/sh\nset -e\n\n# Build with the oldest compiler\ndocker run old make\n\n"
    "# TODO: remove me some day\nrun\n\n# Check what was installed\ndocker run new check\n"
)
PROGRAM_TEST = (
    "int test(char *URL)\n{\n  curl_init();\n  /* get a handle */\n  curl_perform(URL);\n"
    "  /* test: an absolute path should skip the working folder */\n  curl_done();\n"
    "  return 0;\n}\n"
)


@pytest.mark.parametrize(
    ("path", "text", "language", "role", "ending"),
    [
        (
            *("examples/infinite/pages/index.jsx", PAGE, "JavaScript", "source"),
            "Example `infinite`: defines component `App`, calling `useQuery`; "
            "shows “Projects”, “Loaded as you scroll down”",
        ),
        (
            *("ci/run.sh", SCRIPT, "Shell", "source"),
            "; notes “Build with the oldest compiler”, “Check what was installed”",
        ),
        (
            *("tests/lib661.c", PROGRAM_TEST, "C", "test"),
            "; notes “test: an absolute path should skip the working folder”",
        ),
        (
            *("metrics.go", "", "Go", "source"),
            "; says “Counter of requests that were found”",
        ),
        (
            *("src/isBox.ts", "export default (a: E): a is Box =>\n  a.type === 'box';\n"),
            *("TypeScript", "source", "Defines function `isBox`: `a.type === 'box'`"),
        ),
    ],
)
def test_names_alone_are_followed_by_words_of_the_file(
    path: str, text: str, language: str, role: str, ending: str
) -> None:
    text = text or (
        "package auto\n\nvar found = NewCounter(Options{\n"
        '\tHelp: "Counter of requests that were found.",\n})\n'
    )
    found = purpose_of(path, text, language, role)
    assert found.text.endswith(ending)
    assert 0 < found.line <= found.end_line <= text.count("\n")


def test_words_of_test_cases_need_no_notes() -> None:
    text = "def test_rows_are_read():\n    # should be read one by one\n    read()\n"
    assert "notes" not in purpose_of("tests/test_a.py", text, "Python", "test").text


def test_long_words_of_a_function_end_with_a_clause() -> None:
    words = "opens each of the files that it is given by their names, combines them into one, and"
    text = f"package a\n\n// Open {words} locks it again and again.\nfunc Open() {{\n\trun()\n}}\n"
    text += "\nfunc other() {\n\trun()\n\trun()\n\trun()\n\trun()\n\trun()\n\trun()\n}\n"
    found = purpose_of("writer.go", text, "Go").text
    assert (
        "`Open` (“opens each of the files that it is given by their names, combines them" in found
    )


def test_a_page_of_an_unknown_language_is_told_by_what_it_shows() -> None:
    text = "<script>\nlet n = 1\n</script>\n\n{#if n}\n<h1>Characters</h1>\n{/if}\n"
    found = purpose_of("routes/+page.svelte", text, "")
    assert (found.text, found.line, found.end_line) == ("Shows “Characters”", 2, 6)


@pytest.mark.parametrize(
    ("path", "text", "language", "sentence"),
    [
        (
            "pack.sh",
            'case "$T" in\n  arm-*) A=1 ;;\n  x86_64-*) A=2 ;;\nesac\npack --all parts\n',
            "Shell",
            "Runs `pack --all parts`",
        ),
        ("a.kak", "# http://a.org\n# ~~~~\n\nhook global x\n", "", "Consists of `hook global x`"),
        ("a.swift", "/* Licensed to X */\nstruct Table {\n}\n", "", "Defines `Table`"),
        ("a.pl", "#  _   _ ____\n# | |_| |__\nuse strict;\n", "", "Begins with `use strict;`"),
    ],
)
def test_comments_and_patterns_are_not_what_a_file_does(
    path: str, text: str, language: str, sentence: str
) -> None:
    assert purpose_of(path, text, language).text == sentence


def test_documented_functions_come_before_structures_without_words() -> None:
    text = (
        "struct entry {\n  int n; /* how many there are */\n  int m;\n  int o;\n  int p;\n};\n"
        "struct other {\n  int n;\n};\n\n"
        "/* Adds an entry behind the last one. */\nvoid entry_add(struct entry *e);\n"
    )
    assert "“Adds an entry behind the last one”" in purpose_of("dynhds.h", text, "C").text


def test_what_has_a_word_of_the_name_of_the_file_comes_first() -> None:
    text = "fn insert(a: A) {\n    a.go();\n    a.stop();\n}\n\npub fn on_informational(a: A) {}\n"
    text += "\npub fn other(a: A) {\n    a.go();\n    a.stop();\n}\n"
    found = purpose_of("src/ext/informational.rs", text, "Rust").text
    assert found.startswith("Defines functions `on_informational`, `other`")


def test_a_library_is_not_for_its_own_benchmarks() -> None:
    text = (
        "pub struct Decoder {\n    a: u8,\n}\n\nimpl Read for Decoder {\n    fn read(&self) {}\n"
        "    fn more(&self) {}\n}\n\n"
        "fn bench_decode_chunked(b: &mut Bencher) {\n    b.iter(run);\n}\n"
    )
    found = purpose_of("src/decode.rs", text, "Rust").text
    assert found.startswith("Defines struct `Decoder` (implements `Read`) with `read`, `more`")
    assert purpose_of("a/decode.rs", text[text.index("fn bench") :], "Rust").text.startswith(
        "Bench"
    )


def test_a_table_is_told_by_its_first_entry() -> None:
    text = "EMOJI = {\n" + "".join(f'    "medal{n}": "{n}",\n' for n in range(9)) + "}\n"
    assert purpose_of("_emoji.py", text).text == 'Sets `EMOJI`, beginning with `"medal0": "0"`'


@pytest.mark.parametrize(
    ("path", "text", "language", "sentence"),
    [
        (
            "useTable.ts",
            "export function useTable(a: Row[]): Table {\n  const b = useRows(a)\n"
            + "  b.go()\n" * 9
            + "}\n",
            "TypeScript",
            "Defines hook `useTable(a: Row[]): Table`, calling `useRows`",
        ),
        (
            "edns.go",
            "package a\n\nfunc options(o []Option) []Option { return ours(o) }\n",
            "Go",
            "Defines function `options(o []Option) []Option`: `return ours(o)`",
        ),
        ("log_test.go", 'package a\n\nimport "b"\n\nfunc init() { b.Discard() }\n', "Go", ""),
    ],
)
def test_a_single_function_is_shown_with_what_it_takes_and_gives(
    path: str, text: str, language: str, sentence: str
) -> None:
    found = purpose_of(path, text, language).text
    assert found == (sentence or "Defines function `init`: `b.Discard()`")


def test_a_script_is_told_by_its_calls_as_they_are_written() -> None:
    text = (
        "import { vi } from 'vitest'\n\nvi.mock('vue-demi', async () => {\n  const a = 1\n"
        "  return a\n})\nstart(\n  1,\n)\n"
    )
    found = purpose_of("test-setup.ts", text, "TypeScript")
    assert found.text == "Calls `vi.mock('vue-demi', async () => {`"
    assert (found.line, found.end_line) == (3, 3)


@pytest.mark.parametrize(
    ("path", "text", "sentence"),
    [
        ("a.kak", "hook x\nrun\nrun\nprovide-module zellij %{\n", "Defines `zellij`"),
        ("a.el", ";; x\n(defun box-open (a)\n  1)\n", "Defines `box-open`"),
    ],
)
def test_definitions_of_languages_without_a_parser_are_found(
    path: str, text: str, sentence: str
) -> None:
    assert purpose_of(path, text, "").text == sentence


PERL = (
    'use strict;\nuse Test::More tests => 3;\n\nis(<$sock>, "END\\r\\n", "verified empty stats");\n'
    "is($a, 1,\n    'wrapped');\nok(!$b, 'collection turned on');\n"
    "subtest 'cause bad backends' => sub {\n"
)


@pytest.mark.parametrize(
    ("path", "text", "language", "ending"),
    [
        (
            *("t/stats.t", PERL, ""),
            "Tests “verified empty stats”, “collection turned on”, “cause bad backends”",
        ),
        (
            "src/distance.cc",
            "int Distance(int a) {\n  // The algorithm below fills a table of costs row by row\n"
            "  // in memory and without any other loops than two, which are described in a paper.\n"
            + "  a += 1;\n" * 9
            + "}\n",
            "C++",
            "; notes “The algorithm below fills a table of costs row by row in memory "
            "and without any other loops than two”",
        ),
        (
            "apps/tail.go",
            'package main\n\nfunc main() {\n\t// Do not ask for more\n\tflag.Int("n", 0, '
            '"total messages to show")\n\tflag.Bool("t", "print topic name where found")\n}\n',
            "Go",
            "; says “total messages to show”, “print topic name where found”",
        ),
        (
            "rsakey.py",
            '"""\nRSA keys.\n"""\n\n\nclass RSAKey:\n'
            '    """Signs and verifies data."""\n    x = 1\n',
            "Python",
            "Signs and verifies data.",
        ),
        (
            *("t/tags.lua", "-- get the mode of this run from\nlocal mode = read(1)\n", "Lua"),
            "; notes “get the mode of this run from”",
        ),
    ],
)
def test_other_words_of_a_file(path: str, text: str, language: str, ending: str) -> None:
    assert purpose_of(path, text, language).text.endswith(ending)


def test_markup_that_a_test_tries_is_no_page() -> None:
    text = "def test_greeting():\n    assert get() == '<h1>Hello World!</h1>'\n"
    assert "shows" not in purpose_of("tests/test_basic.py", text, "Python", "test").text


def test_a_title_with_a_full_stop_has_no_suite() -> None:
    text = "test {GET/SET work. Test of a module} {\n    r get x\n}\n"
    found = purpose_of("tests/datatype.tcl", text, "Tcl", "test").text
    assert found.startswith("Tests “GET/SET work. Test of a module”")


def test_a_component_may_be_the_value_of_a_call() -> None:
    text = "export const Menu = React.memo(\n  ({ a }: P) => {\n    return use(a);\n  },\n);\n"
    assert purpose_of("Menu.tsx", text, "TSX").text.startswith("Defines component `Menu`")


def test_what_is_said_twice_is_quoted_once() -> None:
    note = "# Checks what was installed before\ncheck\n\n"
    found = purpose_of("ci.sh", f"#!/bin/sh\nset -e\n{note}run a\n\n{note}run b\n", "Shell").text
    assert found.count("“Checks what was installed before”") == 1


def test_documented_groups_come_before_others() -> None:
    text = "struct Big {\n    a: u8,\n    b: u8,\n    c: u8,\n}\n\n"
    text += (
        "/// Encrypts what clients send to us.\npub fn encrypt(a: u8) {}\n\npub fn more(a: u8) {}\n"
    )
    found = purpose_of("src/cipher.rs", text, "Rust").text
    assert found.startswith("Defines functions `encrypt` (“Encrypts what clients send to us”)")


def test_words_with_something_left_to_do_are_not_quoted() -> None:
    text = "/* UTILITY\n * FIXME: copies what it was given */\nint conf(int a);\nint more(int a);\n"
    assert "“" not in purpose_of("storage.h", text, "C").text


def test_a_destructor_does_not_speak_for_a_file() -> None:
    text = "// Cannot go into the header because of its data.\nA::~A() {\n  run();\n  stop();\n}\n"
    assert purpose_of("src/message.cc", text, "C++").source == "derived"


def test_what_an_import_is_for_and_what_goes_wrong_are_not_quoted() -> None:
    text = (
        "#include <a.h>  // for string, basic_string and more\n\nint main() {\n  draw(1);\n"
        '  puts("Could not find the file of colours");\n}\n'
    )
    found = purpose_of("demo/a.cpp", text, "C++").text
    assert found == "Example `a`: is a program that calls `draw`, `puts`"
