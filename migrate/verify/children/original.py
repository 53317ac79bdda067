"""Runs a TensorFlow 1 program as graph code on TensorFlow 2, and watches its sessions."""

from __future__ import annotations

import sys
import types
from collections.abc import Callable
from typing import Any

import tensorflow as tf

import emulate

from ..records import Array, Values
from .recorder import Recorder
from .values import as_number

v1 = tf.compat.v1
Run = Callable[..., Any]


def prepare(recorder: Recorder, gpus: int) -> None:
    """Make this process one in which a TensorFlow 1 script runs, on `gpus` emulated GPUs, and is recorded."""
    emulate.gpus(gpus)
    v1.disable_v2_behavior()
    v1.enable_resource_variables()
    sys.modules["tensorflow"] = _TensorFlow1(tf)
    _watch_sessions(recorder)


class _TensorFlow1(types.ModuleType):
    """`tensorflow` as TensorFlow 1 code knows it: the names of `tf.compat.v1`, the modules of the package."""

    def __init__(self, package: types.ModuleType) -> None:
        super().__init__("tensorflow", package.__doc__)
        self.__path__ = package.__path__
        self.__file__ = package.__file__
        self.__spec__ = package.__spec__

    def __getattr__(self, name: str) -> Any:
        try:
            return getattr(v1, name)
        except AttributeError:
            raise AttributeError(f"module 'tensorflow' has no attribute {name!r}") from None


def _watch_sessions(recorder: Recorder) -> None:
    """Have each `run` of a session recorded, but not those inside one, by which a monitored session works."""
    plain, monitored = _owner_of_run(v1.Session), _owner_of_run(v1.train.MonitoredSession)
    watcher = _Watcher(recorder, plain)
    _watch(recorder, plain, watcher)
    _watch(recorder, monitored, watcher)


def _owner_of_run(kind: Any) -> Any:
    """The class that `kind` has its `run` from, and its siblings such as `InteractiveSession` too."""
    return next(cls for cls in kind.__mro__ if "run" in vars(cls))


def _watch(recorder: Recorder, owner: Any, watcher: _Watcher) -> None:
    real: Run = owner.run

    def run(session: Any, fetches: Any, *args: Any, **kwargs: Any) -> Any:
        watcher.meet(session)
        with recorder.outermost() as outermost:
            result = real(session, fetches, *args, **kwargs)
            if outermost:
                recorder.stop_clock()
                watcher.look(fetches, result)
        return result

    owner.run = run


class _Watcher:
    """Looks at what each run left behind; `plain` is the class of the sessions that run without others."""

    def __init__(self, recorder: Recorder, plain: Any) -> None:
        self._recorder = recorder
        self._plain = plain
        self._run: Run = plain.run
        self._session: Any = None
        self._initialised: set[str] = set()

    def meet(self, session: Any) -> None:
        """Remember the session that holds the variables: a monitored one hides it."""
        if isinstance(session, self._plain):
            self._session = session

    def look(self, fetches: Any, result: Any) -> None:
        """Record the run: as initial values where it made variables readable, else as a call."""
        variables = self._variables()
        new = {name: value for name, value in variables.items() if name not in self._initialised}
        if new:
            self._initialised.update(new)
            self._recorder.add_initial(new)
        else:
            self._recorder.add_call(_fetched(fetches, result), variables)

    def _variables(self) -> Values:
        """The values of those variables of the session's graph that are initialised and hold numbers."""
        graph = self._session.graph
        keys = (v1.GraphKeys.GLOBAL_VARIABLES, v1.GraphKeys.LOCAL_VARIABLES)
        wanted = {variable.op.name: variable for key in keys for variable in graph.get_collection(key)}
        try:
            read = self._run(self._session, wanted) if wanted else {}
        except tf.errors.FailedPreconditionError:
            read = self._readable(wanted)
        arrays = {name: as_number(value) for name, value in read.items()}
        return {name: array for name, array in arrays.items() if array is not None}

    def _readable(self, wanted: dict[str, Any]) -> dict[str, Any]:
        read = {}
        for name, variable in wanted.items():
            try:
                read[name] = self._run(self._session, variable)
            except tf.errors.FailedPreconditionError:
                continue  # not initialised yet
        return read


def _fetched(fetches: Any, result: Any) -> list[tuple[str, Array]]:
    """The numbers that a run fetched, with the names of their tensors; none if it only fetched variables."""
    sources = tf.nest.flatten(fetches)
    if all(_is_variable(source) for source in sources):
        return []
    values = tf.nest.flatten(result)
    if len(sources) == len(values):
        names = [str(getattr(source, "name", source)) for source in sources]
    else:  # a sparse tensor gives several values
        names = [str(place) for place in range(len(values))]
    numbers = [(name, as_number(value)) for name, value in zip(names, values, strict=True)]
    return [(name, number) for name, number in numbers if number is not None]


def _is_variable(source: Any) -> bool:
    return isinstance(source, tf.Variable) or (tf.is_tensor(source) and source.op.type == "ReadVariableOp")
