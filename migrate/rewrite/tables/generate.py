"""Writes `symbols.csv`: for each TF 1.15 symbol, the name that it has on TensorFlow 2.

`in_tf2` tells whether TensorFlow 2 has the symbol under the same name at all. Where a function takes
other arguments than before, but computes the same, both lists of arguments follow.

Run as `python -m migrate.rewrite.tables.generate TF1_SYMBOLS_CSV`, where the file lists for each symbol of
TF 1.15 whether TensorFlow 2 and its `compat.v1` hold the same name, with the same arguments.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

# Functions that compute on TensorFlow 2 what they computed before, for arguments that both take alike.
SAME_COMPUTATION = frozenset(
    {
        "tf.argmax",
        "tf.argmin",
        "tf.clip_by_value",
        "tf.constant",
        "tf.device",
        "tf.expand_dims",
        "tf.gather",
        "tf.matmul",
        "tf.name_scope",
        "tf.nn.conv2d",
        "tf.nn.l2_loss",
        "tf.nn.log_softmax",
        "tf.nn.sigmoid_cross_entropy_with_logits",
        "tf.nn.softmax",
        "tf.ones_like",
        "tf.pad",
        "tf.reduce_all",
        "tf.reduce_any",
        "tf.reduce_logsumexp",
        "tf.reduce_max",
        "tf.reduce_mean",
        "tf.reduce_min",
        "tf.reduce_prod",
        "tf.reduce_sum",
        "tf.shape",
        "tf.size",
        "tf.squeeze",
        "tf.transpose",
        "tf.zeros_like",
    }
)
# Names that TF 1.15 has for older programs, and that its own list of symbols leaves out.
OLDER = tuple(
    f"tf.python_io.{name}"
    for name in ("TFRecordCompressionType", "TFRecordOptions", "TFRecordWriter", "tf_record_iterator")
)
TABLE = Path(__file__).with_name("symbols.csv")


def instead_of(symbol: str, in_tf2: str, in_compat_v1: str) -> str:
    """The TF 2 name of a symbol: its own only where the arguments are the same too."""
    if in_tf2 == "same":
        return symbol
    return symbol.replace("tf.", "tf.compat.v1.", 1) if in_compat_v1 else ""


def generate(source: Path, target: Path = TABLE) -> None:
    """Write the table for the symbols outside of `contrib`."""
    with source.open(newline="") as lines:
        rows = [row for row in csv.DictReader(lines) if not row["symbol"].startswith("tf.contrib")]
    with target.open("w", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["symbol", "instead", "in_tf2", "arguments", "arguments_today"])
        for row in rows:
            symbol, today = row["symbol"], row["in_tf2_21"]
            instead = instead_of(symbol, today, row["in_compat_v1_2_21"])
            alike = symbol in SAME_COMPUTATION and today.startswith("differs: ")
            arguments = [row["tf1_15_arguments"], today.removeprefix("differs: ")] if alike else ["", ""]
            writer.writerow([symbol, instead, "yes" if today else "no", *arguments])
        for symbol in OLDER:
            writer.writerow([symbol, instead_of(symbol, "", "same"), "no", "", ""])


if __name__ == "__main__":
    generate(Path(sys.argv[1]))
