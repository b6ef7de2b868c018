"""Small programs with commands, each in its folder, and the commands that they have.

``bench/routes.py`` runs those of click and Typer and compares with the libraries' own tables.
"""

from typing import Final

FILES: Final = {
    "click_app/__init__.py": "",
    "click_app/cli.py": """\
import click

from click_app import users as people
from click_app.tools import clean_cmd, sweep


@click.group()
def cli():
    \"\"\"The program.\"\"\"


@cli.command("hello", help="Greets.")
@click.option("--name")
def greet(name):
    click.echo(name)


@cli.group
def config():
    pass


@config.command
def show_all():
    pass


@config.command(name="set")
def set_value():
    pass


cli.add_command(people.users)
cli.add_command(clean_cmd)
cli.add_command(sweep, "broom")
""",
    "click_app/users.py": """\
import click as c


@c.group()
def users():
    pass


@users.command()
def add():
    pass
""",
    "click_app/tools.py": """\
from click import command


@command()
def clean_cmd():
    pass


@command()
def sweep():
    pass
""",
    "typer_app/__init__.py": "",
    "typer_app/main.py": """\
import typer

from typer_app import items

app = typer.Typer()
app.add_typer(items.app, name="items")


@app.command()
def start_now(port: int = 80):
    pass


@app.command("halt")
def stop():
    pass
""",
    "typer_app/items.py": """\
from typer import Typer

app = Typer()


@app.command()
def create(name: str):
    pass


@app.command()
def drop_all():
    pass
""",
    "argparse_app/main.py": """\
import argparse

import jobs as j


def main():
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers()
    add = commands.add_parser("add", help="adds")
    add.set_defaults(func=j.add)
    remote = commands.add_parser("remote")
    remotes = remote.add_subparsers()
    show = remotes.add_parser("show")
    show.set_defaults(func=show_remote, verbose=True)


def show_remote(options): ...
""",
    "argparse_app/jobs.py": "def add(options): ...\n",
    "scripts_app/pyproject.toml": """\
[project]
name = "tool"

[project.scripts]
mytool = "tool.cli:main"
other = "elsewhere.cli:main"
""",
    "scripts_app/src/tool/__init__.py": "",
    "scripts_app/src/tool/cli.py": "from tool.deep import main\n",
    "scripts_app/src/tool/deep.py": "def main(): ...\n",
    "setup_app/setup.py": """\
from setuptools import setup

setup(
    name="old",
    entry_points={
        "console_scripts": [
            "oldtool = oldpkg.run:main",
        ]
    },
)
""",
    "setup_app/setup.cfg": """\
[options.entry_points]
console_scripts =
    cfgtool = oldpkg.run:again
""",
    "setup_app/oldpkg/__init__.py": "",
    "setup_app/oldpkg/run.py": "def main(): ...\n\n\ndef again(): ...\n",
    "npm_app/package.json": """\
{
  "name": "npm-app",
  "bin": {"npm-app": "./bin/run.js"},
  "scripts": {
    "build": "tsc && node scripts/build.js --fast",
    "lint": "eslint"
  }
}
""",
    "npm_app/bin/run.js": "console.log(1);\n",
    "npm_app/scripts/build.js": "console.log(2);\n",
    "npm_app/cli.js": """\
const { program } = require('commander');
const { add } = require('./commands');

program.command('add <file>').description('adds').action(add);
program.command('drop').action((file) => {});
""",
    "npm_app/commands.js": "function add(file) {}\n\nmodule.exports = { add };\n",
    "cobra_app/go.mod": "module example.com/cobra_app\n",
    "cobra_app/cmd/root.go": """\
package cmd

import "github.com/spf13/cobra"

var rootCmd = &cobra.Command{Use: "tool"}

var addCmd = &cobra.Command{
	Use:   "add NAME",
	Short: "Adds.",
	RunE:  runAdd,
}

func init() { rootCmd.AddCommand(addCmd) }

func runAdd(c *cobra.Command, a []string) error { return nil }
""",
    "cobra_app/cmd/list.go": """\
package cmd

import "github.com/spf13/cobra"

var listCmd = &cobra.Command{
	Use: "list",
	Run: func(c *cobra.Command, a []string) {},
}

func init() { rootCmd.AddCommand(listCmd) }
""",
    "clap_app/src/main.rs": """\
use clap::{Parser, Subcommand};

#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    command: Commands,
}

#[derive(Debug, Subcommand)]
enum Commands {
    Add { name: String },
    ListAll,
    #[command(name = "rm")]
    Remove,
}
""",
}
COMMANDS: Final = {
    "click_app": """\
broom tools.py::sweep
clean tools.py::clean_cmd
cli cli.py::cli
config cli.py::config
config set cli.py::set_value
config show-all cli.py::show_all
hello cli.py::greet
users users.py::users
users add users.py::add
""",
    "typer_app": """\
halt main.py::stop
items create items.py::create
items drop-all items.py::drop_all
start-now main.py::start_now
""",
    "argparse_app": """\
add jobs.py::add
remote in place
remote show main.py::show_remote
""",
    "scripts_app": """\
mytool src/tool/deep.py::main
other in place
""",
    "setup_app": """\
cfgtool oldpkg/run.py::again
oldtool oldpkg/run.py::main
""",
    "npm_app": """\
add commands.js::add
drop in place
npm run build scripts/build.js
npm run lint in place
npm-app bin/run.js
""",
    "cobra_app": """\
add cmd/root.go::runAdd
list in place
tool in place
""",
    "clap_app": """\
add src/main.rs::Commands.Add
list-all src/main.rs::Commands.ListAll
rm src/main.rs::Commands.Remove
""",
}
