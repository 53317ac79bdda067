"""Plays one program on the symbolic TensorFlow, and tells all that can be observed of it."""

from __future__ import annotations

import contextlib
import io
import logging
import os
import random
import shutil
import sys
import tempfile
import time
import traceback
import types
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from . import tables  # noqa: F401 - enters all names
from .expressions import Expr
from .graphs import Graph
from .namespaces import ROOTS, Finder, forget_modules
from .unsure import Ended, Unsure, is_meant, take_noted
from .world import World, enter

HERE = str(Path(__file__).parent)
BOUNDED = 200_000  # characters of output


@dataclass
class Seen:
    """What one program did that can be observed.

    Attributes:
      ended: the kind of exception that it ended with, and its words where they are the program's own.
      unsure: why nothing can be said, or `None`.
      is_cut: whether it was ended behind so many steps as were asked for.
    """

    ended: tuple[str, str] | None = None
    unsure: str | None = None
    is_cut: bool = False
    output: str = ""
    updates: list[dict[str, Expr]] = field(default_factory=list)
    fetched: list[tuple[Expr, ...]] = field(default_factory=list)
    final: dict[str, Expr] = field(default_factory=dict)
    events: list[tuple[str, int]] = field(default_factory=list)


def play(
    files: Mapping[str, str],
    entry: str,
    arguments: Sequence[str],
    *,
    is_original: bool,
    salt: int,
    steps: int | None = None,
) -> Seen:
    """Run `entry` of a program of these files, by path relative to its folder, for so many steps."""
    world = World(salt, steps)
    if is_original:
        world.stack[0] = Graph("graph")
    else:
        world.is_tf2 = world.compares_by_value = True
    enter(world)
    take_noted()
    forget_modules()
    seen, output = Seen(), io.StringIO()
    own = frozenset(Path(path).parts[0].removesuffix(".py") for path in files)
    folder = tempfile.mkdtemp(prefix="symbolic-")
    for path, text in files.items():
        place = Path(folder, path)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    with _isolated(folder, entry, arguments, Finder("tf1" if is_original else "tf2", own), world):
        try:
            code = compile(files[entry], str(Path(folder, entry)), "exec", dont_inherit=True)
            quiet = contextlib.redirect_stderr(io.StringIO())
            with contextlib.suppress(Ended), contextlib.redirect_stdout(output), quiet:
                exec(code, world.globals)  # noqa: S102 - this is what it is for
        except Unsure as error:
            seen.unsure = str(error)
        except SystemExit as error:
            seen.ended = ("SystemExit", str(error.code)) if error.code else None
        except BaseException as error:  # noqa: BLE001 - any is an observation
            seen.ended, seen.unsure = _judged(error, folder)
    shutil.rmtree(folder, ignore_errors=True)
    seen.unsure = take_noted() or seen.unsure
    seen.is_cut = world.is_ended
    seen.output = output.getvalue().replace(folder, "<folder>")[:BOUNDED]
    seen.updates, seen.fetched, seen.final, seen.events = (
        world.updates,
        world.fetched,
        world.final,
        world.events,
    )
    return seen


def _judged(error: BaseException, folder: str) -> tuple[tuple[str, str], str | None]:
    """What an exception says: that of a program or of TensorFlow is seen, a slip of this package is not."""
    frames = traceback.extract_tb(error.__traceback__)
    last = frames[-1] if frames else None
    is_ours = (
        last is not None
        and not last.filename.startswith(folder)
        and any(f.filename.startswith(HERE) for f in _behind(frames, folder))
    )
    words = f"{type(error).__name__}: {error}"[:200]
    if is_meant(error):
        return (type(error).__name__, ""), None
    if is_ours:
        return (type(error).__name__, str(error)), f"{words} ({Path(last.filename).name}:{last.lineno})"
    if isinstance(error, (RecursionError, MemoryError)):
        return (type(error).__name__, ""), words
    if isinstance(error, ImportError):
        return (type(error).__name__, str(error)), words
    if isinstance(error, TypeError) or (
        isinstance(error, AttributeError) and not _is_plain(getattr(error, "obj", None))
    ):
        return (type(error).__name__, str(error)), f"{words}: may be a slip of the stand-in"
    return (type(error).__name__, str(error)), None


def _behind(frames: Any, folder: str) -> list[Any]:
    """The frames behind the last one of the program."""
    places = [place for place, frame in enumerate(frames) if frame.filename.startswith(folder)]
    return (
        list(frames[places[-1] + 1 :])
        if places
        else [frame for frame in frames if not frame.filename.endswith("player.py")]
    )


def _is_plain(one: Any) -> bool:
    kind = one if isinstance(one, type) else type(one)
    return one is not None and kind.__module__ in ("builtins", "numpy")


@contextlib.contextmanager
def _isolated(folder: str, entry: str, arguments: Sequence[str], finder: Finder, world: World) -> Any:
    """Inside, modules, arguments, randomness, the clock and the environment are the program's own."""
    environment, modules, argv, path = dict(os.environ), dict(sys.modules), sys.argv, list(sys.path)
    disabled, where, tempdir = logging.root.manager.disable, os.getcwd(), tempfile.tempdir
    clocks = {name: getattr(time, name) for name in ("time", "perf_counter", "monotonic", "sleep")}
    ticks = iter(range(1, 10_000_000))
    main = types.ModuleType("__main__")
    main.__dict__.update(__file__=str(Path(folder, entry)), __name__="__main__")
    world.globals = main.__dict__
    for name in [name for name in modules if name.partition(".")[0] in ROOTS]:
        del sys.modules[name]  # the real ones, where this process has them
    sys.modules["__main__"] = main
    sys.meta_path.insert(0, finder)
    sys.argv = [str(Path(folder, entry)), *arguments]
    sys.path.insert(0, str(Path(folder, entry).parent))
    for name in ("time", "perf_counter", "monotonic"):
        setattr(time, name, lambda: 1e9 + next(ticks) * 0)
    time.sleep = lambda *_: None
    np.random.seed(20)
    random.seed(20)
    logging.disable(logging.CRITICAL)
    os.chdir(folder)
    tempfile.tempdir = folder
    outer_names, tempfile._name_sequence = tempfile._name_sequence, _Names()  # type: ignore[attr-defined]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        tempfile.tempdir, tempfile._name_sequence = tempdir, outer_names  # type: ignore[attr-defined]
        os.chdir(where)
        for name, clock in clocks.items():
            setattr(time, name, clock)
        sys.meta_path.remove(finder)
        sys.argv, sys.path[:] = argv, path
        for name in set(sys.modules):
            found = getattr(sys.modules[name], "__file__", None)
            is_new = name not in modules and (found is None or found.startswith(folder))
            if is_new or name.partition(".")[0] in ROOTS:
                del sys.modules[name]
        sys.modules.update({name: modules[name] for name in modules.keys() - sys.modules.keys()})
        sys.modules["__main__"] = modules["__main__"]
        os.environ.clear()
        os.environ.update(environment)
        logging.disable(disabled)


class _Names:
    """Names of temporary files, the same in each run."""

    def __init__(self) -> None:
        self._count = 0

    def __iter__(self) -> _Names:
        return self

    def __next__(self) -> str:
        self._count += 1
        return f"t{self._count:04d}"
