"""Writes tables of `compat` from what TensorFlow 1.15 has, and from what today's has in other places.

tf1/bin/python tests/compat/tf1/tables.py list names.json    # what 1.15's own modules export
python tests/compat/tf1/tables.py write symbols.csv names.json
"""

import collections
import csv
import importlib
import inspect
import json
import os
import sys
import types

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".."))
PACKAGE = os.path.join(ROOT, "compat")
FOLDERS = {"argument_orders.csv": ".", "moved_names.csv": "_tf"}

# Not looked into: modules that programs do not import, and such as other parts of `compat` stand in for.
LEFT_OUT = ("api", "debug", "estimator", "keras", "lite", "tools.api", "tpu", "autograph", "compat")


def modules(folder):
    """Names of the modules under `folder`, which is the package `tensorflow.python`."""
    for path, folders, files in os.walk(folder):
        folders.sort()
        inner = os.path.relpath(path, folder).replace(os.sep, ".")
        if inner.startswith(LEFT_OUT) or "test" in inner:
            continue
        prefix = "tensorflow.python" + ("" if inner == "." else "." + inner)
        for file in sorted(files):
            if file.endswith(".py") and not file.endswith(("_test.py", "test_util.py", "test_lib.py")):
                yield prefix if file == "__init__.py" else prefix + "." + file[:-3]


def imported(name):
    """The module, or None if it cannot be imported."""
    try:
        return importlib.import_module(name)
    except Exception as error:
        print("not imported:", name, error, file=sys.stderr)
        return None


def exported():
    """The functions and classes of TensorFlow's own by module: where each is defined, and its public name."""
    import tensorflow  # noqa: F401 - its modules are found under its name then
    import tensorflow_core
    from tensorflow.python.util import tf_decorator

    found = collections.OrderedDict()
    for name in modules(os.path.join(os.path.dirname(tensorflow_core.__file__), "python")):
        module = imported(name)
        names = found.setdefault(name, collections.OrderedDict())
        for short, value in sorted(vars(module).items() if module else []):
            if isinstance(value, (type, types.FunctionType)) and not short.startswith("__"):
                home = (value.__module__ or "").replace("tensorflow_core", "tensorflow")
                inner = tf_decorator.unwrap(value)[1]  # where the public name is noted
                public = vars(inner).get("_tf_api_names_v1") or [""]
                if home.startswith("tensorflow."):
                    names[short] = [home, value.__name__, public[0]]
    return found


def moved(old):
    """Rows of modules of 1.15, where names of theirs are today, and those names."""
    import tensorflow as tf

    sys.path.insert(0, ROOT)
    from compat import tf1

    today = {name: imported(name) for name in modules(os.path.join(os.path.dirname(tf.__file__), "python"))}
    today = {name: module for name, module in today.items() if module}
    homes = collections.defaultdict(list)
    for name, module in today.items():
        for short, value in vars(module).items():
            if getattr(value, "__module__", None) == name and getattr(value, "__name__", None) == short:
                homes[short].append(name)
    for name, names in old.items():
        there = vars(today[name]) if name in today else {}
        groups = collections.OrderedDict()
        for short, (home, long, public) in names.items():
            if short in there:
                continue
            if public and is_public(tf1, public):
                groups.setdefault("tf." + public, []).append(short)
            elif home != name and long in vars(today.get(home, object)):
                groups.setdefault(home, []).append(short if short == long else f"{short}={long}")
            elif len(homes[long]) == 1:
                groups.setdefault(homes[long][0], []).append(short if short == long else f"{short}={long}")
        for where, shorts in groups.items():
            yield {"module": name, "where": where, "names": " ".join(shorts)}


def is_public(tf1, symbol):
    """Whether compat.tf1 has `symbol`."""
    found = tf1
    for name in symbol.split("."):
        found = getattr(found, name, None)
    return found is not None


def reordered(rows):
    """Rows of symbols whose arguments TensorFlow 2 has in another order, or by other names."""
    sys.path.insert(0, ROOT)
    from compat import _argument_orders, tf1

    for row in rows:
        symbol, arguments = row["symbol"][3:], row["tf1_15_arguments"].split()
        if row["kind"] == "constant" or symbol.startswith("contrib") or any("*" in a for a in arguments[:-1]):
            continue
        found = source(tf1, symbol)
        if not callable(found):
            continue
        arguments = [name for name in arguments if not name.startswith("*")]
        now = positional(found)
        if now is None:
            continue
        differs = [a != b for a, b in zip(arguments, now)]  # noqa: B905
        if symbol in _argument_orders.RENAMED or (any(differs) and set(arguments) <= set(now)):
            yield {"symbol": symbol, "arguments": " ".join(arguments)}


def source(tf1, symbol):
    """What TensorFlow, or Keras, has for a symbol that compat.tf1 has nothing of its own for."""
    import tensorflow as tf

    from compat._tf.private_modules import KERAS
    from compat.tf1 import _surface
    from compat.tf_keras._surface import LOST

    lost = ["keras." + name for name in LOST]
    if any(
        symbol == known or symbol.startswith(known + ".")
        for known in [*_surface.MODULES, *_surface.FALLBACKS, *lost]
    ):
        return None
    found = tf.compat.v1
    if symbol.startswith("keras."):
        found, symbol = importlib.import_module(KERAS), symbol[len("keras.") :]
    for name in symbol.split("."):
        found = getattr(found, name, None)
    return found


def positional(value):
    """The names of the arguments of `value`, in order, or None if it does not tell."""
    if inspect.isclass(value):
        value = getattr(value, "_variable_call", value.__init__)
    try:
        parameters = [*inspect.signature(value).parameters.values()]
    except (TypeError, ValueError):
        return None
    names = [p.name for p in parameters if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)]
    return names[1:] if names[:1] == ["self"] else names


def write(name, rows):
    """Write `rows` as a table of `compat`."""
    rows = list(rows)
    with open(os.path.join(PACKAGE, FOLDERS[name], name), "w", newline="") as out:
        table = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
        table.writeheader()
        table.writerows(rows)
    print(name, len(rows))


def main(what, *paths):
    if what == "list":
        with open(paths[0], "w") as out:
            json.dump(exported(), out)
        return
    with open(paths[0]) as symbols, open(paths[1]) as names:
        write("argument_orders.csv", reordered(list(csv.DictReader(symbols))))
        write("moved_names.csv", moved(json.load(names)))


if __name__ == "__main__":
    main(*sys.argv[1:])
