"""The programs that are compared, and the copies of their folders in which they run."""

from __future__ import annotations

import ast
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from .parity import ParityError

# Not part of a program: version control, what Python and tools keep, installed packages.
_LEFT_OUT = frozenset(
    {".git", ".hg", ".svn", ".tfmigrate", ".venv", "venv", "__pycache__", "node_modules", ".mypy_cache"}
    | {".pytest_cache", ".ruff_cache", ".tox"}
)
_LARGE = 64 << 20  # a file of this size is data, and is linked
_MOST_BYTES = 2 << 30
_MOST_FILES = 20_000

# What a file says that only TensorFlow 1's `tf` has, and what only a program of TensorFlow 2 says.
_ONLY_IN_1 = frozenset(
    {"Session", "InteractiveSession", "placeholder", "get_variable", "variable_scope", "contrib", "app"}
    | {"flags", "layers", "gfile", "logging", "global_variables_initializer", "initialize_all_variables"}
    | {"ConfigProto", "trainable_variables", "get_collection", "Print", "to_float", "set_random_seed"}
)
_ONLY_IN_2 = re.compile(
    r"^\s*(?:import|from) (?:compat|tfmigrate_compat)\b|\bGradientTape\b|\btf\.function\b|enable_eager"
    r"|disable_v2_behavior|disable_eager_execution|tensorflow\.compat\.v1",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Program:
    """A program and the folder that it needs.

    Attributes:
      name: what messages call it, such as `the original`.
      root: the folder; the program runs in a copy of it.
      entry: the script, as seen from `root`.
      replaced: what files of the folder hold in the place of what is there, by their paths from `root`.
    """

    name: str
    root: Path
    entry: Path
    replaced: Mapping[Path, bytes] = field(default_factory=dict)

    def copy(self, folder: Path, without: Path) -> Path:
        """Copy the program into `folder`, which is made, and return its script there.

        Large files are linked, and not to be written. What is in `without` is not of the program: it holds
        what runs of it have written, wherever that is.

        Raises:
          ParityError: there is no such script, or the folder is too large to be one program's.
        """
        size = 0
        for number, (path, place) in enumerate(_files(self.root, without)):
            size += min(path.stat().st_size, _LARGE)
            if size > _MOST_BYTES or number >= _MOST_FILES:
                raise ParityError(
                    f"{self.root} has more than {_MOST_FILES} files or {_MOST_BYTES >> 30} GiB to copy: run "
                    "verify in a folder that holds the program and little else"
                )
            target = folder / place
            target.parent.mkdir(parents=True, exist_ok=True)
            if path.stat().st_size >= _LARGE:
                target.symlink_to(path.resolve())
            else:
                shutil.copy2(path, target)
        for place, data in self.replaced.items():
            (folder / place).parent.mkdir(parents=True, exist_ok=True)
            (folder / place).write_bytes(data)
        script = folder / self.entry
        if not script.is_file():
            raise ParityError(f"{self.name} has no {self.entry}: there is no such file in {self.root}")
        return script


def is_tensorflow_1(script: Path, otherwise: bool) -> bool:
    """Whether a program is one of TensorFlow 1, by what its files say; `otherwise` if they do not say."""
    texts = list(_texts(script))
    if any(_ONLY_IN_2.search(text) for text in texts):
        return False
    return any(_says_tensorflow_1(text) for text in texts) or otherwise


def texts_of(script: Path) -> Iterator[str]:
    """The text of a script, and of the modules beside it that it imports, directly or not."""
    yield from _texts(script)


def _files(root: Path, without: Path) -> Iterator[tuple[Path, Path]]:
    for folder, folders, names in os.walk(root):
        folders[:] = [
            name
            for name in folders
            if name not in _LEFT_OUT
            and not (Path(folder) / name / "pyvenv.cfg").exists()
            and (Path(folder) / name).resolve() != without
        ]
        for name in names:
            path = Path(folder) / name
            if path.is_file():  # no socket, no link that leads nowhere
                yield path, path.relative_to(root)


def _texts(script: Path) -> Iterator[str]:
    waiting, seen = [script], {script}
    while waiting:
        path = waiting.pop()
        text = path.read_bytes().decode("utf-8", errors="replace")
        yield text
        for name in re.findall(r"^\s*(?:from|import)\s+([\w.]+)", text, re.MULTILINE):
            place = script.parent.joinpath(*name.split("."))
            for module in (place.with_suffix(".py"), place / "__init__.py"):
                if module.is_file() and module not in seen:
                    seen.add(module)
                    waiting.append(module)


def _says_tensorflow_1(text: str) -> bool:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return re.search(r"\btf\.(?:Session|placeholder|app)\b", text) is not None
    names = {
        alias.asname or "tensorflow"
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
        if alias.name == "tensorflow"
    }
    return any(
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id in names
        and node.attr in _ONLY_IN_1
        for node in ast.walk(tree)
    )
