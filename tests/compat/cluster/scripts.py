"""Programs that are told by flags which task they are, run in forked tasks."""

import runpy
import sys
from collections.abc import Mapping, Sequence

import tensorflow as tf


def run(jobs: Mapping[str, Sequence[str]], job: str, index: int, path: str, options: Sequence[str]) -> None:
    """Run a file as `python path --job_name=… --task_index=… --ps_hosts=… --worker_hosts=… options` does."""
    hosts = (f"--{name}_hosts={','.join(addresses)}" for name, addresses in jobs.items())
    sys.argv = [path, f"--job_name={job}", f"--task_index={index}", *hosts, *options]
    try:
        runpy.run_path(path, run_name="__main__")
    except SystemExit as leaving:
        if leaving.code:
            raise


def serve(jobs: Mapping[str, Sequence[str]], job: str, index: int) -> None:
    """Serve the sessions of others, for ever."""
    tf.distribute.Server(jobs, job, index).join()
