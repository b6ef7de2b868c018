"""Commands that a repository offers, bound to the code that they run."""

from typing import Final

from repobook.model.facts import FileFacts
from repobook.model.kinds import COMMAND
from repobook.packs.commands.argparse_commands import read_argparse
from repobook.packs.commands.click_commands import read_click
from repobook.packs.commands.other_commands import read_clap, read_cobra, read_commander
from repobook.packs.commands.scripts import linker, read_scripts
from repobook.packs.commands.workflow_jobs import read_jobs
from repobook.packs.mount_table import Naming, Readers, needs, read_mounts
from repobook.packs.pack import Needs, Pack, PackFacts
from repobook.parse.source import SourceText
from repobook.text.route_paths import joined_words

_NAMING: Final = Naming("commands", COMMAND, joined_words, is_root_named=False)
_READERS: Final[Readers] = {
    "Python": (
        ((b"click", b"typer"), read_click),
        ((b"argparse",), read_argparse),
    ),
    "Go": (((b"spf13/cobra",), read_cobra),),
    "Rust": (((b"Subcommand",), read_clap),),
    "JavaScript": (((b"commander",), read_commander),),
    "TypeScript": (((b"commander",), read_commander),),
}
# With those of a setup.py.
_PYTHON: Final = Needs(("click", "typer", "argparse", "setup"))


def _read(language: str, source: SourceText, facts: FileFacts) -> PackFacts:
    if language == "YAML":
        return read_jobs(_NAMING.pack, source, facts)
    scripts = read_scripts(_NAMING.pack, language, source, facts)
    if scripts is not None:
        return scripts
    return read_mounts(_READERS, _NAMING, language, source, facts)


PACK: Final = Pack(
    _NAMING.pack,
    stages={"handler": "Code that it runs", "runs": "Files that it runs"},
    read=_read,
    needs=needs(_READERS) | {"Python": _PYTHON, **dict.fromkeys(("YAML", "TOML", "INI", "JSON"))},
    linker=linker,
)
