"""A group of commands, each a file that is loaded when it is called."""

from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

import click


class CommandFiles(click.Group):
    """Finds commands by file name, so that one command's start never pays for another's imports."""

    def __init__(self, *arguments: Any, rooms: tuple[ModuleType, ...], **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._rooms = rooms

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(self._room_by_name())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        room = self._room_by_name().get(cmd_name)
        if room is None:
            return None
        command: click.Command = import_module(f"{room}.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError:
            from difflib import get_close_matches

            close = get_close_matches(args[0], self.list_commands(ctx), 1, 0.5)
            hint = f" Did you mean {close[0]!r}?" if close else ""
            raise click.UsageError(f"No such command {args[0]!r}.{hint}", ctx) from None

    def _room_by_name(self) -> dict[str, str]:
        """The package of each command."""
        return {
            found.name: room.__name__
            for room in self._rooms
            for found in iter_modules(room.__path__)
        }
