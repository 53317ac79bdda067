"""Clusters of real processes on loopback."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType

from . import _journal as journal
from . import _launch as launch
from . import _log_folders as log_folders
from ._errors import EmulateError
from ._faults import Fault, Faults
from ._groups import Guard
from ._member import Member
from ._outcome import Outcome
from ._output import Output
from ._ports import reserved
from ._progress import Progress
from ._request import Request, to_bytes
from ._topology import Task, Topology, checked_jobs

_POLL_SECONDS = 0.02
_TERM_SECONDS = 3.0
_STACK_SECONDS = 2.0
_SECONDS_WITHOUT_LEADER = 10.0


class Cluster:
    """A cluster that is ready to start; ends with the block it is used in. See `cluster`.

    Args:
        jobs: how many tasks each job has.
        gpus_per_worker: emulated GPUs of each task that is not a ps.
        memory_limit: of each GPU, in bytes, or as "2GiB".
        first_port: the first of the ports, one after the other; free ones are found if None.
        log_folder: where each task's output goes, a file for each; if None a new folder, which goes when this
            process ends, unless something failed.
        hang_timeout: seconds without a step after which the cluster is ended; None for never.
        services: jobs whose tasks are ended when those of the others are done.
        echo: whether to copy the tasks' output to this process's, prefixed.
        allow_collapse: whether two names may mean one device.
        placement: whether to record which op of each task ran where.

    Raises:
        EmulateError: a number is negative or no integer, there is no task, or a port is in use.
    """

    def __init__(
        self,
        jobs: Mapping[str, int],
        *,
        gpus_per_worker: int = 0,
        memory_limit: int | float | str | None = None,
        first_port: int | None = None,
        log_folder: str | os.PathLike[str] | None = None,
        hang_timeout: float | None = 300.0,
        services: Iterable[str] = ("ps",),
        echo: bool = True,
        allow_collapse: bool = False,
        placement: bool = False,
    ) -> None:
        jobs = checked_jobs(jobs)
        if isinstance(gpus_per_worker, bool) or not isinstance(gpus_per_worker, int) or gpus_per_worker < 0:
            raise EmulateError(
                f"{gpus_per_worker!r} GPUs a worker: the number must be an integer of 0 or more"
            )
        if memory_limit is not None and not gpus_per_worker:
            raise EmulateError(
                f"memory limit {memory_limit}: it is of GPUs, and there are none: ask for some"
            )
        if hang_timeout is not None and hang_timeout <= 0:
            raise EmulateError(f"hang timeout {hang_timeout:g}: give seconds above 0")
        self._closing = contextlib.ExitStack()
        ports = self._closing.enter_context(reserved(sum(jobs.values()), first_port))
        self.topology = Topology.of(jobs, ports)
        self._gpus = {job: 0 if job == "ps" else gpus_per_worker for job in jobs}
        self._request = Request(
            memory_limit=to_bytes(memory_limit), allow_collapse=allow_collapse, jobs=self._gpus
        )
        self._placement = placement
        self._log_folder = None if log_folder is None else Path(log_folder)
        self._hang_timeout = hang_timeout
        self._services = frozenset(services)
        self._echo = echo
        self._faults = Faults()
        self._command: list[str] = []
        self._members: dict[Task, Member] = {}
        self._statuses: dict[Task, int] = {}
        self._pending: list[tuple[float, Task]] = []
        self._started_at = 0.0
        self._hung = False
        self._stopped = False
        self._collapses: dict[str, None] = {}
        self._placements: dict[str, list[str]] = {}
        self._lock = threading.RLock()

    def __enter__(self) -> Cluster:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None and self._command:
            log_folders.keep(self.log_folder)
        self.stop()

    def fault(self, kind: str, text: str) -> None:
        """Plans a fault as the command's options write it, as `fault("kill", "worker:1@step=20")`."""
        self._faults.plan(kind, text, self.topology)

    def start(self, command: Iterable[str]) -> None:
        """Starts every task with a command, whose templates are filled in (see `Topology.fill`).

        Raises:
            EmulateError: the cluster was started before, or the command is not there.
        """
        if self._command:
            raise EmulateError("this cluster has been started already: make another one")
        command = list(command)
        launch.check_command(command)
        self._scratch = Path(self._closing.enter_context(tempfile.TemporaryDirectory(prefix="emulate-")))
        self.log_folder = self._log_folder or log_folders.make()
        try:
            self.log_folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise EmulateError(f"log folder {self.log_folder}: {error.strerror}: give another one") from error
        names = [str(task) for task in self.topology.tasks]
        self._logs = {name: self.log_folder / f"{name.replace(':', '-')}.log" for name in names}
        self._output = Output(self._logs, echo=self._echo)
        self._guard = Guard()
        self._command = command
        self._started_at = time.monotonic()
        for task in self.topology.tasks:
            self._spawn(task)

    def run(
        self, command: Iterable[str], *, timeout: float | None = None, leader: str | None = None
    ) -> Outcome:
        """Starts the command on every task and waits until the cluster is done, as `wait` does."""
        self.start(command)
        return self.wait(timeout, leader=leader)

    def wait(self, timeout: float | None = None, *, leader: str | None = None) -> Outcome:
        """Waits until all tasks but those of services have ended, ends these, and tells how it went.

        A cluster that gets no further for `hang_timeout` seconds, or has not ended after `timeout`, is
        ended with the Python stacks of its processes in their logs. Once a `leader` such as `worker:0` has
        ended, the others have a few seconds more: without it they may wait for ever.
        """
        progress = Progress(self._hang_timeout, timeout)
        awaited = None if leader is None else self.topology.find(leader)
        until = float("inf")
        while not self._is_done() and time.monotonic() < until:
            self._tend()
            if awaited in self._statuses:
                until = min(until, time.monotonic() + _SECONDS_WITHOUT_LEADER)
            complaint = progress.complaint(self._made())
            if complaint is not None:
                self._end_hung(complaint)
                break
            time.sleep(_POLL_SECONDS)
        self.stop()
        return self._outcome()

    def stop(self) -> None:
        """Ends every process of the cluster; those that do not end when asked are killed."""
        if self._stopped or not self._command:
            self._closing.close()
            return
        self._stopped = True
        with self._lock:
            self._pending.clear()
            running = [member for task, member in self._members.items() if task not in self._statuses]
            for member in running:
                member.ask_to_end()
        deadline = time.monotonic() + _TERM_SECONDS
        for member in running:
            member.wait(deadline)
        for member in running:
            member.end()
        for member in self._members.values():
            self._collapses.update(dict.fromkeys(journal.read(member.journal)[1]))
        if self._placement:
            self._placements = {str(task): launch.read_tables(self._tables(task)) for task in self._members}
        self._output.close()
        self._guard.close()
        self._closing.close()

    def kill(self, task: str) -> None:
        """Kills a task now, as a crash of its machine would."""
        self._strike(Fault("kill", self.topology.find(task)))

    def pause(self, task: str, seconds: float) -> None:
        """Stops a task for some seconds; its connections stay open and nobody answers."""
        self._strike(Fault("pause", self.topology.find(task), amount=seconds))

    def slow(self, task: str, factor: float) -> None:
        """Lets a task run one part of the time in `factor`, from now on."""
        self._strike(Fault("slow", self.topology.find(task), amount=factor))

    def restart(self, task: str) -> None:
        """Starts a task that has ended, or that was killed, again on its address.

        Raises:
            EmulateError: it is running.
        """
        found = self.topology.find(task)
        member = self._members[found]
        if member.struck:
            member.wait(time.monotonic() + _TERM_SECONDS)
        self._tend()
        if found not in self._statuses:
            raise EmulateError(f"{task} is running: kill it before it is started again")
        self._spawn(found)

    def steps(self, task: str) -> int:
        """Returns how many steps a task has made."""
        return self._members[self.topology.find(task)].steps.count

    def _spawn(self, task: Task) -> None:
        note = self._scratch / f"journal-{task.job}-{task.index}"
        note.touch()
        gpus = [self._gpus[each.job] for each in self.topology.tasks]
        first = sum(gpus[: self.topology.tasks.index(task)])
        request = dataclasses.replace(
            self._request, gpus=self._gpus[task.job], cluster_gpus=sum(gpus), first_gpu=first
        )
        environment = launch.environment(request if any(self._gpus.values()) else None, note)
        if self._placement:
            environment.update(launch.placement_variable(self._tables(task)))
        environment["TF_CONFIG"] = self.topology.tf_config(task)
        command = [self.topology.fill(argument, task) for argument in self._command]
        member = Member(command, environment, self._scratch / f"steps-{task.job}-{task.index}", self._guard)
        for stream, error in zip(member.streams, (False, True), strict=True):
            self._output.follow(str(task), stream, error=error)
        with self._lock:
            self._members[task] = member
            self._statuses.pop(task, None)
        self._arm(task)

    def _is_done(self) -> bool:
        finite = [task for task in self.topology.tasks if task.job not in self._services]
        awaited = finite or self.topology.tasks
        return not self._pending and all(task in self._statuses for task in awaited)

    def _made(self) -> tuple[int, int]:
        """What changes as long as the cluster gets on: its steps; until the first, what it writes, too.

        Afterwards words are no progress: a worker that waits for a dead one says so every ten seconds.
        """
        steps = sum(member.steps.count for member in self._members.values())
        return steps, len(self._statuses) if steps else self._output.bytes_read

    def _tend(self) -> None:
        """Does what is due: notes who has ended, strikes with faults, restarts."""
        with self._lock:
            for task, member in self._members.items():
                status = member.status()
                if task not in self._statuses and status is not None:
                    self._statuses[task] = status
                    member.clear()
                    delay = self._faults.restart_delay(task) if member.struck or member.crashed() else None
                    if delay is not None:
                        self._pending.append((time.monotonic() + delay, task))
                member.resume_if_due()
            for fault in self._faults.take_due(self._running_steps(), time.monotonic() - self._started_at):
                self._strike(fault)
                self._arm(fault.task)
            for due, task in list(self._pending):
                if time.monotonic() >= due:
                    self._pending.remove((due, task))
                    self._output.say(str(task), "started again")
                    self._spawn(task)

    def _running_steps(self) -> dict[Task, int]:
        """The steps by which a fault of each running task is due: a server goes by those of the others."""
        most = max(member.steps.count for member in self._members.values())
        return {
            task: most if task.job in self._services else member.steps.count
            for task, member in self._members.items()
            if task not in self._statuses
        }

    def _arm(self, task: Task) -> None:
        """Lets a task stop itself at the step of its next fault."""
        self._members[task].steps.arm(self._faults.next_step(task))

    def _strike(self, fault: Fault) -> None:
        member = self._members.get(fault.task)
        if member is None or fault.task in self._statuses or self._stopped:
            raise EmulateError(f"{fault.task} is not running")
        if fault.kind == "kill":
            self._output.say(str(fault.task), f"killed at step {member.steps.count}")
            member.kill()
        elif fault.kind == "pause":
            self._output.say(str(fault.task), f"paused for {fault.amount:g} s at step {member.steps.count}")
            member.pause(fault.amount)
        else:
            self._output.say(str(fault.task), f"slowed down {fault.amount:g} times")
            member.slow_down(fault.amount)

    def _end_hung(self, why: str) -> None:
        self._hung = True
        running = [task for task in self.topology.tasks if task not in self._statuses]
        listed = ", ".join(map(str, running))
        self._output.say(str(running[0]), f"{why}: the cluster is ended; stacks of {listed}")
        for task in running:
            self._members[task].write_stacks()
        time.sleep(_STACK_SECONDS)

    def _tables(self, task: Task) -> Path:
        """Where a task's processes write their placement."""
        return self._scratch / f"placement-{task.job}-{task.index}"

    def _outcome(self) -> Outcome:
        statuses = {
            str(task): None if member.struck else self._statuses.get(task)
            for task, member in self._members.items()
        }
        for message in self._collapses:
            print(f"emulate: {message}", file=sys.stderr)
        failed = [status for status in statuses.values() if status]
        status = failed[0] if failed else int(self._hung or bool(self._collapses))
        if status:
            log_folders.keep(self.log_folder)
        steps = {str(task): member.steps.count for task, member in self._members.items()}
        return Outcome(status, statuses, dict(self._logs), steps, self._hung, self._placements)


def cluster(
    ps: int = 0,
    workers: int = 0,
    chief: int = 0,
    evaluator: int = 0,
    gpus_per_worker: int = 0,
    jobs: Mapping[str, int] | None = None,
    *,
    memory_limit: int | float | str | None = None,
    first_port: int | None = None,
    log_folder: str | os.PathLike[str] | None = None,
    hang_timeout: float | None = 300.0,
    services: Iterable[str] = ("ps",),
    echo: bool = False,
    allow_collapse: bool = False,
    placement: bool = False,
) -> Cluster:
    """Returns a cluster of real processes on loopback, ready to run a program on every task.

        with emulate.cluster(ps=1, workers=2) as c:
            outcome = c.run([sys.executable, "trainer.py", "--task={index}", "--workers={worker_hosts}"])
        assert outcome.status == 0

    Each process has its address in `TF_CONFIG` and in the templates of its arguments (`Topology.fill`), is
    emulated GPUs (all but ps), leads a process group of its own, and ends with this process, however that
    ends. Tasks of `services` never return: they are ended when the others are done.

    Args:
        ps, workers, chief, evaluator: how many tasks of these jobs.
        gpus_per_worker: emulated GPUs of each task that is not a ps.
        jobs: other jobs, such as `{"local": 2}`.
        memory_limit: of each GPU, see `gpus`.
        first_port: the first of the ports, one after the other; free ones are found if None.
        log_folder: where each task's output goes, a file for each; if None a new folder, which goes when this
            process ends, unless something failed.
        hang_timeout: seconds without a step (before the first step: without output, too) after which the
            cluster is ended; None for never.
        services: jobs whose tasks are ended when those of the others are done.
        echo: whether to copy the tasks' output to this process's, prefixed.
        allow_collapse: see `gpus`.
        placement: whether to record which op of each task ran where, for `Outcome.placements`.

    Raises:
        EmulateError: a number is negative or no integer, there is no task, or a port is in use.
    """
    wanted = {"ps": ps, "worker": workers, "chief": chief, "evaluator": evaluator, **(jobs or {})}
    return Cluster(
        wanted,
        gpus_per_worker=gpus_per_worker,
        memory_limit=memory_limit,
        first_port=first_port,
        log_folder=log_folder,
        hang_timeout=hang_timeout,
        services=services,
        echo=echo,
        allow_collapse=allow_collapse,
        placement=placement,
    )
