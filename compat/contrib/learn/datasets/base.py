"""`tf.contrib.learn.datasets.base`: data sets of numbers in CSV files."""

from __future__ import annotations

import csv
import os
from typing import Any, NamedTuple

import numpy as np
import tensorflow as tf

from ....errors import CompatError


class Dataset(NamedTuple):
    """Examples, and what is to be learnt of each."""

    data: Any
    target: Any


class Datasets(NamedTuple):
    """Data sets for training, validation and testing."""

    train: Any
    validation: Any
    test: Any


def load_csv_with_header(
    filename: str, target_dtype: Any, features_dtype: Any, target_column: int = -1
) -> Dataset:
    """Examples in lines, below one that tells how many there are and how many numbers each has."""
    with tf.io.gfile.GFile(filename) as lines:
        rows = csv.reader(lines)
        header = next(rows)
        count, features = int(header[0]), int(header[1])
        data = np.zeros((count, features), features_dtype)
        target = np.zeros((count,), target_dtype)
        for index, row in enumerate(rows):
            target[index] = np.asarray(row.pop(target_column), target_dtype)
            data[index] = np.asarray(row, features_dtype)
    return Dataset(data, target)


def load_csv_without_header(
    filename: str, target_dtype: Any, features_dtype: Any, target_column: int = -1
) -> Dataset:
    """Examples in lines."""
    with tf.io.gfile.GFile(filename) as lines:
        rows = list(csv.reader(lines))
    target = np.array([row.pop(target_column) for row in rows], target_dtype)
    return Dataset(np.array([np.asarray(row, features_dtype) for row in rows]), target)


def maybe_download(filename: str, work_directory: str, source_url: str) -> str:
    """The path of a file that is there; nothing is downloaded.

    Raises:
      CompatError: it is not there.
    """
    path = os.path.join(work_directory, filename)
    if not tf.io.gfile.exists(path):
        raise CompatError(f"{path} is missing, and compat downloads nothing: put {source_url} there")
    return path


def load_iris(data_path: str | None = None) -> Dataset:
    """Fisher's irises, from a CSV file.

    Raises:
      CompatError: no path is given: the file came with TensorFlow 1.
    """
    return load_csv_with_header(_given("load_iris", data_path), int, float)


def load_boston(data_path: str | None = None) -> Dataset:
    """House prices of Boston, from a CSV file.

    Raises:
      CompatError: no path is given: the file came with TensorFlow 1.
    """
    return load_csv_with_header(_given("load_boston", data_path), float, float)


def _given(function: str, data_path: str | None) -> str:
    if data_path is None:
        raise CompatError(f"{function} needs data_path: its data came with TensorFlow 1 and is not here")
    return data_path
