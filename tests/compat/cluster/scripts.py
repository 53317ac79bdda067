"""Programs that are told by their arguments where the tasks are, run in forked tasks."""

import runpy
import sys
from collections.abc import Mapping, Sequence

import tensorflow as tf

import compat


def run(jobs: Mapping[str, Sequence[str]], job: str, index: int, path: str, options: Sequence[str]) -> None:
    """Run a file as `python path --job_name=… --task_index=… --ps_hosts=… --worker_hosts=… options` does."""
    hosts = (f"--{name}_hosts={','.join(addresses)}" for name, addresses in jobs.items())
    _run(path, f"--job_name={job}", f"--task_index={index}", *hosts, *options)


def be_client(jobs: Mapping[str, Sequence[str]], job: str, index: int, path: str) -> None:
    """Run a file as `python path addresses… addresses… …` does, for each job its addresses."""
    _run(path, *map(",".join, jobs.values()))


def _run(path: str, *arguments: str) -> None:
    sys.argv = [path, *arguments]
    try:
        runpy.run_path(path, run_name="__main__")
    except SystemExit as leaving:
        if leaving.code:
            raise


def serve(jobs: Mapping[str, Sequence[str]], job: str, index: int) -> None:
    """Serve the sessions of others, for ever."""
    tf.distribute.Server(jobs, job, index).join()


def serve_values(jobs: Mapping[str, Sequence[str]], job: str, index: int) -> None:
    """Serve what others compute and hold here, until they are done."""
    compat.Server(jobs, job, index).join()
