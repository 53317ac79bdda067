"""Writes `contrib.csv` and `lost.csv`: which of TF 1.15's names `compat` has, and which it refuses.

In the first, a row gives a module of `tf.contrib` that `compat.contrib` has, and the names in it; in the
second stand the names outside of `contrib` that `compat.tf1` raises an error for.

Run as `python -m migrate.rewrite.tables.homes TF1_SYMBOLS_CSV`, by an interpreter that has TensorFlow 2, when
`compat` has got more of them.
"""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path

CONTRIB = Path(__file__).with_name("contrib.csv")
LOST = Path(__file__).with_name("lost.csv")

# Run by TensorFlow 2.
HOMES = """
import json, operator, sys
from types import ModuleType
from compat import contrib, tf1

symbols, homes = json.load(sys.stdin), {}

def is_ours(value):
    kind = "__name__" if isinstance(value, ModuleType) else "__module__"
    name = getattr(value, kind, None) or ""
    return name.startswith(("compat.contrib.", "tf_slim."))

def values(module, names):
    for name in names:
        try:
            value = getattr(module, name)
        except AttributeError:
            continue  # compat's error for what it does not have is one too
        if type(value).__name__ != "_Folder":
            yield name, value

def look(name, module):
    depth = len(name.split("."))
    own = {one.split(".")[depth] for one in symbols if one.startswith(name + ".")}
    found = dict(values(module, own))
    listed = values(module, (one for one in dir(module) if one[0] != "_"))
    found |= {one: value for one, value in listed if not own or is_ours(value)}
    if found or depth < 4:  # of a part of which compat has nothing it refuses all
        homes[name] = sorted(found)
    for one, inner in found.items():
        is_deep = any(symbol.startswith(f"{name}.{one}.") for symbol in symbols)
        is_package = any(hasattr(one, "__path__") for one in (module, inner))
        if isinstance(inner, ModuleType) and (is_deep or is_ours(inner) and is_package):
            look(f"{name}.{one}", inner)

def is_lost(symbol):
    try:
        operator.attrgetter(symbol[3:])(tf1)
    except AttributeError:
        return True
    return False

look("tf.contrib", contrib)
lost = [one for one in symbols if not one.startswith("tf.contrib.") and is_lost(one)]
print(json.dumps([homes, lost]))
"""


def asked(symbols: list[str]) -> tuple[dict[str, list[str]], list[str]]:
    """What both tables hold, of the `symbols` of TF 1.15."""
    program = [sys.executable, "-W", "ignore", "-c", HOMES]
    run = subprocess.run(program, input=json.dumps(symbols), capture_output=True, text=True, check=True)
    homes, lost = json.loads(run.stdout.splitlines()[-1])
    return homes, lost


def generate(source: Path) -> None:
    """Ask `compat`, and write the tables."""
    with source.open(newline="") as lines:
        homes, lost = asked([row["symbol"] for row in csv.DictReader(lines)])
    with CONTRIB.open("w", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["module", "names"])
        writer.writerows([module, " ".join(names)] for module, names in sorted(homes.items()))
    LOST.write_text("".join(f"{symbol}\n" for symbol in ["symbol", *sorted(lost)]))


if __name__ == "__main__":
    generate(Path(sys.argv[1]))
