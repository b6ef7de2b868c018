"""Configuration that files read: a snippet, and line, kind and name of each setting."""

import pytest

from repobook.languages import parse

SNIPPETS = [
    (
        "Python",
        "import os\nfrom os import environ\na = os.environ['A']\nb = environ.get('B', '0')\n"
        "c = os.getenv(\n    'C')\nd = 'D' in os.environ\ne = 'E' not in environ\n",
        [
            (n, "environment variable", name)
            for n, name in ((3, "A"), (4, "B"), (5, "C"), (7, "D"), (8, "E"))
        ],
    ),
    ("Python", "import os\nos.environ['A'] = '1'\nos.environ[name]\nos.getenv(name)\n", []),
    (
        "Python",
        "import os\nos.environ['A'] == '1'\nos.getenv('A')\n",
        [(2, "environment variable", "A")],
    ),
    (
        "Python",
        "p.add_argument('--out', '-o')\np.add_argument('-v', '--verbose')\np.add_argument('path')\n"
        "import click\n@click.option('--n')\ndef f(): pass\n",
        [
            (n, "command-line option", name)
            for n, name in ((1, "--out"), (2, "--verbose"), (3, "path"), (5, "--n"))
        ],
    ),
    (
        "Python",
        "from t import config\nimport a.config\nif config.x and config.sub.y: a.config.z\n"
        "config.w = 1\nconfig.patch(1)\ndef f(config): config.local\nother.settings.v\n",
        [(3, "configuration", f"{name}") for name in ("a.config.z", "config.sub.y", "config.x")],
    ),
    ("C", 'void f(void) { uv_os_getenv("SIZE", b, &n); }\n', [(1, "environment variable", "SIZE")]),
    (
        "C++",
        'auto a = std::getenv("A");\nauto b = c10::utils::check_env("B");\ngetenv(name);\n'
        'DEFINE_bool(fast, true, "x");\n',
        [
            (1, "environment variable", "A"),
            (2, "environment variable", "B"),
            (4, "command-line option", "fast"),
        ],
    ),
    (
        "JavaScript",
        "let a = process.env.A\nlet b = process.env['B']\nprocess.env.C = 1\nimport.meta.env.D\n",
        [
            (1, "environment variable", "A"),
            (2, "environment variable", "B"),
            (4, "environment variable", "D"),
        ],
    ),
    (
        "Go",
        'package p\nvar a = os.Getenv("A")\nvar n = flag.Int("n", 1, "")\n'
        'func init() { flag.BoolVar(&v, "v", false, "") }\n',
        [
            (2, "environment variable", "A"),
            (3, "command-line option", "n"),
            (4, "command-line option", "v"),
        ],
    ),
    (
        "Rust",
        'fn f() { std::env::var("A"); let b = env!("B"); }\n',
        [(1, "environment variable", "A"), (1, "environment variable", "B")],
    ),
    (
        "Java",
        'class A { String a = System.getenv("A"), b = System.getProperty("b.c"); }\n',
        [(1, "environment variable", "A"), (1, "system property", "b.c")],
    ),
    ("Kotlin", 'val a = System.getenv("A")\n', [(1, "environment variable", "A")]),
]


@pytest.mark.parametrize(("language", "code", "expected"), SNIPPETS)
def test_settings_that_are_read(
    language: str, code: str, expected: list[tuple[int, str, str]]
) -> None:
    assert [tuple(found) for found in parse(language, code.encode()).settings] == expected


def test_ten_thousand_reads_of_one_name_are_one_setting() -> None:
    code = b"import os\n" + b"os.getenv('A')\n" * 10_000
    assert [tuple(found) for found in parse("Python", code).settings] == [
        (2, "environment variable", "A")
    ]
