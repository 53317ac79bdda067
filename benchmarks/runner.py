"""A program in a process of its own, which makes steps when it is told to."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any

_ROOT = Path(__file__).parents[1]
# What a program needs to find the packages of this repository.
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(_ROOT), "TF_CPP_MIN_LOG_LEVEL": "3"}


class Runner:
    """Runs `program`, which reads how many steps it is to make, and answers each time with a line of JSON.

    What it holds of the machine it gives back at the end of the `with`, however that comes.
    """

    def __init__(self, program: Path, *arguments: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(program), *arguments],
            env=ENVIRONMENT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def __enter__(self) -> Runner:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.communicate()

    def steps(self, count: int) -> Any:
        """What the program says of `count` steps: as a rule the seconds of each."""
        self.ask(count)
        return self.answer()

    def ask(self, count: int) -> None:
        """Let the program make `count` steps; `answer` waits for them."""
        assert self._process.stdin is not None
        print(count, file=self._process.stdin, flush=True)

    def answer(self) -> Any:
        """What the program says of the steps that it was asked for."""
        assert self._process.stdout is not None
        answer = self._process.stdout.readline()
        if not answer:
            raise SystemExit(f"{self._process.args} ended early")
        return json.loads(answer)
