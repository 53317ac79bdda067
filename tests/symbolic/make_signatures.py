"""Writes the signatures of TensorFlow's functions: `python make_signatures.py OUTPUT.csv`.

`signatures_1.csv` is of 1.15.5, `signatures_2.csv` of 2.21. Each row has a public name, the shortest public
name of the same function, and its parameters. It runs in Python 3.7, too."""

import csv
import sys
import types

import tensorflow as tf
from tensorflow.python.util import tf_decorator, tf_inspect

LEFT_OUT = {
    "raw_ops",
    "keras",
    "experimental",
    "compat",
    "contrib",
    "estimator",
    "python",
    "core",
    "tools",
    "saved_model",
    "lite",
    "tpu",
}


def walk(module, path, seen):
    """Yield the public names of all functions below a module, and these."""
    for name in sorted(dir(module)):
        if name.startswith("_") or name in LEFT_OUT:
            continue
        try:
            found = getattr(module, name)
        except Exception:  # a module that this installation has no part of
            continue
        full = path + "." + name if path else name
        if isinstance(found, types.ModuleType) or type(found).__name__ in (
            "TFModuleWrapper",
            "DeprecationWrapper",
        ):
            if full.count(".") < 3 and id(found) not in seen:
                yield from walk(found, full, seen | {id(found)})
        elif callable(found) and not isinstance(found, type):
            yield full, found


def parameters(function):
    """The parameters in order, `name` or `name=default`; `*name` takes the rest."""
    spec = tf_inspect.getfullargspec(function)
    defaults = dict(zip(reversed(spec.args), reversed(spec.defaults or ()), strict=False))
    words = []
    for name in spec.args:
        words.append(name if name not in defaults else name + "=" + text(defaults[name]))
    if spec.varargs:
        words.append("*" + spec.varargs)
    for name in spec.kwonlyargs:
        words.append("/" + name + "=" + text((spec.kwonlydefaults or {}).get(name)))
    return " ".join(words)


def text(value):
    """A default as a word without spaces."""
    if isinstance(value, tf.DType):
        return value.name
    if value is None or isinstance(value, (bool, int, float, str, tuple)):
        return repr(value).replace(" ", "")
    return "..."


def main():
    found = list(walk(tf, "", {id(tf)}))
    shortest = {}
    for name, function in sorted(found, key=lambda pair: (pair[0].count("."), len(pair[0]), pair[0])):
        shortest.setdefault(id(function), name)
        _, inner = tf_decorator.unwrap(function)
        shortest.setdefault(id(inner), shortest[id(function)])
    with open(sys.argv[1], "w") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["symbol", "same_as", "parameters"])
        for name, function in sorted(found):
            try:
                words = parameters(function)
            except (TypeError, ValueError):
                continue
            writer.writerow([name, shortest[id(function)], words])


main()
