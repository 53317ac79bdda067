"""How the program ended, in a file beside its record; the process that compares reads it.

The file is also there when the process ended by `os._exit`, since that is how programs end that were cut.
"""

from __future__ import annotations

import json
import os
import traceback
from pathlib import Path
from typing import Any

FILE = "ending.json"


def write_ending(folder: Path, **told: Any) -> None:
    """Keep how the program ended: `kind` is `end`, `cut`, `exit` or `exception`."""
    unfinished = folder / f"{FILE}.part"
    unfinished.write_text(json.dumps(told), encoding="utf-8")
    os.replace(unfinished, folder / FILE)


def told_of(error: BaseException, root: str) -> dict[str, Any]:
    """What is kept of an exception that ended the program: its type, what it says, the program's line."""
    if isinstance(error, SystemExit):
        code = error.code
        status = 0 if code is None else code if isinstance(code, int) else 1
        return {"kind": "exit", "status": status}
    inside = os.path.join(os.path.realpath(root), "")
    lines = [
        f"{os.path.realpath(frame.filename).removeprefix(inside)}:{frame.lineno}"
        for frame in traceback.extract_tb(error.__traceback__)
        if os.path.realpath(frame.filename).startswith(inside)
    ]
    message = next(iter(str(error).strip().splitlines()), "")
    place = lines[-1] if lines else ""
    module = type(error).__module__.partition(".")[0]
    return {
        "kind": "exception",
        "type": type(error).__name__,
        "module": module,
        "says": message,
        "place": place,
    }
