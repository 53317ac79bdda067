"""Makes the recorded calls on `compat.tf1.contrib`, in one process, and prints what differs from 1.15.

With `--table`, what is missing is written to the documentation, too.
"""

import inspect
import json
import os
import sys
from pathlib import Path

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
HERE = os.path.dirname(os.path.abspath(__file__))
PAGE = os.path.join(HERE, *[os.pardir] * 4, "docs", "contrib.md")
sys.path.insert(0, HERE)

import world  # noqa: E402

from compat import CompatError  # noqa: E402
from compat import tf1 as tf  # noqa: E402


def found(symbol):
    value = tf.contrib
    for name in symbol.split("."):
        value = getattr(value, name)
    return value


def missing_arguments(value, arguments):
    """1.15's arguments that `value` does not take by their names."""
    try:
        parameters = inspect.signature(value).parameters
    except (TypeError, ValueError):
        return []
    if any(one.kind is one.VAR_KEYWORD for one in parameters.values()):
        return []
    return [name for name in arguments.split() if not name.startswith("*") and name not in parameters]


def difference(now, then):
    """What two outcomes differ in, or nothing."""
    if now["variables"] != then["variables"]:
        return f"variables {now['variables']} and not {then['variables']}"
    if len(now["values"]) != len(then["values"]):
        return f"{len(now['values'])} values and not {len(then['values'])}"
    for one, other in zip(now["values"], then["values"], strict=True):
        if not alike(one, other):
            return f"{one} and not {other}"
    return None


def alike(one, other):
    if isinstance(one, int) and isinstance(other, list) and not other[1]:
        return one == other[2]  # a number of Python's for one of NumPy's
    if not (isinstance(one, list) and isinstance(other, list)) or other[0] == "string":
        return one == other
    if len(other) == 2:
        return one[:2] == other  # drawn by chance
    near = all(abs(a - b) <= 1e-4 * max(1.0, abs(b)) for a, b in zip(one[2:], other[2:], strict=True))
    return one[:2] == other[:2] and near


def checked(line):
    """What is wrong with a recorded symbol, or nothing."""
    try:
        value = found(line["symbol"])
    except CompatError as error:
        return f"MISSING {error}"
    except AttributeError as error:
        return f"no clear error: {error}"
    lost = missing_arguments(value, line["arguments"])
    if lost:
        return f"does not take {lost}"
    if "call" not in line:
        return None
    try:
        now = world.outcome(tf, line["call"], 1)
    except Exception as error:
        return f"{type(error).__name__}: {str(error)[:300]}"
    return difference(now, line["outcome"])


def table(rows):
    """The page of the documentation that lists what is missing."""
    text = Path(PAGE).read_text(encoding="utf-8")
    head = text[: text.index("| symbol |")]
    lines = ["| symbol | instead |", "|---|---|"]
    for symbol, wrong in rows:
        _, _, instead = wrong.partition("no replacement: use ")
        lines.append(f"| `tf.contrib.{symbol}` | {instead.removesuffix(' instead') or '–'} |")
    Path(PAGE).write_text(head + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    wanted = [argument for argument in sys.argv[1:] if argument != "--table"]
    missing = []
    with open(os.path.join(HERE, "golden.jsonl")) as golden:
        for text in golden:
            line = json.loads(text)
            if wanted and line["symbol"] not in wanted:
                continue
            wrong = checked(line)
            if wrong:
                print(json.dumps([line["symbol"], wrong]), flush=True)
                if wrong.startswith("MISSING"):
                    missing.append((line["symbol"], wrong))
    if "--table" in sys.argv:
        table(missing)
