"""Runs instrumented programs on TensorFlow itself, as the program that `compat.tf1` makes of it."""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import sys
import tempfile
import threading
import types
from collections.abc import Mapping
from pathlib import Path


def on_tensorflow(files: Mapping[str, str], entry: str) -> str:
    """Run a program in a thread and a graph of its own; what ended it, or "" for its last statement."""
    import tensorflow as tf

    from compat import tf1

    tf1.activate()
    tf.compat.v1.reset_default_graph()
    folder, work = Path(tempfile.mkdtemp(prefix="recorded-")), os.getcwd()
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    ends: list[str] = []
    before, around, path, argv = set(sys.modules), sys.modules["__main__"], list(sys.path), sys.argv
    main = sys.modules["__main__"] = types.ModuleType("__main__")
    main.__dict__["__file__"] = str(folder / entry)
    sys.path.insert(0, str((folder / entry).parent))
    sys.argv = [str(folder / entry)]
    os.chdir(folder)
    thread = threading.Thread(target=_execute, args=(files[entry], main, ends), daemon=True)
    try:
        thread.start()
        thread.join()
    finally:
        os.chdir(work)
        sys.path[:], sys.argv, sys.modules["__main__"] = path, argv, around
        for name in set(sys.modules) - before:
            if (getattr(sys.modules[name], "__file__", None) or "").startswith(str(folder)):
                del sys.modules[name]
        shutil.rmtree(folder, ignore_errors=True)
    return ends[0]


def _execute(text: str, main: types.ModuleType, ends: list[str]) -> None:
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            exec(compile(text, str(main.__file__), "exec", dont_inherit=True), main.__dict__)  # noqa: S102
        ends.append("")
    except BaseException as error:  # noqa: BLE001 - whatever it is, what it did before counts
        ends.append(f"{type(error).__name__}: {error}")
