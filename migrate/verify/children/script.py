"""Runs a script in this process as `python script arguments` would run it."""

from __future__ import annotations

import os
import runpy
import sys
from collections.abc import Callable
from importlib.machinery import PathFinder
from pathlib import Path

from .ending import told_of, write_ending
from .recorder import Enough, Recorder


def run_script(
    program: list[str], recorder: Recorder, record: Path, root: str, keep: Callable[[], None]
) -> None:
    """Run a script with its arguments, recorded; does not return when its steps were cut short.

    `keep` keeps what else is to be known of it, at its end.
    """
    script = program[0]
    sys.argv = list(program)
    sys.path[0] = str(Path(script).resolve().parent)
    _forget_own_packages(sys.path[0])
    try:
        runpy.run_path(script, run_name="__main__")
        write_ending(record, kind="end")
    except Enough:
        write_ending(record, kind="cut")
        recorder.flush()
        keep()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)  # threads that the program would have ended later do not keep the process
    except BaseException as error:
        write_ending(record, **told_of(error, root))
        raise
    finally:
        recorder.flush()
        keep()


def runtime_of(script: str) -> str:
    """The name by which a rewritten script imports `compat`: another where it has a module of that name."""
    return "tfmigrate_compat" if _has_own_compat(str(Path(script).resolve().parent)) else "compat"


def _has_own_compat(folder: str) -> bool:
    return PathFinder.find_spec("compat", [folder]) is not None


def _forget_own_packages(folder: str) -> None:
    """Let a program that has a module called `migrate`, or `compat`, import its own."""
    forgotten = {"migrate", "compat"} if _has_own_compat(folder) else {"migrate"}
    for name, module in list(sys.modules.items()):
        names = (name, str(getattr(module, "__name__", name)))  # `compat` has another name, too
        if any(one.partition(".")[0] in forgotten for one in names):
            del sys.modules[name]
