"""`tf.contrib.tfprof.ProfileContext`: it traces some runs of sessions, or of Programs, for the profiler."""

from __future__ import annotations

import contextlib
import functools
import os
import random
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any

import tensorflow as tf

from ... import _tf
from ..._errors import CompatError
from ..._program import Program
from ..._tf import contrib as _inner

_v1 = tf.compat.v1
_RUNNING: tuple[Any, ...] = (_v1.Session, _v1.InteractiveSession, Program)  # none is a subclass of another
_WARM_UP = 10  # so many runs are not traced, where the context chooses
_MOST = 100  # so many are traced, and it is behind this one that it writes what it found
_COMMANDS = {
    "code": "profile_python",
    "graph": "profile_graph",
    "op": "profile_operations",
    "scope": "profile_name_scope",
}


class ProfileContext:
    """Inside it runs are counted, some traced, and what the profiler makes of these written or kept.

        with ProfileContext("profiles", trace_steps=range(10, 20), dump_steps=[20]) as context:
            context.add_auto_profiling("op", options, [15])
            train()
        context.get_profiles("op")[15]

    A run of a Program tells how long each operation took, not how much memory.

    Args:
      profile_dir: where profiles are written, as `profile_20`.
      trace_steps: the numbers of the runs that are traced, from 0, at most 100; by default each new set of
        fetches is behind the tenth run, and some other runs while less than half of the graph was seen.
      dump_steps: behind which runs a profile is written; by default behind run 100.
      enabled: whether anything is done at all.
      debug: whether it tells what it does on standard error, and writes what each traced run told.

    Raises:
      ValueError: there is no folder, or there are more than 100 `trace_steps`.
    """

    _entered: ProfileContext | None = None

    def __init__(
        self,
        profile_dir: str,
        trace_steps: Sequence[int] | None = None,
        dump_steps: Sequence[int] | None = None,
        enabled: bool = True,
        debug: bool = False,
    ) -> None:
        if enabled and not profile_dir:
            raise ValueError("Must have a directory for profile.\n")
        if trace_steps is not None and len(trace_steps) > _MOST:
            raise ValueError(f"Only support tracing up to {_MOST} steps.\n")
        self._enabled = enabled
        self._folder = profile_dir
        self._debug = debug
        self._chooses = trace_steps is None
        self._traced = set(trace_steps or ())
        self._written = {_MOST} if dump_steps is None else set(dump_steps)
        self._profiling: list[tuple[str, Mapping[str, Any], frozenset[int]]] = []
        self._profiles: dict[str, dict[int, Any]] = {}
        self._profiler: Any = None
        self._seen: set[frozenset[str]] = set()
        self._random = random.Random(111)
        self._step = 0
        self._so_far = 0
        self._lock = threading.Lock()
        self._patched = contextlib.ExitStack()

    @property
    def profiler(self) -> Any:
        """The `tf.compat.v1.profiler.Profiler` of what was traced; `None` where nothing is enabled."""
        if self._enabled and self._profiler is None:
            self._profiler = _v1.profiler.Profiler(_v1.get_default_graph())
        return self._profiler

    def add_auto_profiling(self, cmd: str, options: Mapping[str, Any], profile_steps: Sequence[int]) -> None:
        """Trace some runs, and have the profiler tell behind each of them what it has seen so far.

        Args:
          cmd: "scope", "op", "code" or "graph".
          options: of the profiler.
          profile_steps: the numbers of these runs.
        """
        self._profiling.append((cmd, options, frozenset(profile_steps)))
        self._traced.update(profile_steps)

    def get_profiles(self, cmd: str) -> dict[int, Any]:
        """What the profiler told by one of its commands, behind which run.

        Raises:
          ValueError: it was not told to, or no such run has come.
        """
        if cmd not in self._profiles:
            raise ValueError(f"No autoprofiler for command: {cmd}, was run")
        return self._profiles[cmd]

    def trace_next_step(self) -> None:
        """Trace the next run."""
        self._traced.add(self._step)

    def dump_next_step(self) -> None:
        """Write a profile behind the next run."""
        self._written.add(self._step)

    def __enter__(self) -> ProfileContext:
        if self._enabled:
            if ProfileContext._entered is not None:
                raise CompatError("a ProfileContext inside another one: leave that first")
            ProfileContext._entered = self
            for kind in _RUNNING:
                self._patched.enter_context(self._watching(kind))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._enabled:
            self._patched.close()
            ProfileContext._entered = None
            self._profiler = None

    @contextlib.contextmanager
    def _watching(self, kind: Any) -> Iterator[None]:
        """Inside, the runs of a class are seen."""
        plain, is_own = kind.run, "run" in vars(kind)

        @functools.wraps(plain)
        def run(runner: Any, *args: Any, **kwargs: Any) -> Any:
            return self._run(functools.partial(plain, runner), runner.graph, *args, **kwargs)

        kind.run = run
        try:
            yield
        finally:
            if is_own:
                kind.run = plain
            else:
                del kind.run

    def _run(
        self,
        run: Callable[..., Any],
        graph: tf.Graph,
        fetches: Any,
        feed_dict: Any = None,
        options: Any = None,
        run_metadata: Any = None,
    ) -> Any:
        is_alone = self._lock.acquire(blocking=False)  # runs beside one that may be traced are only counted
        step = self._step
        try:
            if is_alone and self._traces(step, graph, fetches):
                run_metadata = run_metadata if run_metadata is not None else _v1.RunMetadata()
                options = _v1.RunOptions.FromString(options.SerializeToString() if options else b"")
                options.trace_level = _v1.RunOptions.FULL_TRACE
                result = run(fetches, feed_dict, options, run_metadata)
                self._add(step, graph, run_metadata)
            else:
                result = run(fetches, feed_dict, options, run_metadata)
            if is_alone:
                self._tell(step)
            return result
        finally:
            self._step += 1
            if is_alone:
                self._lock.release()

    def _traces(self, step: int, graph: tf.Graph, fetches: Any) -> bool:
        """Whether a run is traced."""
        if self._so_far > _MOST:
            return False
        return (
            step in self._traced or self._chooses and step > _WARM_UP and self._chosen(step, graph, fetches)
        )

    def _chosen(self, step: int, graph: tf.Graph, fetches: Any) -> bool:
        names = frozenset(one.name for one in _tf.fetch_leaves(graph, fetches)[0])
        if names not in self._seen:
            self._seen.add(names)
            return True
        has_seen_little = _inner.profiled_part(self.profiler) < 0.5
        return has_seen_little and step < _MOST and self._random.randint(0, 10) < 2

    def _add(self, step: int, graph: tf.Graph, run_metadata: Any) -> None:
        self._so_far += 1
        self._say(f"traced run {step}")
        if self._debug:
            with tf.io.gfile.GFile(self._path(f"run_meta_{step}"), "w") as file:
                file.write(str(run_metadata))
        _inner.profile_graph_of(self.profiler, graph)
        self.profiler.add_step(step, run_metadata)

    def _tell(self, step: int) -> None:
        """Write and keep what is to be told behind a run.

        Raises:
          ValueError: by a command that there is not.
        """
        if step in self._written:
            self._say(f"writes the profile behind run {step}")
            _inner.write_profile(self.profiler, self._path(f"profile_{step}"))
        for command, options, steps in self._profiling:
            if step in steps:
                if command not in _COMMANDS:
                    raise ValueError(f"Unknown cmd: {command}\n")
                told = getattr(self.profiler, _COMMANDS[command])(options)
                self._profiles.setdefault(command, {})[step] = told

    def _path(self, name: str) -> str:
        tf.io.gfile.makedirs(self._folder)
        return os.path.join(self._folder, name)

    def _say(self, what: str) -> None:
        if self._debug:
            sys.stderr.write(f"ProfileContext: {what}\n")
