"""Writes `docs/tf1-symbols.md` from the refusals: `python -m compat._refusals_page`, or `--check`."""

from __future__ import annotations

import sys
from pathlib import Path

from ._refusals import CODES, refusals

DOCUMENT = Path("docs/tf1-symbols.md")

_INTRODUCTION = """\
# Symbols of TensorFlow 1.15 that `compat.tf1` refuses

This file is generated: `make docs`.

`from compat import tf1 as tf` has the public symbols of TensorFlow 1.15.5 on TensorFlow 2: 2,732 outside of
`tf.contrib`. A test calls each with 1.15's own keywords, and compares what comes out with what came out there
(`tests/compat/tf1/smoke`). Those in the table below raise when they are used, with one of these codes and
what to use instead; where arguments are listed, only these are not taken.
"""


def document() -> str:
    """The page."""
    lines = [_INTRODUCTION, "| code | what it stands for |", "|---|---|"]
    lines += [f"| {code} | {meaning} |" for code, meaning in CODES.items()]
    lines += ["", "| symbol | code | why | instead |", "|---|---|---|---|"]
    for refusal in refusals():
        arguments = f" ({refusal.arguments.replace(' ', ', ')})" if refusal.arguments else ""
        lines.append(
            f"| `{refusal.symbol}`{arguments} | {refusal.code} | {refusal.reason} | {refusal.instead} |"
        )
    return "\n".join(lines) + "\n"


def main() -> None:
    """Generate the page, or with `--check` exit with 1 if it is not current."""
    if "--check" not in sys.argv[1:]:
        DOCUMENT.write_text(document(), encoding="utf-8")
    elif DOCUMENT.read_text(encoding="utf-8") != document():
        sys.exit(f"{DOCUMENT} is not current: run make docs")


if __name__ == "__main__":
    main()
