"""The command `tfmigrate emulate`."""

import sys
from typing import IO, Any

import click

from . import launch
from .errors import EmulateError

_USAGE_STATUS = 2


class _Refusal(click.ClickException):
    """A usage error in one line: what is wrong, and nothing else."""

    exit_code = _USAGE_STATUS

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(f"emulate: {self.format_message()}", file=file or sys.stderr)


class _Command(click.Command):
    """A command whose usage errors are one line."""

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        try:
            return super().make_context(*args, **kwargs)
        except click.UsageError as error:
            raise _Refusal(error.format_message()) from error


@click.command(cls=_Command, context_settings={"allow_interspersed_args": False})
@click.option("--gpus", type=int, required=True, metavar="N", help="How many GPUs, at least 1.")
@click.argument("command", nargs=-1, type=click.UNPROCESSED, metavar="-- COMMAND [ARGUMENT]...")
def emulate(gpus: int, command: tuple[str, ...]) -> None:
    """Run a TensorFlow program, unchanged, on N emulated GPUs.

    Every /gpu:0 to /gpu:N-1 is a logical CPU device of its own, in the program and in every Python that it
    starts. The exit status is the program's, 128 plus the signal if one ended it, or 1 if two names would
    have meant one device.
    """
    if gpus < 1:
        raise _Refusal(f"--gpus {gpus}: the number must be 1 or more")
    if not command:
        raise _Refusal("no command: give it after --, as in: --gpus 2 -- python train.py")
    try:
        status = launch.run(list(command), gpus)
    except EmulateError as error:
        raise _Refusal(str(error)) from error
    sys.exit(status)
