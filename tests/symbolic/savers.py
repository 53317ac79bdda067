"""Checkpoints: `Saver`, and what reads its files. These are real but empty; the values are kept beside."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from .expressions import show
from .graphs import here
from .namespaces import TABLES
from .running import Run
from .unsure import Modelled, meant, op_error, unsure
from .variables import GLOBAL, Variable
from .world import now


class Saver(Modelled):
    """`tf.train.Saver`, and `compat.Saver`."""

    def __init__(
        self,
        var_list: Any = None,
        reshape: bool = False,
        sharded: bool = False,
        max_to_keep: Any = 5,
        *args: Any,
        **options: Any,
    ) -> None:
        world = now()
        if var_list is None:
            if world.graph is None:
                raise meant(
                    RuntimeError("When eager execution is enabled, `var_list` must specify what to save")
                )
            var_list = [one for one in here().get_collection(GLOBAL) if isinstance(one, Variable)]
            if not var_list:
                raise meant(ValueError("No variables to save"))
        if isinstance(var_list, dict):
            self._named = dict(var_list)
        else:
            self._named = {one.full: one for one in var_list}
        if not all(isinstance(one, Variable) for one in self._named.values()):
            unsure("a saver of what is no variable")
        self._keep = max_to_keep
        self._saved: list[str] = []
        self._has_graph = world.graph is not None and not world.graph.known.get("step")

    def save(
        self,
        sess: Any,
        save_path: Any,
        global_step: Any = None,
        latest_filename: Any = None,
        meta_graph_suffix: str = "meta",
        write_meta_graph: bool = True,
        write_state: bool = True,
        *args: Any,
        **options: Any,
    ) -> str:
        state = _state(sess)
        if global_step is not None:
            number = global_step
            if isinstance(number, Variable) or hasattr(number, "known_shape"):
                run = Run(getattr(sess, "graph", None), state)
                from .nodes import conv

                number = show(
                    run.read(number, late=True) if isinstance(number, Variable) else run.value(conv(number)),
                    now().salt,
                )
            save_path = f"{save_path}-{int(number)}"
        path = str(save_path)
        if not Path(path).parent.is_dir():
            raise meant(ValueError(f"Parent directory of {path} doesn't exist, can't save."))
        run = Run(None, state)
        now().files[os.path.abspath(path)] = {
            name: (run.read(one, late=True).args[1][1] if False else _plain(run, one), one)
            for name, one in self._named.items()
        }
        for end in (
            "index",
            "data-00000-of-00001",
            *(["meta"] if self._has_graph and write_meta_graph else []),
        ):
            Path(f"{path}.{end}").write_bytes(b"")
        if path in self._saved:
            self._saved.remove(path)
        self._saved.append(path)
        while self._keep and len(self._saved) > self._keep:
            old = self._saved.pop(0)
            for one in Path(old).parent.glob(Path(old).name + ".*"):
                one.unlink()
            now().files.pop(os.path.abspath(old), None)
        if write_state:
            state_file = Path(path).parent / (latest_filename or "checkpoint")
            now().files[os.path.abspath(state_file)] = (path, list(self._saved))
            state_file.write_text("checkpoint")
        return path

    def restore(self, sess: Any, save_path: Any) -> None:
        state = _state(sess)
        if save_path is None:
            raise meant(ValueError("Can't load save_path when it is None."))
        kept = now().files.get(os.path.abspath(save_path))
        if not isinstance(kept, dict):
            raise meant(ValueError(f"The passed save_path is not a valid checkpoint: {save_path}"))
        run = Run(None, state)
        for name, variable in self._named.items():
            if name not in kept:
                raise op_error("NotFoundError")(f"Key {name} not found in checkpoint")
            if kept[name][1].known_shape != variable.known_shape:
                raise op_error("InvalidArgumentError")(f"shape of {name} in checkpoint does not match")
            run.write(variable, kept[name][0], initial=True)

    @property
    def last_checkpoints(self) -> list[str]:
        return list(self._saved)

    def set_last_checkpoints(self, paths: Any) -> None:
        self._saved = list(paths)

    def recover_last_checkpoints(self, paths: Any) -> None:
        self._saved = [one for one in paths if os.path.exists(f"{one}.index")]


def _plain(run: Run, variable: Variable) -> Any:
    if variable not in run.state:
        raise op_error("FailedPreconditionError")(f"Attempting to use uninitialized value {variable.full}")
    return run.state[variable]


def _state(sess: Any) -> Any:
    if sess is None:
        if now().graph is not None:
            unsure("a saver without a session in a graph")
        return now().state
    while hasattr(type(sess), "wrapped"):
        sess = sess.wrapped
    return sess.state


class CheckpointState(Modelled):
    """`tf.train.CheckpointState`."""

    def __init__(self, path: str, every: list[str]) -> None:
        self.model_checkpoint_path, self.all_model_checkpoint_paths = path, every


def get_checkpoint_state(checkpoint_dir: Any, latest_filename: Any = None) -> Any:
    kept = now().files.get(
        os.path.abspath(os.path.join(str(checkpoint_dir), latest_filename or "checkpoint"))
    )
    return CheckpointState(*kept) if kept else None


def latest_checkpoint(checkpoint_dir: Any, latest_filename: Any = None) -> Any:
    state = get_checkpoint_state(checkpoint_dir, latest_filename)
    return state.model_checkpoint_path if state else None


class Reader(Modelled):
    """What reads a checkpoint by names."""

    def __init__(self, place: Any) -> None:
        path = latest_checkpoint(place) if os.path.isdir(str(place)) else str(place)
        self._kept = now().files.get(os.path.abspath(path)) if path else None
        if not isinstance(self._kept, dict):
            raise meant(
                ValueError(f"Couldn't find 'checkpoint' file or checkpoints in given directory {place}")
            )

    def get_tensor(self, name: str) -> Any:
        if name not in self._kept:
            raise op_error("NotFoundError")(f"Key {name} not found in checkpoint")
        value, variable = self._kept[name]
        return show(variable.seen(value), now().salt)

    def has_tensor(self, name: str) -> bool:
        return name in self._kept

    def get_variable_to_shape_map(self) -> dict[str, list[int]]:
        return {name: list(variable.known_shape) for name, (_, variable) in sorted(self._kept.items())}


def checkpoint_exists(path: Any) -> bool:
    return isinstance(now().files.get(os.path.abspath(str(path))), dict)


for _table in ("tf1", "tf2"):
    TABLES[_table].update(
        {
            "train.get_checkpoint_state": get_checkpoint_state,
            "train.latest_checkpoint": latest_checkpoint,
            "train.load_variable": lambda ckpt_dir_or_file, name: Reader(ckpt_dir_or_file).get_tensor(name),
            "train.list_variables": lambda ckpt_dir_or_file: sorted(
                Reader(ckpt_dir_or_file).get_variable_to_shape_map().items()
            ),
            "train.load_checkpoint": Reader,
            "train.NewCheckpointReader": Reader,
            "train.checkpoint_exists": checkpoint_exists,
            "train.write_graph": lambda *_, **__: "",
            "io.write_graph": lambda *_, **__: "",
        }
    )
TABLES["tf1"]["train.Saver"] = TABLES["compat"]["Saver"] = Saver
for _word, _function in {
    "Exists": os.path.exists,
    "IsDirectory": os.path.isdir,
    "MakeDirs": lambda path: os.makedirs(path, exist_ok=True),
    "ListDirectory": lambda path: sorted(os.listdir(path)),
    "exists": os.path.exists,
    "isdir": os.path.isdir,
    "makedirs": lambda path: os.makedirs(path, exist_ok=True),
    "listdir": lambda path: sorted(os.listdir(path)),
}.items():
    TABLES["tf1"][f"gfile.{_word}"] = TABLES["tf2"][f"io.gfile.{_word}"] = TABLES["tf1"][
        f"io.gfile.{_word}"
    ] = _function
