"""Checkpoints in TF 1's format and under TF 1's names: which there are, and those of mirrored variables."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

import tensorflow as tf

from . import _tf
from ._names import op_name
from ._tf import cluster as tf_cluster
from ._tf import coordination as tf_coordination
from ._types import Path


class Saver:
    """`tf.compat.v1.train.Saver` for a program whose variables live on several devices.

    Files, names and options are TF 1's: each reads what the other wrote. What it saves of a variable that
    replicas keep apart, such as the averages of batch normalisation, is the value that reading it gives.

    Args:
      var_list: variables by TF 1 name, as `VariableStore.global_variables` gives them, or by another under
        which they are saved; or a list of variables.
      options: those of `tf.compat.v1.train.Saver`, such as `max_to_keep`.
    """

    def __init__(self, var_list: Mapping[str, tf.Variable] | Iterable[tf.Variable], **options: Any) -> None:
        named = var_list if isinstance(var_list, Mapping) else {op_name(one): one for one in var_list}
        self._variables = dict(named)
        self._copies = {name: _of_one_device(name, one) for name, one in self._variables.items()}
        saved = {name: _as_saved(name, one) for name, one in self._copies.items()}
        self._saver = tf.compat.v1.train.Saver(saved, **options)

    def save(self, sess: None, save_path: str, global_step: Any = None, **options: Any) -> str:
        """Write a checkpoint; gives its path. `sess` is there for TF 1's order of arguments."""
        with _tf.eagerly():  # hooks of sessions save beside a graph
            for name, variable in self._variables.items():
                if _is_kept_apart(variable):
                    self._copies[name].assign(variable.read_value())
            return str(self._saver.save(sess, save_path, global_step=global_step, **options))

    def restore(self, sess: None, save_path: str) -> None:
        """Read a checkpoint into the variables, on every device.

        Raises:
          ValueError, tf.errors.NotFoundError: as TF 1's, where there is no such checkpoint or it lacks one.
        """
        self._saver.restore(sess, save_path)
        for name, copy in self._copies.items():
            if copy is not self._variables[name]:
                self._variables[name].assign(copy.read_value())

    def __getattr__(self, name: str) -> Any:
        return getattr(self._saver, name)  # last_checkpoints, recover_last_checkpoints, …


def _as_saved(name: str, variable: Any) -> Any:
    """What TensorFlow's saver takes for a variable, or for a list of the parts of one."""
    if isinstance(variable, list):
        return [_as_saved(name, part) for part in variable]
    is_shared = isinstance(variable, tf_cluster.SharedVariable) or tf_coordination.is_elsewhere(variable)
    return tf_cluster.Saved(variable, name) if is_shared else variable


def _of_one_device(name: str, variable: Any) -> Any:
    """The variable itself, its copy on the first device, or a new one where replicas have their own."""
    if isinstance(variable, list):
        return variable
    if _is_kept_apart(variable):
        return tf.Variable(tf.zeros(variable.shape, variable.dtype), name=f"{name}/saved")
    return variable.values[0] if hasattr(variable, "values") else variable


def _is_kept_apart(variable: Any) -> bool:
    synchronization = getattr(variable, "synchronization", None)  # which a list of parts has not
    return bool(synchronization == tf.VariableSynchronization.ON_READ)


def restorable(save_path: Path | None) -> Path | None:
    """`save_path`, for a saver to restore, if TF 1.15's would have tried to.

    Raises:
      ValueError: it is a folder, with a slash behind its name, in which no checkpoint without a name is.
        TensorFlow 2 raises a `DataLossError` then.
      tf.errors.NotFoundError: the folder that it is in is missing. TensorFlow 2 raises a `ValueError` then.
    """
    if not isinstance(save_path, (str, bytes, os.PathLike)) or not os.fspath(save_path):
        return save_path
    prefix = os.fsdecode(save_path)
    folder, name = os.path.split(prefix)
    if not tf.io.gfile.isdir(folder or "."):
        raise tf.errors.NotFoundError(None, None, f"{folder}; No such file or directory")
    if not name and not tf.io.gfile.exists(f"{prefix}.index"):
        raise ValueError(f"The passed save_path is not a valid checkpoint: {prefix}")
    return save_path
