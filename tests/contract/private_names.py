"""The private names of TensorFlow that are used, each with what it takes, in one table.

`python -m tests.contract.private_names` writes `private_tensorflow.txt` by the TensorFlow that is installed;
with `--check` it compares that with the table instead, prints what differs, and fails where a name is gone.
`make check-tensorflow VERSION=2.16` does so by any version.
"""

import ast
import importlib
import inspect
import json
import pkgutil
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tests.contract.private_uses import ROOTS, Names, is_private_name, is_private_path, private_uses

ROOT = Path(__file__).parents[2]
TABLE = Path(__file__).with_name("private_tensorflow.txt")
PLACES = (*(ROOT / "compat/_tf").rglob("*.py"), *(ROOT / "emulate/_tf").rglob("*.py"))
PLACES += (ROOT / "migrate/verify/children/keras_steps.py",)
ABSENT = "absent"
# Of a member that more classes than this have, the classes are not told: `_name` is everybody's.
_FEW = 6


def table() -> list[str]:
    """The lines of the table, by the TensorFlow that is installed."""
    import compat.estimator  # which lets the library be imported

    del compat
    paths, members = used()
    lines = {f"{path}{described(path)}" for path in paths}
    lines |= set(overridden())
    lines |= set(members_of_classes(members))
    return sorted(lines)


def used() -> tuple[set[str], set[str]]:
    """The dotted paths, and the private names of objects, that the code uses."""
    paths: set[str] = set()
    members: set[str] = set()
    for file in sorted(PLACES):
        tree = ast.parse(file.read_bytes())
        for path in paths_in(tree):
            module, behind, inside = path.partition("._context.")  # which is an object, and no module
            paths.add(module + behind.rstrip("."))
            members |= set(filter(is_private_name, inside.split(".")))
        members |= {use[1:] for use in private_uses(tree) if use.startswith(".") and "*" not in use}
    return paths, members


def paths_in(tree: ast.Module) -> Iterator[str]:
    """The dotted paths inside of TensorFlow that a file leads to, each to its end."""
    names = Names(tree)
    inner: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from (path for a in node.names if is_private_path(path := f"{node.module}.{a.name}"))
        elif isinstance(node, ast.Import):
            yield from (a.name for a in node.names if is_private_path(a.name))
        elif isinstance(node, ast.Attribute):
            path = names.path(node)
            if path is not None and is_private_path(path):
                inner.add(id(node.value))
                if id(node) not in inner:
                    yield path
        elif isinstance(node, ast.Call) and len(node.args) > 1:  # replace(module, "name", ...)
            path, name = names.path(node.args[0]), names.string(node.args[1])
            if path is not None and is_private_path(path) and name is not None and name.isidentifier():
                yield f"{path}.{name}"
        elif isinstance(node, (ast.Constant, ast.JoinedStr)):
            text = names.string(node)
            if text is not None and re.fullmatch(r"[\w.]+", text) and is_private_path(text):
                yield text


def described(path: str) -> str:
    """What stands behind a path: its arguments, or its kind."""
    try:
        found = resolved(path)
    except (ImportError, AttributeError):
        return f": {ABSENT}"
    if inspect.ismodule(found):
        return ": module"
    if inspect.isclass(found):
        return f": class{arguments(found)}"
    return arguments(found) if callable(found) else f": {type(found).__name__}"


def resolved(path: str) -> Any:
    """What a dotted path leads to.

    Raises:
      ImportError: no module of the first part.
      AttributeError: something on the way is not there.
    """
    parts = path.split(".")
    found: Any = importlib.import_module(parts[0])
    for end in range(2, len(parts) + 1):
        try:
            found = getattr(found, parts[end - 1])
        except AttributeError:
            if not inspect.ismodule(found):
                raise
            try:
                found = importlib.import_module(".".join(parts[:end]))
            except ImportError as error:
                raise AttributeError(path) from error
    return found


def arguments(called: Any) -> str:
    """The arguments of a function or a class, without their types; defaults that are objects are `…`."""
    try:
        parameters = inspect.signature(called).parameters.values()
    except (TypeError, ValueError):
        return "(…)"
    told = []
    for one in parameters:
        plain = one.default is None or type(one.default) in (bool, int, float, str)
        given = one if plain or one.default is one.empty else one.replace(default=_Left)
        told.append(given.replace(annotation=inspect.Parameter.empty))
    return str(inspect.Signature(told)).replace("<…>", "…")


class _Left:
    def __repr__(self) -> str:
        return "…"


_Left = _Left()  # type: ignore[assignment,misc]


def overridden() -> Iterator[str]:
    """The private methods of TensorFlow that classes in `_tf` have in another way."""
    import compat
    import emulate

    for package in (compat, emulate):
        for info in pkgutil.walk_packages([f"{package.__path__[0]}/_tf"], f"{package.__name__}._tf."):
            module = importlib.import_module(info.name)
            for made in [one for one in vars(module).values() if isinstance(one, type)]:
                if made.__module__ != info.name:
                    continue
                for base in made.__mro__:
                    if base.__module__.partition(".")[0] in ROOTS:
                        for name in vars(made).keys() & vars(base).keys():
                            if is_private_name(name) and callable(vars(base)[name]):
                                owner = f"{base.__module__}.{base.__qualname__}"
                                yield f"{owner}.{name}{arguments(vars(base)[name])}"


def members_of_classes(wanted: set[str]) -> Iterator[str]:
    """Which classes have attributes and methods of these names, by the sources of the libraries."""
    by_name: dict[str, set[str]] = defaultdict(set)
    defined = re.compile(
        r"(?:def |\.|^    )(" + "|".join(map(re.escape, sorted(wanted))) + r")\b\s*(?:[(:=,]|$)", re.M
    )
    for file in _sources():
        text = file.read_text(encoding="utf-8", errors="replace")
        if defined.search(text):
            for name, owner in _defined(ast.parse(text), wanted):
                by_name[name].add(owner)
    for name in sorted(wanted):
        owners = sorted(by_name[name]) or _in_cpp(name)
        if len(owners) > _FEW:
            owners = [f"of {len(owners) // _FEW * _FEW} classes and more"]
        yield from (f".{name}: {owner}" for owner in owners or [ABSENT])


def _sources() -> Iterator[Path]:
    folders = (
        "tensorflow/python",
        "tf_keras/src",
        "tensorflow_estimator/python",
        "keras/src/backend/tensorflow",
    )
    for folder in (*folders, "keras/src/optimizers", "keras/src/trainers"):
        root, _, inside = folder.partition("/")
        spec = find_spec(root)
        if spec is not None and spec.origin is not None:
            files = Path(spec.origin).parent.joinpath(inside).rglob("*.py")
            yield from (one for one in files if "_test" not in one.name)


def _defined(tree: ast.Module, wanted: set[str]) -> Iterator[tuple[str, str]]:
    for made in (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)):
        for node in ast.walk(made):
            if isinstance(node, ast.FunctionDef) and node.name in wanted:
                names = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
                yield node.name, f"{made.name}({', '.join(one.arg for one in names)})"
            elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and node.attr in wanted:
                if isinstance(node.value, ast.Name) and node.value.id in ("self", "cls"):
                    yield node.attr, made.name
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id in wanted:
                yield node.id, made.name


def _in_cpp(name: str) -> list[str]:
    """The classes that C++ gives which have a member."""
    import tensorflow as tf

    waiting: list[type] = [type(tf.constant(0)), tf.Tensor, tf.Operation, tf.Graph, tf.dtypes.DType]
    found = {one.__name__ for made in waiting for one in made.__mro__ if name in vars(one)}
    return sorted(found)


def differences(before: list[str], now: list[str]) -> list[str]:
    """What differs between two tables, by names: what is gone or new, and what takes other arguments."""
    gone, new = sorted(set(before) - set(now)), sorted(set(now) - set(before))
    return [*(f"- {line}" for line in gone), *(f"+ {line}" for line in new)]


def lost(before: list[str], now: list[str]) -> list[str]:
    """The names that the table has and this TensorFlow has not."""
    absent = {line.partition(": ")[0] for line in now if line.endswith(f": {ABSENT}")}
    was_absent = {line.partition(": ")[0] for line in before if line.endswith(f": {ABSENT}")}
    return sorted(absent - was_absent)


def main(check: bool) -> int:
    """Write the table, or compare it."""
    now = table()
    if not check:
        TABLE.write_text("\n".join(now) + "\n", encoding="utf-8")
        return 0
    before = TABLE.read_text(encoding="utf-8").splitlines()
    versions = {
        name: getattr(importlib.import_module(name), "__version__", "") for name in ("tensorflow", "keras")
    }
    print(json.dumps(versions), f"{len(now)} private names")
    print("\n".join(differences(before, now)))
    gone = lost(before, now)
    print(f"gone: {', '.join(gone) or 'none'}")
    return int(bool(gone))


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
