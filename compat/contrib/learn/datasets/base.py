"""`tf.contrib.learn.datasets.base`: tables of numbers in CSV files."""

from __future__ import annotations

import csv
from typing import Any, NamedTuple

import numpy as np
import tensorflow as tf

from ...._errors import CompatError
from ...._listing import listed
from ....examples.tutorials.mnist.input_data import Datasets as Datasets

__dir__ = listed(__name__)

_gfile = tf.io.gfile


class Dataset(NamedTuple):
    """Rows, and what is to be told of each."""

    data: Any
    target: Any


def load_csv_with_header(
    filename: str, target_dtype: Any, features_dtype: Any, target_column: int = -1
) -> Dataset:
    """A table whose first line begins with the number of its rows and of its features."""
    with _gfile.GFile(filename) as table:
        rows = csv.reader(table)
        header = next(rows)
        count, features = int(header[0]), int(header[1])
        data = np.zeros((count, features), dtype=features_dtype)
        target = np.zeros((count,), dtype=target_dtype)
        for index, row in enumerate(rows):
            target[index] = np.asarray(row.pop(target_column), dtype=target_dtype)
            data[index] = np.asarray(row, dtype=features_dtype)
    return Dataset(data, target)


def load_csv_without_header(
    filename: str, target_dtype: Any, features_dtype: Any, target_column: int = -1
) -> Dataset:
    """A table that begins with its first row."""
    with _gfile.GFile(filename) as table:
        rows = list(csv.reader(table))
    target = [row.pop(target_column) for row in rows]
    data = [np.asarray(row, dtype=features_dtype) for row in rows]
    return Dataset(np.array(data), np.array(target, dtype=target_dtype))


def shrink_csv(filename: str, ratio: int) -> None:
    """Write every `ratio`th row beside a table, to `…_small.…`."""
    with _gfile.GFile(filename) as table, _gfile.GFile(filename.replace(".", "_small."), "w") as small:
        writer = csv.writer(small)
        writer.writerows(row for index, row in enumerate(csv.reader(table)) if index % ratio == 0)


def load_iris(data_path: str | None = None) -> Dataset:
    """Fisher's irises, from a file.

    Raises:
      CompatError: none is given.
    """
    return load_csv_with_header(_given(data_path, "iris"), target_dtype=int, features_dtype=float)


def load_boston(data_path: str | None = None) -> Dataset:
    """Prices of houses in Boston, from a file.

    Raises:
      CompatError: none is given.
    """
    return load_csv_with_header(_given(data_path, "boston"), target_dtype=float, features_dtype=float)


def _given(path: str | None, name: str) -> str:
    if path is None:
        raise CompatError(
            f"TF 1 had {name} among its own files: give the path of the table as data_path=, or use "
            "sklearn.datasets"
        )
    return path


def maybe_download(filename: str, work_directory: str, source_url: str) -> str:
    """The path of a file in a folder, where it is to be: nothing is downloaded.

    Raises:
      CompatError: it is not there.
    """
    path: str = _gfile.join(work_directory, filename)
    if not _gfile.exists(path):
        raise CompatError(f"{path} is not there. TF 1 downloaded it from {source_url}: put it into its place")
    return path
