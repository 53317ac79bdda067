"""The programs that are edited: those of the samples, of tests/conformance, or of a folder from outside."""

import ast
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
_TEXT = (".py", ".csv", ".txt")  # what is played: code, and the data that it reads


@dataclass(frozen=True)
class Subject:
    """A program: the text of each file by its path, and the one that is run and edited."""

    name: str
    files: dict[str, str]
    entry: str


def samples() -> list[Subject]:
    folders = sorted(path.parent for path in (ROOT / "samples").rglob("sample.toml"))
    return [subject for folder in folders for subject in _in_folder(folder.name, folder / "before")]


def conformance() -> list[Subject]:
    return programs(ROOT / "tests" / "conformance" / "programs")


def programs(folder: Path) -> list[Subject]:
    """Those of a folder: each Python file in it is one, and each folder in it holds some.

    What Python 3 cannot parse is none: edits are made to its tree.
    """
    found = []
    for path in sorted(folder.iterdir(), key=lambda path: (path.is_dir(), path.name)):
        if path.is_dir():
            found += _in_folder(path.name, path)
        elif path.suffix == ".py":
            text = path.read_text(encoding="utf-8")
            found.append(Subject(path.stem, {"train.py": text}, "train.py"))
    return [subject for subject in found if _parses(subject.files[subject.entry])]


def _parses(text: str) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True


def _in_folder(name: str, folder: Path) -> list[Subject]:
    files = {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*"))
        if path.suffix in _TEXT
    }
    return [
        Subject(f"{name}/{entry}", files, entry)
        for entry in files
        if "Session(" in files[entry] and "/" not in entry
    ]
