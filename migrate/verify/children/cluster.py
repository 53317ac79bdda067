"""Runs every task of a program of a cluster here: `python …/cluster.py --record FOLDER … -- script …`.

What is recorded is the first worker, or the chief where there is one. The other tasks run the same script,
and what they do shows in the variables that they share. Options that are not of the cluster are each task's.
"""

from __future__ import annotations

import argparse
import faulthandler
import os
import shutil
import signal
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).parents[3])  # where this package is, installed or not

import emulate
from migrate.verify.children.lifeline import end_with_parent

_TASK = Path(__file__).with_name("__main__.py")
_PRINTED = "stdout.txt"
_LINES_OF_LOG = 30


def main() -> int:
    """Run the cluster; the status is 0 if all tasks that are to end did so with 0."""
    faulthandler.register(signal.SIGUSR1, all_threads=True)
    options, rest = _options()
    end_with_parent(options.lifeline)  # and the tasks with this process
    tasks: Path = options.record / "tasks"
    first = "chief:0" if options.chief else "worker:0"
    recorded = tasks / first.replace(":", "-")
    (options.record / "progress").symlink_to(recorded / "progress")
    command = [sys.executable, str(_TASK), "--record", str(tasks / "{job}-{index}"), "--printed", _PRINTED]
    command += ["--leader", recorded.name]
    with emulate.cluster(
        ps=options.ps,
        workers=options.workers,
        chief=options.chief,
        gpus_per_worker=options.gpus,
        log_folder=options.record / "logs",
        hang_timeout=None,  # the parent has a limit
    ) as cluster:
        outcome = cluster.run([*command, *rest], leader=first)
    (options.record / "progress").unlink()
    for file in recorded.iterdir() if recorded.exists() else ():
        if file.name != _PRINTED:
            os.replace(file, options.record / file.name)
    _say(recorded / _PRINTED)
    for task, status in outcome.statuses.items():
        if status or task == first:
            lines = outcome.output(task).splitlines()[-_LINES_OF_LOG:]
            print(*(f"[{task}] {line}" for line in lines), sep="\n", file=sys.stderr)
    return outcome.status


def _say(printed: Path) -> None:
    """What the recorded task printed is what is compared."""
    if printed.exists():
        with printed.open("rb") as file:
            shutil.copyfileobj(file, sys.stdout.buffer)
        sys.stdout.flush()


def _options() -> tuple[argparse.Namespace, list[str]]:
    parser = argparse.ArgumentParser()
    parser.add_argument("--record", type=Path, required=True)
    parser.add_argument("--gpus", type=int, default=0)
    parser.add_argument("--lifeline", type=int, required=True)
    for job in ("ps", "workers", "chief"):
        parser.add_argument(f"--{job}", type=int, default=0)
    end = sys.argv.index("--")
    options, rest = parser.parse_known_args(sys.argv[1:end])
    return options, [*rest, *sys.argv[end:]]


if __name__ == "__main__":
    try:
        sys.exit(main())
    except emulate.EmulateError as error:
        sys.exit(f"tfmigrate: {error}")
