"""Writes `inner_names.csv`: what names in TensorFlow 1's inner modules are called in public.

`from tensorflow.python.ops import control_flow_ops` made everything there a program's to use, and much of it
has moved since. A row gives a module below `tensorflow.python`, a public one, and the names of the first that
the second has on TF 1.15.5 for the same objects, `name=public` where they differ. In rows without a public
module are names that have none, and that TensorFlow 2 does not have in the inner module either; `*` where it
has no such module.

Run as `python -m migrate.rewrite.tables.inner TF1_PYTHON`, an interpreter that has TensorFlow 1.15.5, by one
that has TensorFlow 2.
"""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

SYMBOLS = Path(__file__).with_name("symbols.csv")
TABLE = Path(__file__).parents[2] / "syntax" / "inner_names.csv"

# Folders that programs have no names from, or that `symbols.csv` says nothing of.
LEFT_OUT = (
    "_pywrap autograph compat compiler data debug distribute eager feature_column grappler keras"
    " kernel_tests ops.gen_ ops.numpy_ops ops.parallel_for ops.standard_ops profiler test tools tpu"
)
# Packages of their own, which show some of TensorFlow's objects too.
OTHERS = ("tf.compat", "tf.keras")

# Run by TensorFlow 1: the public name of each object in each inner module.
PUBLIC = """
import importlib, json, pkgutil, sys, types
import tensorflow as tf
import tensorflow.python as inner

symbols, left_out = json.load(sys.stdin)
public = {}
for symbol in symbols:
    found = tf
    for part in symbol.split(".")[1:]:
        found = getattr(found, part, None)
    if callable(found) or isinstance(found, tf.DType):
        public.setdefault(id(found), []).append(symbol)
rows = []
for module in pkgutil.walk_packages(inner.__path__, "tensorflow.python.", onerror=lambda name: None):
    short = module.name[len("tensorflow.python."):]
    if short.startswith(tuple(left_out)) or "test" in short:
        continue
    try:
        loaded = importlib.import_module(module.name)
    except Exception:
        continue
    for name, value in vars(loaded).items():
        if name.startswith("__") or isinstance(value, types.ModuleType):
            continue
        own = getattr(value, "__module__", "") or ""
        if id(value) in public:
            order = lambda one: (not one.endswith("." + name), one.count("."), len(one), one)
            rows.append([short, name, min(public[id(value)], key=order)])
        elif callable(value) and own.endswith("python." + short):
            rows.append([short, name, ""])
print(json.dumps(rows))
"""

# Run by TensorFlow 2: the names that are still where they were; of a module that is gone, `*`.
STILL_THERE = """
import importlib, json, sys

found = []
for module, names in json.load(sys.stdin).items():
    try:
        loaded = importlib.import_module("tensorflow.python." + module)
        found += [[module, name] for name in names if name in vars(loaded)]
    except Exception:
        found.append([module, "*"])
print(json.dumps(found))
"""


def _asked(python: str, program: str, facts: object) -> list[list[str]]:
    run = subprocess.run(
        [python, "-W", "ignore", "-c", program],
        input=json.dumps(facts),
        capture_output=True,
        text=True,
        check=True,
    )
    answer: list[list[str]] = json.loads(run.stdout.splitlines()[-1])
    return answer


def generate(tf1_python: str, target: Path = TABLE) -> None:
    """Ask both versions, and write the table."""
    with SYMBOLS.open(newline="") as lines:
        symbols = [row["symbol"] for row in csv.DictReader(lines) if not row["symbol"].startswith(OTHERS)]
    rows = _asked(tf1_python, PUBLIC, [symbols, LEFT_OUT.split()])
    without: dict[str, list[str]] = defaultdict(list)
    table: dict[tuple[str, str], list[str]] = defaultdict(list)
    for module, name, symbol in rows:
        home, _, last = symbol.rpartition(".")
        if symbol:
            table[module, home].append(name if name == last else f"{name}={last}")
        without[module] += [] if symbol else [name]
    there = {(module, name) for module, name in _asked(sys.executable, STILL_THERE, without)}
    for module, names in without.items():
        lost = [name for name in names if (module, name) not in there]
        if (module, "*") in there or lost:
            table[module, ""] = ["*"] if (module, "*") in there else lost
    with target.open("w", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["inner", "public", "names"])
        for (module, home), names in sorted(table.items()):
            writer.writerow([module, home, " ".join(sorted(names))])


if __name__ == "__main__":
    generate(sys.argv[1])
