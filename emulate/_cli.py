"""The command `tfmigrate emulate`."""

from __future__ import annotations

import signal
import sys
from types import FrameType
from typing import IO, Any

import click

from . import _launch as launch
from ._cluster import Cluster
from ._errors import EmulateError
from ._request import Request, to_bytes

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
@click.option("--gpus", type=int, metavar="N", help="How many GPUs, at least 1; of each worker in a cluster.")
@click.option("--tpus", type=int, metavar="N", help="How many cores of a TPU, at least 1.")
@click.option("--memory", metavar="SIZE", help="The memory limit of each GPU, such as 2GB.")
@click.option(
    "--allow-collapse", is_flag=True, help="Let soft placement move ops from devices that do not exist."
)
@click.option("--placement", is_flag=True, help="Print, at the end, which ops ran where and what crossed.")
@click.option("--ps", type=int, metavar="N", help="A cluster with N parameter servers.")
@click.option("--workers", type=int, metavar="N", help="A cluster with N workers.")
@click.option("--chief", type=int, metavar="N", help="A cluster with a chief.")
@click.option("--evaluator", type=int, metavar="N", help="A cluster with N evaluators.")
@click.option("--job", multiple=True, metavar="NAME=N", help="A cluster with N tasks of a job.")
@click.option(
    "--serve", multiple=True, metavar="JOB", help="A job that never returns, as ps: ended at the end."
)
@click.option("--first-port", type=int, metavar="PORT", help="The first task's port, instead of free ones.")
@click.option("--log-dir", metavar="DIR", help="Where each task's output goes, a file for each.")
@click.option(
    "--hang-timeout",
    type=float,
    default=300.0,
    show_default=True,
    metavar="SECONDS",
    help="End a cluster that makes no progress for so long, with its stacks; 0: never.",
)
@click.option("--kill", multiple=True, metavar="TASK@WHEN", help="As worker:1@step=20 or worker:1@10s.")
@click.option("--pause", multiple=True, metavar="TASK@WHEN[,for=5s]", help="Stop a task for some seconds.")
@click.option("--slow", multiple=True, metavar="TASK=5x", help="Run a task so many times slower.")
@click.option("--restart", multiple=True, metavar="TASK[=1s]", help="Start a task again after it was killed.")
@click.argument("command", nargs=-1, type=click.UNPROCESSED, metavar="-- COMMAND [ARGUMENT]...")
def emulate(
    gpus: int | None,
    tpus: int | None,
    memory: str | None,
    allow_collapse: bool,
    placement: bool,
    command: tuple[str, ...],
    **options: Any,
) -> None:
    """Run a TensorFlow program, unchanged, on N emulated GPUs, or as the tasks of a cluster.

    Every /gpu:0 to /gpu:N-1 is a logical CPU device of its own, in the program and in every Python that it
    starts. The exit status is the program's, 128 plus the signal if one ended it, or 1 if two names would
    have meant one device.

    With --ps, --workers, --chief, --evaluator or --job, the command is run once for each task, as a process
    on loopback. Each knows its place by TF_CONFIG, and by templates in its arguments: {job}, {index},
    {address}, {ps_hosts}, {worker_hosts}, {chief_hosts} and so on for each job. When all but the ps have
    ended, these are ended too; the exit status is that of the first task that failed, or 0.
    """
    for option, count in (("--gpus", gpus), ("--tpus", tpus)):
        if count is not None and count < 1:
            raise _Refusal(f"{option} {count}: the number must be 1 or more")
    try:
        jobs = _jobs(options)
        if gpus is None and tpus is None and not jobs:
            raise _Refusal("nothing to emulate: give --gpus N, --tpus N, or a cluster's --workers N")
        if not command:
            raise _Refusal("no command: give it after --, as in: --gpus 2 -- python train.py")
        if jobs:
            if tpus:
                raise _Refusal("--tpus is for one process, not for a cluster")
            devices = {"gpus_per_worker": gpus or 0, "memory_limit": memory, "allow_collapse": allow_collapse}
            status = _run_cluster(jobs, {**devices, "placement": placement}, options, list(command))
        else:
            for option in ("serve", "first_port", "log_dir", "kill", "pause", "slow", "restart"):
                if options[option]:
                    name = option.replace("_", "-")
                    raise _Refusal(f"--{name} is for clusters: ask for one, as in --ps 1 --workers 2")
            wanted = Request(gpus or 0, tpus or 0, to_bytes(memory), allow_collapse)
            status = launch.run(list(command), wanted, placement=placement)
    except EmulateError as error:
        raise _Refusal(str(error)) from error
    sys.exit(status)


def _jobs(options: dict[str, Any]) -> dict[str, int]:
    """Returns the jobs that were asked for; none if no cluster was."""
    given = {"ps": options["ps"], "worker": options["workers"]}
    given.update(chief=options["chief"], evaluator=options["evaluator"])
    jobs = {job: count for job, count in given.items() if count is not None}
    for text in options["job"]:
        name, equals, count = text.partition("=")
        if not equals or not count.lstrip("-").isdecimal():
            raise EmulateError(f"--job {text}: write it as --job local=2")
        jobs[name] = int(count)
    return jobs


def _run_cluster(
    jobs: dict[str, int], devices: dict[str, Any], options: dict[str, Any], command: list[str]
) -> int:
    received: list[int] = []

    def interrupt(number: int, frame: FrameType | None) -> None:
        received.append(number)
        raise KeyboardInterrupt

    for service in options["serve"]:
        if service not in jobs:
            raise EmulateError(f"--serve {service}: the cluster has no such job, only {', '.join(jobs)}")
    cluster = Cluster(
        jobs,
        **devices,
        first_port=options["first_port"],
        log_folder=options["log_dir"],
        hang_timeout=options["hang_timeout"] or None,
        services=("ps", *options["serve"]),
    )
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, interrupt)
    try:
        with cluster:
            for kind in ("kill", "pause", "slow", "restart"):
                for text in options[kind]:
                    cluster.fault(kind, text)
            outcome = cluster.run(command)
    except KeyboardInterrupt:
        if not options["log_dir"] and (folder := getattr(cluster, "log_folder", None)) is not None:
            print(f"emulate: ended by a signal; each task's output is in {folder}", file=sys.stderr)
        return 128 + received[0]
    for task, tables in outcome.placements.items():
        for table in tables:
            print(f"{task}: {table}")
    if outcome.status:
        failed = [f"{task} ended with {status}" for task, status in outcome.statuses.items() if status]
        what = ", ".join(failed) or (
            "the cluster hung" if outcome.hung else "two names would have meant one device"
        )
        print(f"emulate: {what}; each task's output is in {cluster.log_folder}", file=sys.stderr)
    return outcome.status
