"""Prints, as JSON, what an installed package holds: run by the interpreter that has it.

`python installed.py PACKAGE` reads a JSON object: `inner` are modules behind the public ones, of which every
name is listed, if they are there; `asked` are dotted names that may exist, listed or not.
"""

from __future__ import annotations

import contextlib
import importlib
import inspect
import json
import os
import pkgutil
import sys
import warnings
from collections.abc import Iterator
from types import ModuleType
from typing import Any

# Where TensorFlow shows all of itself once more inside of itself.
_AGAIN = ("tensorflow.compat.v1.compat.", "tensorflow.compat.v2.compat.")
# What the modules are called that a package shows as its own: others are only used by it.
_SHOWN = {
    "tensorflow": ("tensorflow._api.", "keras._tf_keras.", "keras.api."),
    "compat": ("tf_slim.",),
}


def holdings(package: str, asked: frozenset[str]) -> Iterator[tuple[str, str, list[str]]]:
    """Each module and each class that can be reached from `package`, with its kind and its public names."""
    waiting: list[tuple[str, ModuleType, tuple[ModuleType, ...]]]
    waiting = [(package, importlib.import_module(package), ())]
    while waiting:
        name, module, around = waiting.pop()
        held = dict(_public(name, module, asked))
        yield name, "module" if _is_importable(name) else "namespace", sorted(held)
        for inner, value in held.items():
            path = f"{name}.{inner}"
            if inspect.isclass(value):
                if _is_listed(package, value):
                    yield path, "class", sorted(one for one in dir(value) if one[0] != "_")
            elif (
                isinstance(value, ModuleType)
                and (path in asked or _is_of(package, path, value))
                and value not in (module, *around)
            ):
                waiting.append((path, value, (*around, module)))


def inner_holdings(modules: list[str]) -> Iterator[tuple[str, str, list[str]]]:
    """The modules that can be imported, with all of their names but those that every module has."""
    for name in modules:
        with contextlib.suppress(Exception):
            module = importlib.import_module(name)
            found = {*vars(module), *(one.name for one in _modules_in(module))}
            yield name, "module", sorted(one for one in found if one[:2] != "__")


def _public(name: str, module: ModuleType, asked: frozenset[str]) -> Iterator[tuple[str, Any]]:
    """What a module has by its public names; modules in its folder that nothing has imported yet, too."""
    found = [] if name.startswith("tensorflow") else [one.name for one in _modules_in(module)]  # it lists all
    found += [one.rpartition(".")[2] for one in asked if one.rpartition(".")[0] == name]
    for inner in dict.fromkeys([*dir(module), *getattr(module, "__all__", ()), *found]):
        path = f"{name}.{inner}"
        if inner[0] == "_" or path.startswith(_AGAIN):
            continue
        with contextlib.suppress(BaseException):  # libraries that tell by an error what they no longer have
            if not hasattr(module, inner) and path not in asked:
                importlib.import_module(path)
            value = getattr(module, inner)
            if not isinstance(value, ModuleType) or value.__name__:
                yield inner, value


def _modules_in(module: ModuleType) -> Iterator[pkgutil.ModuleInfo]:
    names = pkgutil.iter_modules(getattr(module, "__path__", []))
    return (one for one in names if one.name[0] != "_" and "test" not in one.name.split("_"))


def _is_importable(name: str) -> bool:
    try:
        importlib.import_module(name)
    except Exception:
        return False
    return True


def _is_listed(package: str, held: type) -> bool:
    """Whether a class tells its names: those of protocol buffers keep some back."""
    is_own = package != "compat" or str(getattr(held, "__module__", "")).startswith(("compat.", "tf_slim."))
    return is_own and not hasattr(held, "DESCRIPTOR")


def _is_of(package: str, path: str, module: ModuleType) -> bool:
    try:
        return module.__name__ == path or module.__name__.startswith(_SHOWN.get(package, ()))
    except AttributeError:  # a module that is loaded when it is asked for, and cannot be
        return False


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    out, sys.stdout = sys.stdout, open(os.devnull, "w")  # noqa: SIM115 - libraries print
    root, wanted = sys.argv[1], json.load(sys.stdin)
    every = [*holdings(root, frozenset(wanted["asked"])), *inner_holdings(wanted["inner"])]
    version = getattr(importlib.import_module(root), "__version__", "")
    json.dump({"release": ".".join(version.split(".")[:2]), "holdings": every}, out)
