"""The command `tfmigrate`. Starts at once: each command imports what it needs when it runs."""

from __future__ import annotations

import gc
import io
import os
import sys
import traceback
from collections.abc import Sequence

import click

import migrate
from migrate.errors import MigrateError

from .lazy import Door, LazyGroup

_USAGE_OR_INTERNAL_ERROR = 2
# When the collector of garbage looks for it. What a run makes lives nearly as long as the run: syntax trees,
# and what is known of their nodes. The usual collector would go through all of it again and again.
_SELDOM = (50_000, 20, 50)

DOORS = {
    "rewrite": Door("migrate.cli.rewrite:rewrite", "Rewrite programs, in place or elsewhere."),
    "inspect": Door("migrate.cli.inspect:inspect_command", "Tell what is known of programs; write nothing."),
    "verify": Door("migrate.cli.verify:verify_command", "Prove that a migrated program trains the same."),
    "undo": Door("migrate.cli.undo:undo", "Put back what the last in-place rewrite changed."),
    "status": Door("migrate.cli.status:status", "Tell what was rewritten, and what undo would do."),
    "explain": Door("migrate.cli.explain:explain", "Say what a code in the report means."),
    "rules": Door("migrate.cli.rules:rules", "List every code that a report can name."),
    "emulate": Door("emulate._cli:emulate", "Run a program on emulated devices."),
}


@click.group(cls=LazyGroup, doors=DOORS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(migrate.__version__, prog_name="tfmigrate", message="%(prog)s %(version)s")
def tfmigrate() -> None:
    """Moves distributed TensorFlow 1 training code to TensorFlow 2 strategies."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs `tfmigrate` and returns its exit status.

    0 done or clean, 1 something would change or could rise (`--check`), or is on a lower tier (`--min-tier`),
    2 usage or internal error, 3 an error diagnostic is left; with several, the highest.

    An error is one line on stderr; with TFMIGRATE_DEBUG=1 in the environment, a traceback comes before it.
    """
    _show_any_text()
    gc.set_threshold(*_SELDOM)
    try:
        given = list(sys.argv[1:] if arguments is None else arguments)
        status = tfmigrate.main(given or ["--help"], prog_name="tfmigrate", standalone_mode=False)
    except click.UsageError as error:
        return _fail(_one_line(error), error)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt) as error:
        return _fail("interrupted", error)
    except MigrateError as error:
        return _fail(str(error), error)
    except OSError as error:  # what the system refuses, such as a name that is too long
        named = f"{error.filename}: {error.strerror}" if error.filename and error.strerror else str(error)
        return _fail(named, error)
    except Exception as error:  # the last resort: no user should read a traceback
        told = " ".join(str(error).split()) or "no message"
        return _fail(f"internal error: {type(error).__name__}: {told}; TFMIGRATE_DEBUG=1 shows where", error)
    return status if isinstance(status, int) else 0


def _show_any_text() -> None:
    """Makes file names that are no Unicode, and terminals that are not UTF-8, print as escapes."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _fail(message: str, error: BaseException) -> int:
    if os.environ.get("TFMIGRATE_DEBUG") == "1":
        traceback.print_exception(error)
    click.echo(f"tfmigrate: {message}", err=True)
    return _USAGE_OR_INTERNAL_ERROR


def _one_line(error: click.UsageError) -> str:
    command = error.ctx.command_path if error.ctx else "tfmigrate"
    return f"{' '.join(error.format_message().split())} (see {command} --help)"


if __name__ == "__main__":
    sys.exit(main())
