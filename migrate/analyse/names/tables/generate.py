"""Writes `given_by_star.csv`: the names that `from tensorflow import *` gives, of TF 1.15 or of TensorFlow 2.

Run as `python -m migrate.analyse.names.tables.generate PYTHON...`, with interpreters that have these.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

TABLE = Path(__file__).with_name("given_by_star.csv")
ASK = "import json, sys; from tensorflow import *; json.dump([*globals()], sys.stdout)"


def given(python: str) -> set[str]:
    """What an interpreter has by the names of its TensorFlow."""
    answer = subprocess.run([python, "-c", ASK], check=True, capture_output=True, text=True).stdout
    return {name for name in json.loads(answer) if not name.startswith("_")} - {"json", "sys"}


def main(pythons: Sequence[str]) -> None:
    """Write the table."""
    names = sorted(set[str]().union(*map(given, pythons)))
    TABLE.write_text("\n".join(["name", *names, ""]), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
