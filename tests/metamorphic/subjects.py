"""The programs that are edited: those of the samples that run on one machine, and of tests/conformance."""

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]


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
    folder = ROOT / "tests" / "conformance" / "programs"
    found = [
        Subject(path.stem, {"train.py": path.read_text(encoding="utf-8")}, "train.py")
        for path in sorted(folder.glob("*.py"))
    ]
    for entry in sorted(folder.glob("*/train.py")):
        found += _in_folder(entry.parent.name, entry.parent)
    return found


def _in_folder(name: str, folder: Path) -> list[Subject]:
    files = {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*.py"))
    }
    return [
        Subject(f"{name}/{entry}", files, entry)
        for entry in files
        if "Session(" in files[entry] and "/" not in entry
    ]
