"""Finds calls of `tf.contrib`'s symbols that work on a real TensorFlow 1.15, and writes what they gave.

tf1/bin/python tests/compat/contrib/vocabulary/record.py symbols.csv [symbol…]

`symbols.csv` lists TensorFlow 1.15's symbols with their kinds and arguments. With names of symbols, what came
out of those is printed and nothing is written.
"""

import csv
import inspect
import itertools
import json
import os
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import calls  # noqa: E402
import tensorflow as tf  # noqa: E402
import world  # noqa: E402
from tensorflow.python.util import tf_inspect  # noqa: E402

ALTERNATIVES = 24  # that are tried of one symbol


def symbols(path):
    """Each symbol that is recorded, without `tf.contrib.`, with its kind and the names of its arguments."""
    with open(path) as rows:
        for row in csv.DictReader(rows):
            symbol = row["symbol"][len("tf.contrib.") :]
            if not row["symbol"].startswith("tf.contrib.") or not symbol.startswith(tuple(calls.PARTS)):
                continue
            parts = symbol.split(".")
            if ".".join(parts[:-1]) not in calls.PARTS and parts[0] not in ("framework", "slim", "tfprof"):
                continue
            if parts[0] == "slim" and (parts[1] not in calls.SLIM or len(parts) > 3):
                continue
            if parts[-1] in ("contextmanager", "deprecated") and parts[0] != "framework":
                continue  # what a module imports
            yield symbol, row["kind"], row["tf1_15_arguments"]


def tried(symbol, value):
    """Calls to try: the one that is given, else the required arguments by their names."""
    if symbol in calls.CALLS:
        return [call for call in [calls.CALLS[symbol]] if call]
    function = value.__init__ if inspect.isclass(value) else value
    try:
        spec = tf_inspect.getfullargspec(function)
    except TypeError:
        return []
    required = spec.args[: len(spec.args) - len(spec.defaults or ())]
    required = [name for name in required if name not in ("self", "cls")]
    if any(name not in calls.BY_NAME for name in required):
        return []
    choices = itertools.product(*(calls.BY_NAME[name] for name in required))
    given = itertools.islice(choices, ALTERNATIVES)
    return ["c.{}({})".format(symbol, ", ".join(map("{}={}".format, required, choice))) for choice in given]


def record(symbol, value):
    """The first call that works, and its outcome; without sums where they differ from seed to seed."""
    for call in tried(symbol, value):
        try:
            first, second = world.outcome(tf, call, 1), world.outcome(tf, call, 2)
        except Exception as error:
            print(symbol, call, type(error).__name__, str(error)[:150], file=sys.stderr)
            continue
        if first != second:
            first["values"] = [one[:2] if isinstance(one, list) else one for one in first["values"]]
        return call, first
    return None, None


if __name__ == "__main__":
    wanted = sys.argv[2:]
    lines = []
    for symbol, kind, arguments in symbols(sys.argv[1]):
        if wanted and symbol not in wanted:
            continue
        value = tf.contrib
        for name in symbol.split("."):
            value = getattr(value, name)
        call, outcome = (None, None) if kind == "constant" else record(symbol, value)
        line = {"symbol": symbol, "arguments": "" if kind == "constant" else arguments}
        if call:
            line.update(call=call, outcome=outcome)
        lines.append(json.dumps(line, sort_keys=True))
    if wanted:
        print("\n".join(lines))
    else:
        with open(os.path.join(HERE, "golden.jsonl"), "w") as out:
            out.write("\n".join(lines) + "\n")
        print(len(lines), "symbols,", sum('"call"' in line for line in lines), "called")
