"""Commands of small programs: their whole names, what they run, and every question."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from repobook import Book, open_book
from repobook.ask.trace.trace_answer import TraceAnswer
from repobook.languages import parse
from repobook.verify.verify import verify
from tests.fakes.books import assert_same_book, make_book
from tests.fakes.trees import write_tree
from tests.packs.command_apps import COMMANDS, FILES
from tests.packs.listing import subjects_below


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("commands")
    make_book(write_tree(folder / "apps", FILES), folder / "book")
    return folder


@pytest.fixture(scope="module")
def book(folder: Path) -> Iterator[Book]:
    with open_book(str(folder / "book")) as opened:
        yield opened


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_a_program_has_these_commands(folder: Path, name: str) -> None:
    assert subjects_below(folder / "book", name, "command") == COMMANDS[name]


@pytest.mark.parametrize(
    ("asked", "target"),
    [
        ("mytool", "scripts_app/src/tool/deep.py"),
        ("users add", "click_app/users.py"),
        ("program users add", "click_app/users.py"),
        ("config set", "click_app/cli.py"),
        ("click_app/tools.py::sweep", "click_app/tools.py"),
        ("npm run build", "npm_app/scripts/build.js"),
        ("runAdd", "cobra_app/cmd/root.go"),
    ],
)
def test_a_command_is_traced_from_every_end(book: Book, asked: str, target: str) -> None:
    answer = book.trace(asked)
    assert isinstance(answer, TraceAnswer)
    hops = [hop for stage in answer.stages for hop in stage.hops]
    assert target in [hop.target_path for hop in hops]


@pytest.mark.parametrize(
    ("language", "code"),
    [
        ("Python", "import click, bot\n@bot.command()\ndef f(): ...\n"),
        ("Python", "# click\n@cli.command()\ndef f(): ...\n"),
        ("Python", "import argparse\nxml.add_parser('x')\n"),
        ("JSON", '{"scripts": {"a": "node b.js"}}'),
        ("Rust", "#[derive(Debug)] // Subcommand\nenum A { B }\n"),
    ],
)
def test_what_only_looks_alike_is_no_command(language: str, code: str) -> None:
    facts = parse(language, code.encode())
    assert [d.name for d in facts.definitions if d.kind == "command"] == []


def test_a_table_lists_all_commands(folder: Path) -> None:
    markdown = folder / "book" / "markdown"
    table = (markdown / "commands.md").read_text()
    assert "| `users add` | `add` [`click_app/users.py:10`]" in table
    assert "| `npm run build` | [`npm_app/scripts/build.js`]" in table
    assert "(commands.md)" in (markdown / "index.md").read_text()
    assert not (markdown / "routes.md").exists()


def test_pages_with_commands_prove_what_they_say(folder: Path) -> None:
    assert verify(folder / "book", str(folder / "apps"), 1).problems == ()


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("cobra_app/cmd/root.go", "github.com/spf13/cobra", "example.com/none"),
        ("click_app/users.py", "def users", "def people"),
        ("click_app/cli.py", '"broom"', '"brush"'),
        ("scripts_app/src/tool/deep.py", "def main", "def run"),
        ("npm_app/package.json", "scripts/build.js", "bin/run.js"),
        ("cobra_app/cmd/root.go", "rootCmd", "topCmd"),
    ],
)
def test_an_edit_ends_in_the_bytes_of_a_full_build(
    tmp_path: Path, path: str, old: str, new: str
) -> None:
    files = {name: text for name, text in FILES.items() if name.split("/")[0] == path.split("/")[0]}
    apps = write_tree(tmp_path / "apps", files)
    make_book(apps, tmp_path / "book")
    assert old in files[path]
    (apps / path).write_text(files[path].replace(old, new))
    make_book(apps, tmp_path / "book")
    make_book(apps, tmp_path / "fresh")
    assert_same_book(tmp_path / "book", tmp_path / "fresh")


def test_a_decorator_leads_where_its_own_name_does() -> None:
    text = "import click\n\n\n@click.command()\ndef run():\n    pass\n"
    names_by_position: dict[int, set[str]] = {}
    for reference in parse("Python", text.encode()).references:
        for position in reference.positions:
            names_by_position.setdefault(position, set()).add(reference.name)
    assert {"run"} in names_by_position.values()
    assert all(len(names) == 1 for names in names_by_position.values())
