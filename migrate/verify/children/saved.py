"""Keeps what a program writes for others to read: the scalars of event files, and checkpoints.

They are kept as numbers, beside the record, since the files hold times and names that differ in every run.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from functools import wraps
from pathlib import Path
from typing import Any

import numpy as np
import tensorflow as tf

from .values import as_number

SCALARS = "scalars.json"
_EVENTS = "events.out.tfevents."


class SavedFiles:
    """What is written into event files and checkpoints from now on."""

    def __init__(self, record: Path, root: Path) -> None:
        self._record = record
        self._root = root.resolve()
        self._folders: set[Path] = set()  # outside of the root
        self._there = set(self._found())
        self._writers: list[Callable[[], Any]] = []
        self._checkpoints = 0
        self._is_saving = False

    def watch_events(self) -> None:
        """Remember the writers of event files, which are flushed at the end."""
        _around(tf.compat.v1.summary.FileWriter, "__init__", self._remember_file_writer)
        _around(tf.summary, "create_file_writer", self._remember_writer)

    def watch_checkpoints(self, *savers: Any) -> None:
        """Keep the numbers of each checkpoint when it is saved, by TensorFlow's savers and by `savers`."""
        for owner, method in [
            (tf.compat.v1.train.Saver, "save"),
            (tf.train.Checkpoint, "save"),
            (tf.train.Checkpoint, "write"),
            *[(saver, "save") for saver in savers],
        ]:
            _around(owner, method, self._keep_checkpoint)

    def keep_scalars(self) -> None:
        """Flush the writers, and keep the scalars of the event files that were not there at the start."""
        for flush in self._writers:
            flush()
        series: dict[str, list[tuple[int, float]]] = {}
        for path in sorted(set(self._found()) - self._there):
            folder = os.path.relpath(path.parent, self._root)
            for step, tag, value in _scalars(path):
                series.setdefault(f"{folder}: {tag}", []).append((step, value))
        (self._record / SCALARS).write_text(json.dumps(series), encoding="utf-8")

    def _found(self) -> Iterator[Path]:
        for folder in (self._root, *self._folders):
            yield from folder.rglob(f"{_EVENTS}*")

    def _remember_file_writer(
        self, real: Callable[..., Any], writer: Any, logdir: Any, *args: Any, **options: Any
    ) -> Any:
        self._note_folder(logdir)
        result = real(writer, logdir, *args, **options)
        # A program may let go of a writer before its end, where Python would flush what is behind it.
        self._writers.append(writer.event_writer.flush)
        return result

    def _remember_writer(self, real: Callable[..., Any], logdir: Any, *args: Any, **options: Any) -> Any:
        self._note_folder(logdir)
        writer = real(logdir, *args, **options)
        self._writers.append(writer.flush)
        return writer

    def _note_folder(self, logdir: Any) -> None:
        folder = Path(os.fspath(logdir)).resolve() if isinstance(logdir, (str, os.PathLike)) else self._root
        if not folder.is_relative_to(self._root) and folder not in self._folders:
            self._there.update(folder.rglob(f"{_EVENTS}*"))
            self._folders.add(folder)

    def _keep_checkpoint(self, real: Callable[..., Any], *args: Any, **options: Any) -> Any:
        if self._is_saving:
            return real(*args, **options)
        self._is_saving = True
        try:
            path = real(*args, **options)
        finally:
            self._is_saving = False
        if isinstance(path, (str, bytes)):
            self._checkpoints += 1
            with open(self._record / f"checkpoint-{self._checkpoints:04}.npz", "wb") as file:
                np.savez(file, **_numbers(os.fsdecode(path)))
        return path


def _around(owner: Any, name: str, call: Callable[..., Any]) -> None:
    real = getattr(owner, name)

    @wraps(real)
    def around(*args: Any, **options: Any) -> Any:
        return call(real, *args, **options)

    setattr(owner, name, around)


def _scalars(path: Path) -> Iterator[tuple[int, str, float]]:
    try:
        for event in tf.compat.v1.train.summary_iterator(str(path)):
            for value in event.summary.value:
                number = _scalar(value)
                if number is not None:
                    yield event.step, value.tag, number
    except tf.errors.DataLossError:
        return  # the last record was being written when the program ended


def _scalar(value: Any) -> float | None:
    if value.HasField("simple_value"):
        return float(value.simple_value)
    if value.HasField("tensor") and value.metadata.plugin_data.plugin_name in ("scalars", ""):
        array = as_number(tf.make_ndarray(value.tensor))
        if array is not None and array.ndim == 0:
            return float(array)
    return None


def _numbers(path: str) -> dict[str, Any]:
    reader = tf.train.load_checkpoint(path)
    arrays = {name: as_number(reader.get_tensor(name)) for name in reader.get_variable_to_shape_map()}
    return {name: array for name, array in arrays.items() if array is not None}
