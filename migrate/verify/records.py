"""What a program did, step by step, on disk: written by the process that runs it, read where it is compared.

A record is a folder with one NumPy archive for each step. Of the variables, a step holds those that changed.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from .parity import ParityError

Array = npt.NDArray[Any]
Values = dict[str, Array]

_INITIAL = "initial.npz"
_SEEDED = "seeded.npz"
_ABOUT = "about.json"
_PROGRESS = "progress"
_VARIABLE = "variable:"
_FETCHED = "fetched:"
_SUMMARY = "summary:"
_MOST_BYTES = 2 << 30
_BYTES_IN_MEMORY = 64 << 20


@dataclass(frozen=True)
class Step:
    """One step: what the program got to see of it, and all variables after it.

    `fetched` pairs each number or array with the name of what it was fetched from, or with its place where
    there is no name. `apart` names the replicas of variables that do not equal the first replica. `place` is
    the line of the program that made the step, such as `train.py:41`; empty where that is not known.
    `constant`: all of `fetched` is computed from constants, and no variable changed. The other program may
    compute that outside of any step, so that such a step is counted nowhere. `summaries` are the numbers of
    the summaries that the program got, by their tags. `begins`: all that it did is to give variables their
    initial values once more. Several such in a row are one step: a program may initialise its variables all
    at once, or some after the others. `drawn` tells how far Python's and NumPy's random numbers were drawn;
    empty where that is not known. `cut` names the variables that a run has changed, at any time before, that
    ended by an error: whether it came to them first is chance, and so is what they are since.
    """

    fetched: tuple[tuple[str, Array], ...]
    variables: Values
    apart: tuple[str, ...]
    seconds: float
    place: str = ""
    constant: bool = False
    summaries: Values = field(default_factory=dict)
    begins: bool = False
    drawn: str = ""
    cut: tuple[str, ...] = ()


@dataclass(frozen=True)
class About:
    """What a record tells beside numbers.

    `trainable` are the names of the variables that an optimizer may train. `style` is `sessions`, `store`
    (steps of a `compat.VariableStore`) or `own`: functions or loops of another kind. `unseeded` are
    operations of its graphs that draw random numbers without a seed, initial values apart; `None` where that
    is unknown.
    """

    trainable: frozenset[str] = field(default_factory=frozenset)
    style: str = "own"
    unseeded: tuple[str, ...] | None = None


class Writer:
    """Writes a record into an empty folder; `flush` it at the end.

    Steps are kept in memory for a while: files written between the steps of a program would slow the steps
    themselves, whose time is to be compared.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._initial: Values = {}
        self._seeded: Values = {}
        self._written: Values = {}
        self._pending: dict[str, Values] = {}
        self._steps = 0
        self._begun: Step | None = None  # which the next step may be a part of
        self._constants = 0  # since the last step
        self._bytes = 0
        self._pending_bytes = 0
        self._trainable: set[str] = set()
        self._style = "own"
        self._unseeded: list[str] | None = None
        self._progress = os.open(folder / _PROGRESS, os.O_CREAT | os.O_WRONLY)

    def describe(
        self,
        *,
        trainable: str | None = None,
        style: str | None = None,
        unseeded: Iterable[str] | None = None,
    ) -> None:
        """Note what `About` tells: a variable, the style, or operations beside those that are known."""
        if trainable is not None:
            self._trainable.add(trainable)
        if style is not None:
            self._style = style
        if unseeded is not None:
            self._unseeded = [*(self._unseeded or ()), *unseeded]

    def add_initial(self, values: Mapping[str, Array]) -> None:
        """Add the values with which variables start."""
        self._initial.update(values)
        self._written.update(values)
        arrays = {_VARIABLE + name: value for name, value in self._initial.items()}
        self._keep(_INITIAL, arrays, sum(value.nbytes for value in values.values()))

    def add_seeded(self, values: Mapping[str, Array]) -> None:
        """Add what the program itself gives variables to start with, where seeds fix that."""
        self._seeded.update(values)
        arrays = {_VARIABLE + name: value for name, value in self._seeded.items()}
        self._keep(_SEEDED, arrays, sum(value.nbytes for value in values.values()))

    def changed(self, variables: Values, planted: Values) -> list[str]:
        """The variables that differ from what was last written of them, or `planted` before that."""
        begun = self._begun.variables if self._begun is not None else {}
        known = {**planted, **self._written, **begun}
        return [
            name for name in variables if name not in known or not same_bytes(known[name], variables[name])
        ]

    def add_step(self, step: Step) -> int:
        """Write the next step; returns how many are complete now: one that begins, with the next."""
        before = self._steps
        if step.begins:
            self._begun = step  # with all that those before it in the row have done
        else:
            self._write_begun()
            self._write(step)
        return self._steps - before

    def _write(self, step: Step) -> None:
        arrays = {
            _VARIABLE + name: value
            for name, value in step.variables.items()
            if not self._is_written(name, value)
        }
        for place, (_, value) in enumerate(step.fetched):
            arrays[f"{_FETCHED}{place}"] = value
        # A tag may have a slash, which no name in an archive should have: they are numbered, too.
        for place, value in enumerate(step.summaries.values()):
            arrays[f"{_SUMMARY}{place}"] = value
        arrays["tags"] = np.array(list(step.summaries), dtype=np.str_)
        arrays["names"] = np.array([name for name, _ in step.fetched], dtype=np.str_)
        arrays["apart"] = np.array(step.apart, dtype=np.str_)
        arrays["seconds"] = np.array(step.seconds)
        arrays["place"] = np.array(step.place)
        arrays["drawn"] = np.array(step.drawn)
        arrays["cut"] = np.array(step.cut, dtype=np.str_)
        if step.constant:  # by their names, these come before the step that follows them
            self._constants += 1
            self._keep(f"step-{self._steps + 1:06}-{self._constants:03}.npz", arrays)
            return
        self._steps, self._constants = self._steps + 1, 0
        os.pwrite(self._progress, b"%d" % self._steps, 0)
        self._keep(f"step-{self._steps:06}.npz", arrays)
        self._written.update(step.variables)

    def _is_written(self, name: str, value: Array) -> bool:
        return name in self._written and same_bytes(self._written[name], value)

    def flush(self) -> None:
        """Write what is still in memory."""
        self._write_begun()
        self._write_pending()

    def _write_begun(self) -> None:
        begun, self._begun = self._begun, None
        if begun is not None:
            self._write(begun)

    def _write_pending(self) -> None:
        for name, arrays in self._pending.items():
            with open(self._folder / name, "wb") as file:
                np.savez(file, **arrays)  # type: ignore[arg-type]  # the stub takes a name for `allow_pickle`
        self._pending.clear()
        self._pending_bytes = 0
        about = {"trainable": sorted(self._trainable), "style": self._style, "unseeded": self._unseeded}
        (self._folder / _ABOUT).write_text(json.dumps(about), encoding="utf-8")

    def _keep(self, name: str, arrays: Values, new_bytes: int | None = None) -> None:
        size = sum(array.nbytes for array in arrays.values()) if new_bytes is None else new_bytes
        self._bytes += size
        self._pending_bytes += size
        if self._bytes > _MOST_BYTES:
            raise ParityError(
                f"the record outgrows {_MOST_BYTES >> 30} GiB at step {self._steps}: compare fewer steps"
            )
        self._pending[name] = arrays
        if self._pending_bytes > _BYTES_IN_MEMORY:
            self._write_pending()


@dataclass(frozen=True)
class Record:
    """What a program did, to be read.

    `names` leads from a variable's name to the one that it is to be known by, as the pair of another's.
    """

    folder: Path
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def length(self) -> int:
        """How many steps there are, those of constants not counted."""
        return sum(not _is_constant(file) for file in self._files())

    def about(self) -> About:
        """What is known of its variables and steps."""
        path = self.folder / _ABOUT
        if not path.exists():
            return About()
        told = json.loads(path.read_text(encoding="utf-8"))
        trainable = frozenset(self.names.get(name, name) for name in told["trainable"])
        unseeded = told.get("unseeded")
        return About(trainable, told["style"], None if unseeded is None else tuple(unseeded))

    def initial(self) -> Values:
        """The values with which the variables started, by name."""
        return self._values(_INITIAL)

    def seeded(self) -> Values:
        """What the program itself gave variables to start with, where seeds or a constant fix that."""
        return self._values(_SEEDED)

    def variable_names(self) -> frozenset[str]:
        """The names of all variables there ever were."""
        names = set(self.initial())
        for file in self._files():
            with np.load(file) as archive:
                names.update(self._name(key) for key in archive.files if key.startswith(_VARIABLE))
        return frozenset(names)

    def first_values(self) -> Values:
        """The first value of each variable that is known, in the order in which they came."""
        values = self.initial()
        for file in self._files():
            with np.load(file) as archive:
                for key in archive.files:
                    if key.startswith(_VARIABLE) and self._name(key) not in values:
                        values[self._name(key)] = archive[key]
        return values

    def steps(self, *, constants: bool = False) -> Iterator[Step]:
        """Each step in turn, with or without those of constants; one at a time is in memory."""
        variables = self.initial()
        for file in self._files():
            if _is_constant(file) and not constants:
                continue
            arrays = _load(file)
            variables = {**variables, **self._variables(arrays)}
            fetched = tuple(
                (str(name), arrays[f"{_FETCHED}{place}"]) for place, name in enumerate(arrays["names"])
            )
            apart = tuple(str(name) for name in arrays["apart"])
            seconds, place = float(arrays["seconds"]), str(arrays["place"])
            tags = enumerate(arrays["tags"])
            summaries = {str(tag): arrays[f"{_SUMMARY}{number}"] for number, tag in tags}
            drawn, cut = str(arrays.get("drawn", "")), tuple(map(str, arrays.get("cut", ())))
            about = seconds, place, _is_constant(file), summaries
            yield Step(fetched, variables, apart, *about, drawn=drawn, cut=cut)

    def _values(self, file: str) -> Values:
        path = self.folder / file
        return self._variables(_load(path)) if path.exists() else {}

    def _variables(self, arrays: Values) -> Values:
        return {self._name(key): value for key, value in arrays.items() if key.startswith(_VARIABLE)}

    def _name(self, key: str) -> str:
        name = key.removeprefix(_VARIABLE)
        return self.names.get(name, name)

    def _files(self) -> list[Path]:
        return sorted(self.folder.glob("step-*.npz"))


def steps_so_far(folder: Path) -> int:
    """How many steps a program has made that is still being recorded in `folder`."""
    path = folder / _PROGRESS
    told = path.read_bytes() if path.exists() else b""
    return int(told or b"0")


def same_bytes(one: Array, other: Array) -> bool:
    """Whether two arrays are equal to the bit, in type and shape too; a NaN equals itself."""
    return one.dtype == other.dtype and one.shape == other.shape and one.tobytes() == other.tobytes()


def is_uniform(value: Array) -> bool:
    """Whether an array is filled with one number."""
    return value.size > 0 and bool((value == value.flat[0]).all())


def _is_constant(file: Path) -> bool:
    return file.stem.count("-") > 1


def _load(path: Path) -> Values:
    with np.load(path) as archive:
        return dict(archive)
