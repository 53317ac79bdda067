"""Writes `modules.txt`: the modules below `tf.contrib.X.python` and beside it, of a real TensorFlow 1.15.

Run as `python generate.py > modules.txt` by an interpreter that has TensorFlow 1.15.5. A line is a module's
name below `tensorflow.contrib`; ` -` follows where the package around it shows something else under that
name, as `framework.python.ops` shows the function `arg_scope` and not its module.
"""

from __future__ import annotations

import importlib
import pkgutil
import types
from collections.abc import Iterator

import tensorflow as tf
import tensorflow.contrib as contrib

# The parts that programs train with, and that `compat.contrib` has.
PARTS = """
    all_reduce cluster_resolver compiler crf cudnn_rnn data deprecated distribute distributions eager
    estimator feature_column ffmpeg framework graph_editor image keras layers learn legacy_seq2seq lookup
    losses memory_stats metrics nn opt predictor quantize resampler rnn saved_model seq2seq session_bundle
    signal slim sparsemax staging stateless summary tensorboard testing tfprof tpu training util
""".split()  # noqa: SIM905


def modules() -> Iterator[tuple[str, bool]]:
    """The modules' names, with whether the package around each shows another thing in its place."""
    for path in sorted(contrib.__path__):
        for found in pkgutil.walk_packages([path], "tensorflow.contrib.", onerror=lambda name: None):
            short = found.name[len("tensorflow.contrib.") :]
            part, _, inside = short.partition(".")
            if part not in PARTS or not inside or "keras.api" in short:
                continue
            if "test" in inside and part != "testing":
                continue
            if any(name.startswith(("gen_", "_")) for name in short.split(".")):
                continue
            try:
                module = importlib.import_module(found.name)
                around = importlib.import_module(found.name.rpartition(".")[0])
            except Exception:  # needs a library, or a compiled file, that is not there
                continue
            shown = getattr(around, short.rpartition(".")[2], module)
            yield short, isinstance(shown, types.ModuleType)


if __name__ == "__main__":
    assert tf.__version__.startswith("1.15")
    for name, is_shown in modules():
        print(name if is_shown else f"{name} -")
