"""`python -m tests.symbolic BEFORE AFTER [--entry train.py] [-- flags]`, of files or folders.

The exit status is 1 if they differ, 2 if that cannot be said.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from .compare import SECONDS, compare, files_of


def main() -> int:
    words = sys.argv[1:]
    flags = words[words.index("--") + 1 :] if "--" in words else []
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("--entry", default="train.py", help="the file to run, of a folder")
    parser.add_argument("--timeout", type=float, default=SECONDS, help="seconds")
    given = parser.parse_args(words[: words.index("--")] if "--" in words else words)
    verdict = compare(files_of(given.before), files_of(given.after), given.entry, flags, given.timeout)
    print(verdict)
    return {"equal": 0, "different": 1, "unsure": 2}[verdict.kind]


if __name__ == "__main__":
    sys.exit(main())
