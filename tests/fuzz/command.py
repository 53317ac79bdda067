"""One run of the whole command in a folder, and what is wrong with it."""

import contextlib
import io
import os
import random
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from migrate.cli.main import main

from .trees import PATTERNS, TEXTS

OUT = "../out"
OPTIONS = [
    "-q",
    "-v",
    "--exit-zero",
    "--ignore=API",
    "--ignore=HAZ,SES2",
    "--select=SES,TWR",
    "--strategy=explicit",
    "--strategy=parameter-server",
    "--report=json=../r.json",
    "--report=sarif",
    "--report=github",
    "--report=html=../r.html",
]
OF_REWRITE = ["--check", "--diff", f"--output={OUT}", "--min-tier=compat", "--stdin-filename=src/a.py"]
# What nobody can mean.
WRONG = [
    "--assume=job=ps",
    "--ignore=,",
    "--output=out",
    "--nothing",
    "--strategy=",
    "--assume",
    "--assume==",
    "--output=.",
    "--output=",
    "--report=xml",
    "--report=json=",
    "--report=html=no/such/folder.html",
    "--min-tier=best",
    "--select=zzz",
    "--ignore=TWR1O1",
    "--jobs=0",
    "--jobs=x",
    "--exclude=",
    "--stdin-filename=",
    "--",
    "a" * 300,
    f"--report=html={'a' * 300}",
    "\u00e9",
    "-",
]
PLACES = ["."] * 40 + ["src", "a.py", "train.py", "-", "nowhere", "", "x.txt", "link.py", ".."]
# Commands that take no program.
OTHERS = [
    ["status"],
    ["undo"],
    ["undo", "a.py"],
    ["undo", "nowhere"],
    ["rules", "TW"],
    ["rules", "?"],
    ["explain", "TWR101"],
    ["explain", "twr"],
    ["explain"],
    ["verify"],
    ["verify", "nowhere.py"],
    ["emulate"],
    ["emulate", "--gpus", "x"],
    ["-h"],
    ["--version"],
    ["nothing"],
    [],
]


def some_command(chance: random.Random) -> tuple[list[str], bytes]:
    """Arguments, and what stands on stdin."""
    given = chance.choice(TEXTS)
    if chance.random() < 0.05:
        return [*chance.choice(OTHERS), *chance.sample(WRONG, chance.randint(0, 1))], given
    arguments = [chance.choice(["rewrite"] * 4 + ["inspect"]), chance.choice(PLACES)]
    arguments += chance.sample(OPTIONS, chance.choice([0, 0, 0, 1, 2]))
    if arguments[0] == "rewrite" and chance.random() < 0.3:
        arguments.append(chance.choice(OF_REWRITE))
    if chance.random() < 0.1:
        arguments.append(f"--exclude={chance.choice(PATTERNS)}")
    if chance.random() < 0.05:
        arguments.insert(chance.randint(1, len(arguments)), chance.choice(WRONG))
    return arguments, given


def finding(folder: Path, arguments: Sequence[str], given: bytes = b"") -> str:
    """What is wrong with how the command ends there; nothing if nothing is."""
    with _in(folder, given) as (out, err):
        status = main(list(arguments))
    told = out.getvalue() + err.getvalue()
    if status not in (0, 1, 2, 3):
        return f"status {status}"
    found = re.search(rb"internal error.*|INT201.*|Traceback[^\0]*", told)
    return found[0][-2000:].decode(errors="replace") if found else ""


def wrong_about(folder: Path, arguments: Sequence[str], given: bytes) -> str:
    """What is wrong with a command there.

    It is to end as it should, and to change no file unless it may. If it has changed some, it is to change
    nothing more when it is run again, and `undo` is to put all back.
    """
    before = _files(folder)
    if wrong := finding(folder, arguments, given):
        return wrong
    after = _files(folder)
    if after == before or arguments[:1] == ["undo"]:
        return ""
    if arguments[0] != "rewrite" or not {"--check", "--diff", "-"}.isdisjoint(arguments):
        return f"it changes {_differing(before, after)}"
    if wrong := finding(folder, arguments, given):
        return f"the second run: {wrong}"
    if (again := _files(folder)) != after:
        return f"the second run changes {_differing(after, again)}"
    if wrong := finding(folder, ["undo"]):
        return f"undo: {wrong}"
    return f"undo leaves {_differing(before, now)}" if (now := _files(folder)) != before else ""


def _files(folder: Path) -> dict[str, bytes]:
    """What the files hold that were there before any command."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*.*")
        if path.suffix in (".py", ".ipynb", ".txt", ".toml") and path.is_file() and "out" not in path.parts
    }


def _differing(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> str:
    every = {**before, **after}
    return ", ".join(name for name in every if before.get(name) != after.get(name))


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
