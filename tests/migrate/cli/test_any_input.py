"""Whatever files, settings and options are put together, a run ends with a status and words of its own."""

import io
import random
import sys
from pathlib import Path

import pytest

from migrate.cli.main import main

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
NAMES = ["a.py", "b.py", "src/c.py", "src/__init__.py", "src/deep/d.py", "n.ipynb", "x.txt"]


def some_tree(folder: Path, chance: random.Random) -> None:
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


@pytest.mark.parametrize("seed", range(80))
def test_no_input_is_an_internal_error(tmp_path, monkeypatch, capfdbinary, seed):
    chance = random.Random(seed)
    some_tree(tmp_path, chance)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(chance.choice(TEXTS))))
    arguments = [
        chance.choice(["rewrite", "rewrite", "inspect"]),
        chance.choice([".", ".", "src", "a.py", "-"]),
    ]
    arguments += chance.sample(OPTIONS, chance.randint(0, 3))
    if chance.random() < 0.2:
        arguments += ["--exclude", chance.choice(PATTERNS)]
    assert main(arguments) in (0, 1, 2, 3)
    told = capfdbinary.readouterr()
    assert b"internal error" not in told.err
    assert b"INT201" not in told.out + told.err
