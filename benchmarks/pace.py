"""Lets a program make as many steps as it is told to on its standard input, and times them.

A line with a number asks for so many steps; a line with their seconds answers. The input's end ends the loop.
"""

from __future__ import annotations

import json
import sys
import time

_answers = sys.stdout
sys.stdout = sys.stderr
_seconds: list[float] = []
_left = 0
_since = 0.0
last: object = None


def goes_on() -> bool:
    """Whether the program is to make another step; takes the time since it was last asked."""
    global _left, _since
    now = time.perf_counter()
    if _left:
        _seconds.append(now - _since)
        _left -= 1
    while not _left:
        if _seconds:
            print(json.dumps(_seconds), file=_answers, flush=True)
            _seconds.clear()
        asked = sys.stdin.readline()
        if not asked:
            return False
        _left = int(asked)
    _since = time.perf_counter()
    return True


def note(value: object) -> None:
    """Takes what a step gave, so that the program reads it."""
    global last
    last = value
