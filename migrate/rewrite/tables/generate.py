"""Writes `symbols.csv`: for each TF 1.15 symbol, the name that it has on TensorFlow 2.

`in_tf2` tells whether TensorFlow 2 has the symbol under the same name at all; `instead` is a name that takes
whatever TF 1's took: of TensorFlow 2 where it is one and the same function, else of `compat.v1`. `arguments`
are those of TF 1.15, and `gone` what TensorFlow 2's function of the same name does not take of them. Where
`instead` does not take them in the same places, `arguments_instead` is what it takes. Where calls may go to
another function that computes the same (`checked.py`), `alike` is its name, and `arguments_alike` what it may
be given. `renamed` are the arguments that both call otherwise.

Run as `python -m migrate.rewrite.tables.generate TF1_SYMBOLS_CSV`, by an interpreter that has TensorFlow 2.
The file lists for each symbol of TF 1.15 its arguments, and whether TensorFlow 2 and its `compat.v1` hold the
same name.
"""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from .checked import KEPT, RENAMED, SAME_COMPUTATION, SAME_WITH

# Names that TF 1.15 has for older programs, and that its own list of symbols leaves out.
OLDER = tuple(
    f"tf.python_io.{name}"
    for name in ("TFRecordCompressionType", "TFRecordOptions", "TFRecordWriter", "tf_record_iterator")
)
TABLE = Path(__file__).with_name("symbols.csv")
COLUMNS = (
    *("symbol", "instead", "in_tf2", "arguments", "gone"),
    *("arguments_instead", "alike", "arguments_alike", "renamed"),
)

# Run by TensorFlow 2: by what name it has each symbol, what that takes, and how TensorFlow renames arguments.
TODAY = """
import inspect, json, operator, sys
import tensorflow as tf
from tensorflow.python.util import tf_decorator
from tensorflow.tools.compatibility.tf_upgrade_v2 import TFAPIChangeSpec

def found(root, symbol):
    try:
        return operator.attrgetter(symbol[3:])(root)
    except Exception:
        return None

def is_same(one, other):
    if one is None or other is None:
        return False
    if callable(one) and callable(other):
        return tf_decorator.unwrap(one)[1] is tf_decorator.unwrap(other)[1]
    return one is other or type(one) is type(other) and one == other

def arguments(value):
    try:
        parameters = inspect.signature(value).parameters.values() if callable(value) else []
    except (TypeError, ValueError):
        return ["*args", "**kwargs"]
    stars = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    return [stars.get(one.kind, "") + one.name for one in parameters]

spec, facts = TFAPIChangeSpec(), {}
for symbol in json.load(sys.stdin):
    before, today = found(tf.compat.v1, symbol), spec.symbol_renames.get(symbol, "")
    other = None if today.startswith("tf.compat.") else found(tf, today)
    facts[symbol] = {
        "in_compat_v1": before is not None,
        "v1_arguments": arguments(before),
        "is_own": is_same(found(tf, symbol), before),
        "own_arguments": arguments(found(tf, symbol)),
        "renamed": today if other is not None else "",
        "is_renamed": is_same(other, before),
        "arguments": arguments(other),
        "named": {a: b for a, b in spec.function_keyword_renames.get(symbol, {}).items() if b},
    }
print(json.dumps(facts))
"""


def generate(source: Path, target: Path = TABLE) -> None:
    """Ask TensorFlow 2, and write the table for the symbols outside of `contrib`."""
    with source.open(newline="") as lines:
        rows = [row for row in csv.DictReader(lines) if not row["symbol"].startswith("tf.contrib")]
    rows += [{"symbol": symbol, "kind": "class", "in_tf2_21": "", "tf1_15_arguments": ""} for symbol in OLDER]
    asked = [row["symbol"] for row in rows]
    run = subprocess.run(
        [sys.executable, "-c", TODAY], input=json.dumps(asked), capture_output=True, text=True, check=True
    )
    facts = json.loads(run.stdout.splitlines()[-1])
    with target.open("w", newline="") as out:
        writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(_row(row, facts[row["symbol"]]) for row in rows)


def _row(row: dict[str, str], fact: dict[str, Any]) -> dict[str, str]:
    symbol, arguments = row["symbol"], row["tf1_15_arguments"].split()
    in_tf2 = bool(row["in_tf2_21"])
    own = fact["own_arguments"]
    is_compared = row["kind"] == "function" and own and not symbol.startswith("tf.keras.")
    gone = [name for name in arguments if name not in own and name[0] != "*"] if is_compared else []
    instead = _instead(symbol, row["in_tf2_21"], fact)
    takes = (
        fact["v1_arguments"] if "compat.v1" in instead else own if instead == symbol else fact["arguments"]
    )
    written = {
        "symbol": symbol,
        "instead": instead,
        "in_tf2": "yes" if in_tf2 else "no",
        "arguments": " ".join(arguments),
        "gone": " ".join(gone),
        "arguments_instead": "" if _is_taken(arguments, takes) else " ".join(takes) or "-",
        "renamed": " ".join(f"{one}={other}" for one, other in RENAMED.get(symbol, {}).items()),
    }
    if symbol in SAME_COMPUTATION or symbol in SAME_WITH:
        renamed = {**fact["named"], **RENAMED.get(symbol, {})}
        written["alike"] = symbol if in_tf2 else fact["renamed"]
        written["arguments_alike"] = SAME_WITH.get(symbol, " ".join(own if in_tf2 else fact["arguments"]))
        written["renamed"] = " ".join(f"{one}={other}" for one, other in renamed.items() if one in arguments)
    return written


def _is_taken(arguments: list[str], takes: list[str]) -> bool:
    """Whether a function takes the arguments in their places, and by their names."""
    named = [name for name in arguments if name[0] != "*"]
    if "_sentinel" in named or takes[:2] == ["*args", "**kwargs"]:  # for the first there is a rule, API106
        return True
    places = takes[: len(named)]
    if "*args" in places:
        return places[: places.index("*args")] == named[: places.index("*args")] and "**kwargs" in takes
    return places == named


def _instead(symbol: str, today: str, fact: dict[str, Any]) -> str:
    """A name for whatever TF 1's took."""
    if symbol.startswith("tf.keras."):  # Keras 3 is another library, and one and the same under either name
        is_own, is_renamed = bool(today), False
    else:
        is_own = fact["is_own"] or today == "same" and symbol.startswith(KEPT) or symbol == "tf.newaxis"
        is_renamed = fact["is_renamed"]
    if is_own:
        return symbol
    if is_renamed:
        return str(fact["renamed"])
    return symbol.replace("tf.", "tf.compat.v1.", 1) if fact["in_compat_v1"] else ""


if __name__ == "__main__":
    generate(Path(sys.argv[1]))
