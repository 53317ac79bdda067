"""`tensorflow` and `compat` as modules whose names are looked up in tables; what is in none is unsure.

A name is looked up by its dotted path, as `nn.relu` or `train.Saver`, in the table of its module ("tf1",
"tf2" or "compat"). Functions without effects need no entry: their signature is in the tables of
TensorFlow's own."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import types
from collections.abc import Callable
from typing import Any

from .dtypes import DTYPES
from .operations import KERNELS, PURE, SAME, of_kind
from .signatures import signatures
from .unsure import op_error, unsure
from .world import now

TABLES: dict[str, dict[str, Any]] = {"tf1": {}, "tf2": {}, "compat": {}}
_TENSORFLOW = {"tf1": 1, "tf2": 2}


def known(*paths: str, of: str = "tf1 tf2") -> Callable[[Any], Any]:
    """Enter what is decorated under these paths, in the tables of these modules."""

    def add(what: Any) -> Any:
        for table in of.split():
            for path in paths:
                TABLES[table][path] = what
        return what

    return add


class Namespace(types.ModuleType):
    """A module, class or function that is not known itself: only its parts may be."""

    def __init__(self, table: str, path: str) -> None:
        super().__init__(path or table)
        self.__dict__.update(_table=table, _path=path, __path__=[])

    def __getattr__(self, name: str) -> Any:
        is_version = name == "__version__" or name == "VERSION" and self._path in ("", "version")
        if is_version and self._table != "compat":
            return "1.15.5" if self._table == "tf1" and not now().is_tf2 else "2.21.0"
        if name.startswith("__"):
            raise AttributeError(name)
        found = look_up(self._table, f"{self._path}.{name}" if self._path else name)
        if not isinstance(found, Namespace):
            self.__dict__[name] = found if not isinstance(found, _Late) else found()
            return self.__dict__[name]
        return found

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        unsure(f"{_word(self._table)}.{self._path}")

    def __mro_entries__(self, bases: Any) -> Any:
        unsure(f"a subclass of {_word(self._table)}.{self._path}")

    def __iter__(self) -> Any:
        unsure(f"{_word(self._table)}.{self._path}")

    def __eq__(self, other: object) -> bool:
        return self is other

    __hash__ = types.ModuleType.__hash__


class _Late:
    """An entry that is made for each program."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self._make = make

    def __call__(self) -> Any:
        return self._make()


def late(make: Callable[[], Any]) -> Any:
    """An entry that is made anew for each program."""
    return _Late(make)


def _word(table: str) -> str:
    return "compat" if table == "compat" else "tf"


def look_up(table: str, path: str) -> Any:
    """What a name stands for in one of the modules."""
    for gone in ("compat.v1", "compat.v2", "_api.v1", "_api.v2"):
        if table != "compat" and (path == gone or path.startswith(gone + ".")):
            return look_up("tf1" if gone.endswith("v1") else "tf2", path[len(gone) + 1 :])
    if table == "compat" and (path == "tf1" or path.startswith("tf1.")):
        return look_up("tf1", path[4:])
    if not path:
        return namespace(table, "")
    if path in TABLES[table]:
        return TABLES[table][path]
    if table == "compat":
        if path.split(".")[0] in ("layers", "contrib", "rnn_cell") and path in TABLES["tf1"]:
            return TABLES["tf1"][path]
        if path.startswith("rnn_cell.") and "nn." + path in TABLES["tf1"]:
            return TABLES["tf1"]["nn." + path]
        return namespace(table, path)
    place, _, last = path.rpartition(".")
    if place in ("", "dtypes") and last in DTYPES:
        return DTYPES[last]
    if place == "errors":
        return op_error(last)
    found = signatures(_TENSORFLOW[table]).get(path)
    if found is not None:
        kind = found.same_as.rpartition(".")[2]
        if found.same_as in KERNELS or SAME.get(kind, kind) in KERNELS or SAME.get(kind, kind) in PURE:
            return _Operation(table, path)
    return namespace(table, path)


class _Operation:
    """A function of TensorFlow that makes operations, called by its signature."""

    def __init__(self, table: str, path: str) -> None:
        self.signature = signatures(_TENSORFLOW[table])[path]
        self.__name__ = path.rpartition(".")[2]
        self.__module__ = "tensorflow"

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return of_kind(self.signature.same_as, self.signature.bind(args, kwargs))


_MADE: dict[tuple[str, str], Namespace] = {}


def namespace(table: str, path: str) -> Namespace:
    """The module of this path; one for each program."""
    if (table, path) not in _MADE:
        _MADE[table, path] = Namespace(table, path)
    return _MADE[table, path]


def forget_modules() -> None:
    """Have each program its own modules."""
    _MADE.clear()


ROOTS = ("tensorflow", "compat", "tfmigrate_compat", "tf_slim", "tf_keras", "keras", "tensorflow_core")


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Has `import tensorflow` and `import compat` find the stand-ins.

    Args:
      table: what `tensorflow` itself is: "tf1" for an original, "tf2" for what was made of it.
      own: top names of the program's own modules, which are not stood in for.
    """

    def __init__(self, table: str, own: frozenset[str]) -> None:
        self._table = table
        self._own = own

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        top = name.split(".")[0]
        if top in ROOTS and top not in self._own:
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec: Any) -> Any:
        top, _, path = spec.name.partition(".")
        if top in ("tensorflow", "tensorflow_core"):
            found = look_up(self._table, path)
        elif top in ("compat", "tfmigrate_compat"):
            if path == "tf1" or path.startswith("tf1."):
                start_graph()
            found = look_up("compat", path)
        elif top == "tf_slim":
            found = look_up("tf1", "contrib.slim" + ("." + path if path else ""))
        else:
            found = look_up("tf2", "keras" + ("." + path if path else ""))
        if not isinstance(found, types.ModuleType):
            module = types.ModuleType(spec.name)
            module.__dict__.update(
                {name: getattr(found, name) for name in dir(found) if not name.startswith("__")}
            )
            return module
        return found

    def exec_module(self, module: Any) -> None:
        """Nothing: names are looked up when they are used."""


def start_graph(*_: Any, **__: Any) -> None:
    """From here on code builds a graph, as in TF 1."""
    from .graphs import Graph

    world = now()
    if world.stack[0] is None:
        world.stack[0] = graph = Graph("graph")
        graph.seed = world.seed
