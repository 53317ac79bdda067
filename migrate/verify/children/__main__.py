"""The entry of a child process: `python …/children/__main__.py --record FOLDER … -- script arguments`."""

from __future__ import annotations

import argparse
import faulthandler
import importlib
import os
import signal
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).parents[3])  # where this package is, installed or not

from migrate.verify.children import original, rewritten
from migrate.verify.children.chance import begin_chance
from migrate.verify.children.leaving import shorten_waiting
from migrate.verify.children.lifeline import end_with_parent
from migrate.verify.children.placing import Placing
from migrate.verify.children.planting import Planting
from migrate.verify.children.recorder import Recorder
from migrate.verify.children.saved import SavedFiles
from migrate.verify.children.script import run_script, runtime_of
from migrate.verify.records import Record, Writer


def main() -> None:
    """Run one program on emulated GPUs, and record it."""
    faulthandler.register(signal.SIGUSR1, all_threads=True)  # the parent sends it before it ends a hang
    options = _options()
    if options.lifeline is not None:
        end_with_parent(options.lifeline)
    options.record.mkdir(parents=True, exist_ok=True)
    if options.printed is not None:
        os.dup2(os.open(options.record / options.printed, os.O_WRONLY | os.O_CREAT), sys.stdout.fileno())
    root = options.folder or Path(options.program[0]).parent
    if options.folder is not None:
        os.chdir(options.folder)
    if options.chance is not None:
        begin_chance(options.chance)
    shorten_waiting()
    # The others go on, for one that is to make so many steps may wait for them; they are ended with it.
    is_cut = options.leader in (None, options.record.name)
    recorder = Recorder(Writer(options.record), options.steps if is_cut else None, str(root))
    saved = SavedFiles(options.record, root)
    run = partial(run_script, options.program, recorder, options.record, str(root))
    initial = Planting.of(Record(options.plant) if options.plant else None, options.names)
    task = options.record.name if options.printed is not None else None  # which cluster.py calls so
    if options.as_tensorflow_1:
        original.prepare(recorder, options.gpus, initial, references=options.references, task=task)
        _watch_saved(saved, options.checkpoints)
        run(_keeping(saved, Placing(options.record, task=task) if options.placement else None))
        return
    runtime = runtime_of(options.program[0])
    with rewritten.prepared(recorder, options.gpus, initial, runtime, task=task) as made:
        _watch_saved(saved, options.checkpoints, importlib.import_module(runtime).Saver)
        placing = Placing(options.record, made.devices, task) if options.placement else None
        run(_keeping(saved, placing))


def _keeping(saved: SavedFiles, placing: Placing | None) -> Callable[[], None]:
    """What keeps all that is to be known of the program beside its steps, at its end."""

    def keep() -> None:
        saved.keep_scalars()
        if placing is not None:
            placing.keep()

    return keep


def _watch_saved(saved: SavedFiles, checkpoints: bool, *savers: Any) -> None:
    saved.watch_events()
    if checkpoints:
        saved.watch_checkpoints(*savers)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--as-tensorflow-1", action="store_true")
    parser.add_argument("--record", type=Path, required=True)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--plant", type=Path)
    parser.add_argument("--names", type=Path)
    parser.add_argument("--chance", type=int)
    parser.add_argument("--checkpoints", action="store_true")
    parser.add_argument("--references", action="store_true")
    parser.add_argument("--placement", action="store_true")
    parser.add_argument("--gpus", type=int, default=0)
    parser.add_argument("--steps", type=int)
    parser.add_argument("--lifeline", type=int)
    parser.add_argument("--leader")  # of a cluster the only task that --steps ends, such as worker-0
    parser.add_argument("--printed")  # the name of a file in the record that gets stdout
    end = sys.argv.index("--")
    options = parser.parse_args(sys.argv[1:end])
    options.program = sys.argv[end + 1 :]
    return options


if __name__ == "__main__":
    main()
