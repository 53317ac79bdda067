"""Folders of files as no user has them: of small texts, and of programs in which something is broken."""

import json
import random
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from tests.campaign.case import program_of
from tests.metamorphic.subjects import conformance, samples

from .fragments import fragment

TEXTS = [
    b"",
    b"\xff\xfe",
    b"import {{x}}\n",
    b"import tensorflow as tf\nx = tf.log(1.0)\n",
    b"# tfmigrate: skip-file\nimport tensorflow as tf\n",
    b"# tfmigrate: strategy=explicit\nimport tensorflow as tf\n",
    b"import tensorflow as tf\nx = tf.log(1.0)  # tfmigrate: ignore[API101, ,x y]\n",
    b"import tensorflow as tf\nprint tf.log(1.0)  # tfmigrate: ignore[PY2003, API]\n",
    b"import tensorflow as tf\nprint(tf.Session().run(tf.constant(1)))  # tfmigrate: ignore[SES]\n",
    b"from a import *\nfrom . import b\n",
    b"import tensorflow as tf\nif 1:\n\tx = tf.log(1.0)\n        y = 2\n",
    b'{"cells": [{"cell_type": "code", "source": ["import tensorflow as tf # tfmigrate: ignore[API1]\\n"]}]}',
]
PATTERNS = ["*.py", "!", "\\", "[", "a/", "**/b", "/", "#", "!*.py", "{", "a b", "..", "src/[", "*", " "]
SETTINGS = [
    "\0",
    "tool = 3\n",
    "[tool]\ntfmigrate = 3\n",
    "[tool.tfmigrate]\nexclude = ['!']\nignore = ['ZZZ']\n",
    "[tool.tfmigrate]\nignore = ['', 'haz']\nexclude = ['b.py']\n",
    "[tool.tfmigrate]\nmin-tier = ['graph']\n",
    "[tool.tfmigrate]\nassume = ['=']\n",
]
NAMES = ["a.py", "b.py", "src/c.py", "src/__init__.py", "src/deep/d.py", "n.ipynb", "x.txt"]


def small_tree(folder: Path, chance: random.Random) -> None:
    """Files of a line or two, with what says which of them are meant."""
    for name in chance.sample(NAMES, chance.randint(2, 6)):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(chance.choice(TEXTS) + chance.choice([b"", chance.choice(TEXTS)]))
    if chance.random() < 0.5:
        (folder / ".gitignore").write_text("\n".join(chance.sample(PATTERNS, 3)))
    if chance.random() < 0.15:
        (folder / "pyproject.toml").write_text(chance.choice(SETTINGS))
    if chance.random() < 0.2:
        (folder / "link.py").symlink_to(chance.choice(["nowhere", "src", "a.py", "."]))


def fragments(folder: Path, chance: random.Random) -> None:
    """Files of a few statements that may import each other, with what is broken in them."""
    names = chance.sample(["a.py", "b.py", "train.py", "src/a.py"], chance.choice([1, 1, 1, 2, 3]))
    _write(folder, _after_accidents({name: fragment(chance) for name in names}, chance, 0.3), chance)


def broken_program(folder: Path, chance: random.Random) -> None:
    """A program of ours, some of whose files have been changed by accident; it may be a notebook."""
    files = dict(chance.choice(_programs())) if chance.random() < 0.7 else _generated(chance)
    _write(folder, _after_accidents(files, chance, 0.8), chance)


def _after_accidents(files: dict[str, str], chance: random.Random, share: float) -> dict[str, str]:
    """The files, some of which have been changed by accident."""
    for name in [one for one in sorted(files) if chance.random() < share][:2]:
        for _ in range(chance.randint(1, 4)):
            files[name] = chance.choice(ACCIDENTS)(files[name], chance)
    return files


def _write(folder: Path, files: dict[str, str], chance: random.Random) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        data = text.encode(chance.choice(["utf-8"] * 18 + ["latin-1", "utf-16"]), "replace")
        if chance.random() < 0.1:
            path, data = path.with_suffix(".ipynb"), _notebook(text, chance).encode()
        path.write_bytes(data)


@cache
def _programs() -> Sequence[dict[str, str]]:
    return [subject.files for subject in (*samples(), *conformance())]


def _generated(chance: random.Random) -> dict[str, str]:
    return {"train.py": program_of(chance.randrange(10**6)).text}


def _notebook(text: str, chance: random.Random) -> str:
    """The text in cells, at whose ends and beginnings anything may stand."""
    lines = text.splitlines(keepends=True)
    cells = []
    while lines:
        size = chance.randint(1, 12)
        magic = chance.choice(["", "", "", "%matplotlib inline\n", "!ls\n", "%%time\n", "?x\n"])
        cells.append(
            {
                "cell_type": chance.choice(["code"] * 5 + ["markdown", "raw"]),
                "metadata": {},
                "source": [magic, *lines[:size]],
                "outputs": [],
                "execution_count": None,
            }
        )
        lines = lines[size:]
    told = json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 2}, indent=1)
    return told[: chance.randint(0, len(told))] if chance.random() < 0.1 else told


def _lines(change: Callable[[list[str], int, random.Random], None]) -> "Accident":
    def accident(text: str, chance: random.Random) -> str:
        lines = text.splitlines(keepends=True)
        if lines:
            change(lines, chance.randrange(len(lines)), chance)
        return "".join(lines)

    return accident


def _words(text: str, chance: random.Random) -> str:
    """A word stands where another one stood."""
    words = text.split(" ")
    words[chance.randrange(len(words))] = chance.choice(words)
    return " ".join(words)


def _cut(text: str, chance: random.Random) -> str:
    return text[: chance.randint(0, len(text))]


def _insert(text: str, chance: random.Random) -> str:
    place = chance.randint(0, len(text))
    return text[:place] + chance.choice(STRANGE) + text[place:]


def _swap(lines: list[str], at: int, chance: random.Random) -> None:
    other = chance.randrange(len(lines))
    lines[at], lines[other] = lines[other], lines[at]


def _indent(lines: list[str], at: int, chance: random.Random) -> None:
    lines[at] = chance.choice([" ", "    ", "\t", "  \t"]) + lines[at]


def _append(lines: list[str], at: int, chance: random.Random) -> None:
    lines[at] = lines[at].rstrip("\n") + chance.choice(BEHIND) + "\n"


Accident = Callable[[str, random.Random], str]
STRANGE = ["\0", "\x0c", "\r", "\r\n", "\u2028", "\ufeff", "é", "(", ")", '"""', "'", "\\\n", ";", ":", "#"]
STRANGE += ["%", "{", "lambda: ", "await ", "yield ", "*", "**", "\N{GREEK SMALL LETTER ALPHA}"]
BEHIND = [
    "  # tfmigrate: ignore[SES]",
    "  # tfmigrate: ignore[",
    "  # tfmigrate: strategy=explicit",
    "; pass",
]
BEHIND += [" if True else None", "  # tfmigrate: skip-file", " or None", "; import os"]
ACCIDENTS: list[Accident] = [
    _words,
    _words,
    _cut,
    _insert,
    _insert,
    _lines(lambda lines, at, chance: lines.pop(at) and None),
    _lines(lambda lines, at, chance: lines.insert(at, chance.choice(lines))),
    _lines(_swap),
    _lines(_indent),
    _lines(_append),
    lambda text, chance: text.replace("\n", chance.choice(["\r\n", "\r", "\n\n", " \n"])),
    lambda text, chance: text.replace("tf.", chance.choice(["tf.compat.v1.", "tensorflow.", "self.tf."])),
    lambda text, chance: text * 2,
]
