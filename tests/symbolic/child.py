"""The process that plays programs: pairs come in as lines of JSON, verdicts go out."""

from __future__ import annotations

import json
import os
import sys
import threading
from typing import TextIO

from .judge import judge
from .verdict import Verdict

STACK = 256 * 1024 * 1024  # long chains of expressions are walked by recursion


def serve(requests: TextIO, answers: TextIO) -> None:
    for line in requests:
        given = json.loads(line)
        try:
            verdict = judge(*(given[name] for name in ("before", "after", "entry", "arguments", "steps")))
        except Exception as error:  # noqa: BLE001 - a defect here is no verdict on the programs
            verdict = Verdict("unsure", f"the stand-in failed: {type(error).__name__}: {error}")
        answers.write(json.dumps([verdict.kind, verdict.what, verdict.seconds]) + "\n")
        answers.flush()


def main() -> None:
    # What programs write below Python must not come between the answers.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    quiet = os.open(os.devnull, os.O_WRONLY)
    for number in (1, 2):
        os.dup2(quiet, number)
    requests = os.fdopen(os.dup(0), "r", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 - for as long as the process
    sys.setrecursionlimit(20_000)
    threading.stack_size(STACK)
    thread = threading.Thread(target=serve, args=(requests, answers))
    thread.start()
    thread.join()


if __name__ == "__main__":
    main()
