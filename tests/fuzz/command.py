"""One run of the whole command in a folder, and what is wrong with it."""

import contextlib
import io
import os
import random
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from migrate.cli.main import main

from .trees import PATTERNS, TEXTS

OPTIONS = [
    "--check",
    "--diff",
    "-q",
    "-v",
    "--ignore=API",
    "--ignore=,",
    "--select=SES,TWR",
    "--strategy=explicit",
]
OPTIONS += ["--output=out", "--report=json=r.json", "--report=sarif", "--report=github", "--min-tier=compat"]
PLACES = [".", ".", "src", "a.py", "train.py", "-"]


def some_command(chance: random.Random) -> tuple[list[str], bytes]:
    """Arguments, and what stands on stdin."""
    arguments = [chance.choice(["rewrite", "rewrite", "inspect"]), chance.choice(PLACES)]
    arguments += chance.sample(OPTIONS, chance.randint(0, 3))
    if chance.random() < 0.2:
        arguments += ["--exclude", chance.choice(PATTERNS)]
    return arguments, chance.choice(TEXTS)


def finding(folder: Path, arguments: Sequence[str], given: bytes = b"") -> str:
    """What is wrong with how the command ends there; nothing if nothing is."""
    with _in(folder, given) as (out, err):
        status = main(list(arguments))
    told = out.getvalue() + err.getvalue()
    if status not in (0, 1, 2, 3):
        return f"status {status}"
    found = re.search(rb"internal error.*|INT201.*|Traceback[^\0]*", told)
    return found[0][-2000:].decode(errors="replace") if found else ""


def second_run(folder: Path) -> str:
    """What is wrong if the folder is rewritten in place, and then once more, which is to change nothing."""
    if wrong := finding(folder, ["rewrite", "."]):
        return wrong
    before = {path: path.read_bytes() for path in folder.rglob("*.*") if path.is_file()}
    if wrong := finding(folder, ["rewrite", "."]):
        return f"the second run: {wrong}"
    changed = [path.name for path, data in before.items() if path.read_bytes() != data]
    return f"the second run changes {', '.join(changed)}" if changed else ""


@contextlib.contextmanager
def _in(folder: Path, given: bytes) -> Iterator[tuple[io.BytesIO, io.BytesIO]]:
    out, err = io.BytesIO(), io.BytesIO()
    kept, work = (sys.stdin, sys.stdout, sys.stderr), Path.cwd()
    os.chdir(folder)
    sys.stdin = io.TextIOWrapper(io.BytesIO(given))
    sys.stdout, sys.stderr = (io.TextIOWrapper(one, write_through=True) for one in (out, err))
    try:
        yield out, err
    finally:
        streams = sys.stdout, sys.stderr
        sys.stdin, sys.stdout, sys.stderr = kept
        for stream in streams:
            stream.detach()
        os.chdir(work)
