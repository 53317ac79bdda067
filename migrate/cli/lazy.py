"""A group of commands of which each is imported only when it runs."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import Any

import click

_OWN = ("migrate", "emulate")


@dataclass(frozen=True)
class Door:
    """Where a command is, as `module:attribute`, and what it does, in a few words."""

    target: str
    summary: str

    def open(self) -> click.Command:
        """Imports the command.

        Raises:
          click.ClickException: it needs a package that comes with an extra alone.
        """
        name, _, attribute = self.target.partition(":")
        try:
            module = importlib.import_module(name)
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] in ("", *_OWN):
                raise
            raise click.ClickException(
                f"{error.name} is not installed, which this command needs: pip install 'tfmigrate[all]'"
            ) from error
        command = getattr(module, attribute)
        assert isinstance(command, click.Command)
        return command


class LazyGroup(click.Group):
    """A group that lists its commands, with a summary of each, and imports none of them for that."""

    def __init__(self, *args: Any, doors: dict[str, Door], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.doors = doors

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands, in the order of use."""
        return list(self.doors)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command `cmd_name`, imported now."""
        door = self.doors.get(cmd_name)
        return door.open() if door else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the list of commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, door.summary) for name, door in self.doors.items()])
