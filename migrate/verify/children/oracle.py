"""Runs an original on TensorFlow 1 itself, and records it: `tf1/bin/python …/oracle.py --record … -- script`.

This file is read by the Python of TensorFlow 1, which has nothing of this package: it imports nothing of it,
and nothing here is newer than Python 3.7. What has no GPU is put on the CPU.
"""

from __future__ import annotations

import argparse
import faulthandler
import json
import os
import random
import runpy
import signal
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from typing import Any

import numpy as np
import tensorflow as tf
from google.protobuf.message import DecodeError

v1 = tf.compat.v1


class Enough(SystemExit):
    """Ends the program after its last step to compare."""


class Recorder:
    """Writes what sessions do, as `migrate.verify.records.Writer` does."""

    def __init__(self, folder: str, steps: int | None, root: str, plant: dict[str, Any]) -> None:
        self._folder = folder
        self._steps_left = steps
        self._root = os.path.join(os.path.realpath(root), "")
        self._plant = plant
        self._initial: dict[str, Any] = {}
        self._last: dict[str, Any] = {}
        self._keys: dict[Any, dict[str, str]] = {}
        self._graphs_with: dict[str, int] = {}
        self._trainable: set[str] = set()
        self._steps = 0
        self._since = time.time()

    def raise_if_enough(self) -> None:
        """End the program if it has made its steps."""
        if self._steps_left is not None and self._steps >= self._steps_left:
            raise Enough(0)

    def look(self, run: Any, session: Any, fetches: Any, result: Any, place: str) -> None:
        """Record a run of a session: initial values where it gave any, else a step, if it is one."""
        seconds = time.time() - self._since
        variables = self._variables(session)
        values = self._values(run, session, variables)
        new = [name for name in values if name not in self._last]
        for name in new:
            if name in self._plant:
                variables[name].load(self._plant[name], session)
                values[name] = self._plant[name]
            self._initial[name] = self._last[name] = values[name]
        if new:
            trained = session.graph.get_collection(v1.GraphKeys.TRAINABLE_VARIABLES)
            self._trainable.update(self._known(session.graph, one.op.name) for one in trained)
            self._save("initial.npz", {"variable:" + name: value for name, value in self._initial.items()})
        else:
            fetched = self._fetched(session, fetches, result, variables)
            self._add(fetched, summaries_in(tf.nest.flatten(result)), values, place, seconds)
        self._since = time.time()

    def flush(self) -> None:
        """Write what is known of the variables."""
        with open(os.path.join(self._folder, "about.json"), "w") as file:
            json.dump({"trainable": sorted(self._trainable), "style": "sessions"}, file)

    def place(self) -> str:
        """The innermost line of the program that is being run."""
        frame: Any = sys._getframe(1)
        while frame is not None:
            name = os.path.realpath(frame.f_code.co_filename)
            if name.startswith(self._root):
                return f"{name[len(self._root) :]}:{frame.f_lineno}"
            frame = frame.f_back
        return ""

    def _add(
        self,
        fetched: list[tuple[str, Any]],
        summaries: dict[str, Any],
        values: dict[str, Any],
        place: str,
        seconds: float,
    ) -> None:
        changed = {name: value for name, value in values.items() if not same(value, self._last[name])}
        if not fetched and not summaries and not changed:
            return
        arrays = {"variable:" + name: value for name, value in changed.items()}
        for number, (_, value) in enumerate(fetched):
            arrays[f"fetched:{number}"] = value
        for number, value in enumerate(summaries.values()):
            arrays[f"summary:{number}"] = value
        arrays["tags"] = np.array(list(summaries), dtype=np.str_)
        arrays["names"] = np.array([name for name, _ in fetched], dtype=np.str_)
        arrays["apart"] = np.array([], dtype=np.str_)
        arrays["seconds"] = np.array(seconds)
        arrays["place"] = np.array(place)
        self._last.update(changed)
        self._steps += 1
        self._save(f"step-{self._steps:06}.npz", arrays)
        with open(os.path.join(self._folder, "progress"), "w") as file:
            file.write(str(self._steps))

    def _save(self, name: str, arrays: dict[str, Any]) -> None:
        with open(os.path.join(self._folder, name), "wb") as file:
            np.savez(file, **arrays)

    def _variables(self, session: Any) -> dict[str, Any]:
        keys = (v1.GraphKeys.GLOBAL_VARIABLES, v1.GraphKeys.LOCAL_VARIABLES)
        found = [one for key in keys for one in session.graph.get_collection(key)]
        return {self._known(session.graph, one.op.name): one for one in found}

    def _known(self, graph: Any, name: str) -> str:
        names = self._keys.setdefault(graph, {})
        if name not in names:
            before = self._graphs_with.get(name, 0)
            self._graphs_with[name] = before + 1
            names[name] = f"{name}#{before + 1}" if before else name
        return names[name]

    def _values(self, run: Any, session: Any, variables: dict[str, Any]) -> dict[str, Any]:
        read = {}
        for name, variable in variables.items():
            try:
                value = np.array(run(session, variable))
            except tf.errors.FailedPreconditionError:
                continue  # not initialised yet
            if value.dtype.kind in "biufc":
                read[name] = value
        return read

    def _fetched(
        self, session: Any, fetches: Any, result: Any, variables: dict[str, Any]
    ) -> list[tuple[str, Any]]:
        sources, values = tf.nest.flatten(fetches), tf.nest.flatten(result)
        if len(sources) != len(values):
            sources = list(range(len(values)))
        own = {one.op.name for one in variables.values()}
        if all(variable_of(session, source) in own for source in sources):
            return []
        found = []
        for number, source in enumerate(sources):
            value = np.array(values[number]) if values[number] is not None else np.array("")
            if value.dtype.kind in "biufc":
                found.append((str(getattr(source, "name", source)), value))
        return found


def summaries_in(values: list[Any]) -> dict[str, Any]:
    """The numbers in those of `values` that are summaries, by their tags: as `values.summaries_in` does."""
    found: dict[str, Any] = {}
    for value in values:
        try:
            parts = v1.Summary.FromString(value if isinstance(value, bytes) else b"").value
        except DecodeError:
            continue  # another text
        for part in parts:
            again = sum(tag.partition("#")[0] == part.tag for tag in found)
            found[f"{part.tag}#{again + 1}" if again else part.tag] = summarised(part)
    return found


def summarised(part: Any) -> Any:
    """The numbers of one value of a summary."""
    if part.HasField("histo"):
        one = part.histo
        return np.array([one.min, one.max, one.num, one.sum, one.sum_squares])
    if part.HasField("simple_value"):
        return np.array(part.simple_value, np.float32)
    array = tf.make_ndarray(part.tensor) if part.HasField("tensor") else np.array("")
    return array if array.dtype.kind in "biufc" else np.array([])


class SavedFiles:
    """Keeps the scalars of event files, and checkpoints, as `saved.SavedFiles` does."""

    def __init__(self, folder: str, root: str) -> None:
        self._folder = folder
        self._root = os.path.realpath(root)
        self._folders = {self._root}
        self._there = events_in(self._root)
        self._writers: list[Any] = []
        self._checkpoints = 0

    def watch(self, checkpoints: bool) -> None:
        """Remember the writers of event files; and if `checkpoints` keep what savers save."""
        make, save = v1.summary.FileWriter.__init__, v1.train.Saver.save

        def made(writer: Any, logdir: Any, *args: Any, **options: Any) -> None:
            folder = os.path.realpath(os.fspath(logdir))
            if not folder.startswith(os.path.join(self._root, "")) and folder not in self._folders:
                self._folders.add(folder)
                self._there |= events_in(folder)
            make(writer, logdir, *args, **options)
            self._writers.append(writer.event_writer)  # which outlives it

        def saved(saver: Any, *args: Any, **options: Any) -> Any:
            path = save(saver, *args, **options)
            if path:
                self._checkpoints += 1
                reader = tf.train.load_checkpoint(path)
                arrays = {name: reader.get_tensor(name) for name in reader.get_variable_to_shape_map()}
                numbers = {name: array for name, array in arrays.items() if array.dtype.kind in "biufc"}
                with open(os.path.join(self._folder, f"checkpoint-{self._checkpoints:04}.npz"), "wb") as file:
                    np.savez(file, **numbers)
            return path

        v1.summary.FileWriter.__init__ = made
        if checkpoints:
            v1.train.Saver.save = saved

    def keep_scalars(self) -> None:
        """Flush the writers, and keep the scalars of the event files that were not there at the start."""
        for writer in self._writers:
            writer.flush()
        series: dict[str, list[tuple[int, float]]] = {}
        found = {path for folder in self._folders for path in events_in(folder)}
        for path in sorted(found - self._there):
            folder = os.path.relpath(os.path.dirname(path), self._root)
            for step, tag, value in scalars_in(path):
                series.setdefault(f"{folder}: {tag}", []).append((step, value))
        with open(os.path.join(self._folder, "scalars.json"), "w") as file:
            json.dump(series, file)


def events_in(root: str) -> set[str]:
    """The event files in a folder and below it."""
    return {
        os.path.join(folder, name)
        for folder, _, names in os.walk(root)
        for name in names
        if name.startswith("events.out.tfevents.")
    }


def scalars_in(path: str) -> Iterator[tuple[int, str, float]]:
    """The steps, tags and values of an event file's scalars."""
    try:
        for event in v1.train.summary_iterator(path):
            for value in event.summary.value:
                if value.HasField("simple_value"):
                    yield event.step, value.tag, float(value.simple_value)
    except tf.errors.DataLossError:
        return  # the last record was being written when the program ended


def variable_of(session: Any, source: Any) -> str:
    """The name of the variable that is fetched as such; empty for anything else."""
    try:
        tensor = session.graph.as_graph_element(source)
    except (TypeError, ValueError):
        return ""
    op = getattr(tensor, "op", tensor)
    if op.type in ("VariableV2", "Variable") and op is not tensor:
        return str(op.name)
    is_read = op.type in ("ReadVariableOp", "Identity") and op.name.endswith(("/read", "/ReadVariableOp"))
    return str(op.inputs[0].op.name) if is_read else ""


def same(one: Any, other: Any) -> bool:
    """Whether two arrays are equal to the bit."""
    return bool(one.dtype == other.dtype and one.shape == other.shape and one.tobytes() == other.tobytes())


def watch(recorder: Recorder) -> None:
    """Have each run in the main thread recorded, but not those inside one."""
    owner = v1.Session.__bases__[0]
    plain, create = owner.run, owner.__init__
    inside: list[bool] = []
    latest: list[Any] = []

    def created(session: Any, target: str = "", graph: Any = None, config: Any = None) -> None:
        config = config or v1.ConfigProto()
        config.allow_soft_placement = True
        create(session, target, graph, config)

    def watched(real: Any, is_plain: bool) -> Any:
        def run(session: Any, fetches: Any, *args: Any, **kwargs: Any) -> Any:
            if is_plain:
                latest[:] = [session]
            if inside or threading.current_thread() is not threading.main_thread():
                return real(session, fetches, *args, **kwargs)
            recorder.raise_if_enough()
            inside.append(True)
            try:
                result = real(session, fetches, *args, **kwargs)
                recorder.look(plain, latest[0], fetches, result, recorder.place())
                recorder.raise_if_enough()
                return result
            finally:
                inside.pop()

        return run

    monitored = next(cls for cls in v1.train.MonitoredSession.__mro__ if "run" in vars(cls))
    owner.__init__ = created
    owner.run = watched(plain, True)
    monitored.run = watched(monitored.run, False)


def begin_chance(number: int) -> None:
    """Let unseeded draws be those of the other program (`begin_chance` of script.py)."""
    random.seed(number)
    np.random.seed(number)
    chance, seeded = random.Random(number), random.seed

    def seed(a: Any = None, version: int = 2) -> None:
        seeded(chance.getrandbits(64) if a is None else a, version)

    random.seed = seed
    beginning = "bit_generator" if hasattr(np.random, "bit_generator") else "_bit_generator"  # NumPy 1.18
    getattr(np.random, beginning).randbits = chance.getrandbits


def main() -> None:
    """Run the program, and keep what it did and how it ended."""
    faulthandler.register(signal.SIGUSR1, all_threads=True)
    options = parsed()
    threading.Thread(target=end_with_parent, args=(options.lifeline,), daemon=True).start()
    os.chdir(options.folder)
    begin_chance(options.chance)
    recorder = Recorder(options.record, options.steps, options.folder, planted(options.plant))
    watch(recorder)
    saved = SavedFiles(options.record, options.folder)
    saved.watch(options.checkpoints)
    sys.argv = options.program
    sys.path[0] = os.path.dirname(os.path.abspath(options.program[0]))
    told: dict[str, Any] = {"kind": "end"}
    try:
        runpy.run_path(options.program[0], run_name="__main__")
    except Enough:
        told = {"kind": "cut"}
    except SystemExit as error:
        told = {
            "kind": "exit",
            "status": error.code if isinstance(error.code, int) else int(bool(error.code)),
        }
    except BaseException as error:
        told = exception(error, options.folder)
        traceback.print_exc()
    recorder.flush()
    saved.keep_scalars()
    with open(os.path.join(options.record, "ending.json"), "w") as file:
        json.dump(told, file)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(told.get("status", 1 if told["kind"] == "exception" else 0))


def parsed() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser()
    for name in ("--record", "--folder", "--plant"):
        parser.add_argument(name)
    for name in ("--gpus", "--steps", "--lifeline", "--chance"):
        parser.add_argument(name, type=int)
    parser.add_argument("--checkpoints", action="store_true")
    end = sys.argv.index("--")
    options = parser.parse_args(sys.argv[1:end])
    options.program = sys.argv[end + 1 :]
    return options


def planted(folder: str | None) -> dict[str, Any]:
    """The initial values in another record."""
    if folder is None:
        return {}
    with np.load(os.path.join(folder, "initial.npz")) as arrays:
        return {name[len("variable:") :]: arrays[name] for name in arrays.files}


def exception(error: BaseException, folder: str) -> dict[str, Any]:
    """What is kept of an exception that ended the program."""
    root = os.path.join(os.path.realpath(folder), "")
    frames = traceback.extract_tb(error.__traceback__)
    places = [f"{one.filename[len(root) :]}:{one.lineno}" for one in frames if root in one.filename]
    return {
        "kind": "exception",
        "type": type(error).__name__,
        "module": type(error).__module__.partition(".")[0],
        "says": (str(error).strip().splitlines() or [""])[0],
        "place": places[-1] if places else "",
    }


def end_with_parent(lifeline: int) -> None:
    """End this process when the parent is gone, which closes the pipe."""
    os.read(lifeline, 1)
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    main()
