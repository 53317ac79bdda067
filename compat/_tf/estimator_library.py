"""Lets `tensorflow_estimator` be imported: its modules find what TensorFlow 2 has moved or dropped.

The library was written for TensorFlow 2.15 and takes no part in TensorFlow's own versions since. What it
wants of modules that are gone is here and in `compat.estimator`; `tf.keras` is tf_keras to it, and
`tf.layers` is `compat.layers`, since Keras 3 builds no graphs for it. Its graphs and sessions are those of
`compat.estimator._steps`.
"""

from __future__ import annotations

import builtins
import copy
import functools
import importlib
import importlib.abc
import importlib.machinery
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any

import tensorflow as tf

from .._errors import ClusterError
from .._module_names import one_more
from .._names import described
from .estimators import leave_as_written
from .private_modules import ESTIMATOR, KERAS

NAME = "tensorflow_estimator"
PARTS = ("experimental", "export", "inputs", "tpu")
_HERE = __package__
_COMPAT = __package__.rpartition(".")[0]
_PACKAGE = f"{_COMPAT}.estimator"
_PUBLIC = f"{ESTIMATOR}.api._v1.estimator"

# Modules that are gone, or have other names, and what stands for them.
_MODULES = {
    "tensorflow.python.distribute.estimator_training": f"{_HERE}.estimator_training",
    "tensorflow.python.tpu.session_support": f"{_PACKAGE}._tpu",
    "tensorflow.python.tpu.tpu_embedding": f"{_PACKAGE}._tpu",
    "tensorflow.python.tpu.tpu_embedding_gradient": f"{_PACKAGE}._tpu",
    f"{ESTIMATOR}.estimator_export": f"{_PACKAGE}._export",
    f"{ESTIMATOR}.keras": f"{ESTIMATOR}.keras_lib",
    **{f"{_PACKAGE}.{part}": f"{_PUBLIC}.{part}" for part in PARTS},
}


class _Overlay(ModuleType):
    """A module with some names of its own, found when they are used."""

    def __init__(self, module: Any, own: Mapping[str, Callable[[], Any]]) -> None:
        super().__init__(module.__name__)
        self._module = module
        self._own = own

    def __getattr__(self, name: str) -> Any:
        value = self._own[name]() if name in self._own else getattr(self._module, name)
        setattr(self, name, value)
        return value


def _later(module: str) -> Callable[[], ModuleType]:
    return functools.partial(importlib.import_module, module)


def steps(name: str) -> Callable[[], Any]:
    """What gives, once it is called, what the library runs models by, of that name in `_steps`."""
    return lambda: getattr(importlib.import_module(f"{_PACKAGE}._steps"), name)


@functools.cache
def _tensorflow() -> ModuleType:
    """TensorFlow as modules of the library see it."""
    keras = _later("tf_keras")
    train = _Overlay(tf.compat.v1.train, {"ChiefSessionCreator": steps("chief_session_creator")})
    own = {
        "keras": _later(KERAS),
        "layers": _later(f"{_COMPAT}.layers"),
        "train": lambda: train,
        "Graph": steps("Trace"),
        "Session": steps("session"),
    }
    v1 = _Overlay(tf.compat.v1, own)
    v2 = _Overlay(tf.compat.v2, {"keras": keras})
    both = _Overlay(tf.compat, {"v1": lambda: v1, "v2": lambda: v2})
    return _Overlay(tf, {"compat": lambda: both, "keras": keras, "Graph": steps("Trace")})


@functools.cache
def _training() -> ModuleType:
    """`tensorflow.python.training` as modules of the library see it."""
    package = importlib.import_module(_TRAINING)
    replaced = {
        "evaluation": {"_evaluate_once": steps("evaluate_once")},
        "server_lib": {"Server": steps("make_server")},
        "training": {"MonitoredTrainingSession": steps("monitored_training_session")},
    }
    seen = {name: _Overlay(getattr(package, name), own) for name, own in replaced.items()}
    return _Overlay(package, {name: functools.partial(seen.__getitem__, name) for name in seen})


@functools.cache
def _json() -> ModuleType:
    """`json` as modules of the library see it, which read `TF_CONFIG` with it."""
    return _Overlay(json, {"loads": lambda: _loads})


def _loads(text: str, **options: Any) -> Any:
    try:
        return json.loads(text, **options)
    except json.JSONDecodeError as error:
        if text != os.environ.get("TF_CONFIG"):
            raise
        raise ClusterError(
            f"TF_CONFIG is not JSON: {error}: give it as in "
            '{"cluster": {"chief": ["host:2222"], "ps": ["host:2223"]}, "task": {"type": "ps", "index": 0}}'
        ) from error


_TRAINING = "tensorflow.python.training"
_SEEN = {"json": _json, "tensorflow": _tensorflow, _TRAINING: _training}


def _imported(
    name: str,
    globals: Mapping[str, Any] | None = None,
    locals: Mapping[str, Any] | None = None,
    fromlist: Sequence[str] | None = (),
    level: int = 0,
) -> ModuleType:
    """The import statement of the library's modules."""
    module = builtins.__import__(name, globals, locals, fromlist or (), level)
    seen = _SEEN.get(module.__name__)
    return module if seen is None else seen()


class _Seeing(importlib.abc.Loader):
    """Runs a module of the library so that its imports give it what is `_SEEN`."""

    def __init__(self, loader: Any) -> None:
        self._loader = loader

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType | None:
        """As its own loader does."""
        created: ModuleType | None = self._loader.create_module(spec)
        return created

    def exec_module(self, module: ModuleType) -> None:
        """Run it with an import statement of its own, which its functions keep."""
        module.__dict__["__builtins__"] = {**vars(builtins), "__import__": _imported}
        self._loader.exec_module(module)
        mend = _MENDED.get(module.__name__)
        if mend is not None:
            mend(module)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loader, name)


def _mend(module: Any) -> None:
    """What the library's own Estimator does not do for programs that are eager around it."""
    estimator = module.Estimator
    estimator.predict = steps("suspending")()(estimator.predict)
    estimator._call_model_fn = _telling(estimator._call_model_fn)


def _share_strategies(module: Any) -> None:
    """Copies of a `RunConfig` have its strategies: one of several workers, that is in use, has no copy."""

    def deepcopy(self: Any, memo: dict[int, Any]) -> Any:
        given = self._experimental_distribute or ()
        for strategy in (self._train_distribute, self._eval_distribute, *given):
            memo[id(strategy)] = strategy
        copied = memo[id(self)] = object.__new__(type(self))
        copied.__dict__.update(copy.deepcopy(vars(self), memo))
        return copied

    module.RunConfig.__deepcopy__ = deepcopy


_MENDED: Mapping[str, Callable[[Any], None]] = {
    f"{ESTIMATOR}.estimator": _mend,
    f"{ESTIMATOR}.run_config": _share_strategies,
}


def _telling(call_model_fn: Callable[..., Any]) -> Callable[..., Any]:
    """`Estimator._call_model_fn`, whose error names the function that gives no `EstimatorSpec`."""

    @functools.wraps(call_model_fn)
    def called(self: Any, features: Any, labels: Any, mode: str, config: Any) -> Any:
        try:
            return call_model_fn(self, features, labels, mode, config)
        except ValueError as error:
            if str(error) != "model_fn should return an EstimatorSpec.":
                raise
            raise ValueError(
                f"{described(self._model_fn)} gave no EstimatorSpec for mode {mode!r}: return "
                "tf.estimator.EstimatorSpec(mode, ...) on every way through it"
            ) from error

    return called


class _Finder(importlib.abc.MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The library's modules, and those that it alone asks for."""
        if fullname in _MODULES:
            return one_more(fullname, importlib.import_module(_MODULES[fullname]))
        if fullname.partition(".")[0] != NAME:
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if spec is None and fullname == NAME:
            raise ModuleNotFoundError(
                "Estimators need tensorflow-estimator: pip install 'tfmigrate[estimator]'", name=NAME
            )
        if spec is not None and spec.loader is not None:
            spec.loader = _Seeing(spec.loader)
        return spec


def allow_imports() -> None:
    """Let the library be imported from here on, in this process."""
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())
        leave_as_written(NAME)


def public_names() -> ModuleType:
    """The library's `tf.estimator` of TensorFlow 1."""
    return importlib.import_module(_PUBLIC)
