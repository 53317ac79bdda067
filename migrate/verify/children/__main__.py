"""The entry of a child process: `python …/children/__main__.py --side original … -- script arguments`."""

from __future__ import annotations

import argparse
import faulthandler
import os
import signal
import sys
import threading
from pathlib import Path

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).parents[3])  # where this package is, installed or not

from migrate.verify.children import original, rewritten
from migrate.verify.children.recorder import Recorder
from migrate.verify.children.script import run_script, runtime_of
from migrate.verify.records import Record, Writer


def main() -> None:
    """Run one program on emulated GPUs, and record it."""
    faulthandler.register(signal.SIGUSR1, all_threads=True)  # the parent sends it before it ends a hang
    options = _options()
    threading.Thread(target=_end_with_parent, args=(options.lifeline,), daemon=True).start()
    recorder = Recorder(Writer(options.record), options.steps)
    if options.side == "original":
        planted = Record(options.plant).initial() if options.plant is not None else None
        original.prepare(recorder, options.gpus, planted, references=options.references)
        run_script(options.program, recorder)
    else:
        runtime = runtime_of(options.program[0])
        original_record = Record(options.plant)
        initial, seeded = original_record.initial(), original_record.seeded().keys()
        with rewritten.prepared(recorder, options.gpus, initial, runtime, seeded):
            run_script(options.program, recorder)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--side", required=True, choices=["original", "rewritten"])
    parser.add_argument("--record", type=Path, required=True)
    parser.add_argument("--plant", type=Path)
    parser.add_argument("--references", action="store_true")
    parser.add_argument("--gpus", type=int, required=True)
    parser.add_argument("--steps", type=int)
    parser.add_argument("--lifeline", type=int, required=True)
    end = sys.argv.index("--")
    options = parser.parse_args(sys.argv[1:end])
    options.program = sys.argv[end + 1 :]
    return options


def _end_with_parent(lifeline: int) -> None:
    """End this process and those it started when the parent is gone, which closes the pipe."""
    os.read(lifeline, 1)
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    main()
