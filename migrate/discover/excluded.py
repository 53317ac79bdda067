"""What of a tree is left out: by the patterns of `.gitignore`, of `[tool.tfmigrate]`, of the command line."""

from __future__ import annotations

import os
from collections.abc import Sequence, Set
from dataclasses import dataclass
from pathlib import Path

from pathspec import GitIgnoreSpec

from migrate.errors import UsageError

from .tracked import tracked

_GITIGNORE = ".gitignore"


@dataclass(frozen=True)
class Patterns:
    """Patterns as git writes them, which begin at `folder`, a real path."""

    folder: Path
    spec: GitIgnoreSpec

    def decide(self, path: Path, is_folder: bool) -> bool | None:
        """Whether `path` is left out, or explicitly is not; `None` where no pattern is about it."""
        if not path.is_relative_to(self.folder) or path == self.folder:
            return None
        place = path.relative_to(self.folder).as_posix()
        return self.spec.check_file(f"{place}/" if is_folder else place).include


def patterns(folder: Path, lines: Sequence[str], where: str) -> Patterns:
    """The patterns of `lines`, seen from `folder`; `where` tells people where they are.

    Raises:
      UsageError: one of them is none.
    """
    try:
        return Patterns(folder.resolve(), GitIgnoreSpec.from_lines(lines))
    except ValueError as error:
        raise UsageError(f"{where}: {error}") from None


class Excluded:
    """What is left out below `root`.

    Git's own patterns are those of the repository that `root` is in, from its top; where `root` itself is
    left out by these, and was named nevertheless, those below it alone.
    """

    def __init__(self, root: Path, wished: Sequence[Patterns] = ()) -> None:
        self._root = root.resolve()
        self._wished = wished
        self._of_git: dict[Path, Sequence[Patterns]] = {}
        self._tracked: dict[Path, Set[Path]] = {}
        above = self._above()
        parents = (self._root, *self._root.parents)
        is_left_out = any(_last_word(above, one, is_folder=True) for one in parents)
        self._of_git[self._root.parent] = () if is_left_out else above

    def covers(self, path: Path, *, is_folder: bool) -> bool:
        """Whether a file, folder or link is left out, of a folder that is not."""
        place = path.parent.resolve() / path.name
        if any(one.decide(place, is_folder) for one in self._wished):
            return True
        is_ignored = _last_word(self._of_folder(place.parent), place, is_folder)
        return bool(is_ignored) and not self._is_tracked(place)

    def _is_tracked(self, place: Path) -> bool:
        """Whether git tracks a file, or one in a folder, and so ignores neither."""
        top = next((one for one in place.parents if os.path.exists(one / ".git")), None)
        if top is None:
            return False
        if top not in self._tracked:
            self._tracked[top] = tracked(top)
        return place in self._tracked[top]

    def _of_folder(self, folder: Path) -> Sequence[Patterns]:
        """Git's patterns that hold in a folder of the tree, the nearest last."""
        if folder not in self._of_git:
            above = self._of_folder(folder.parent) if folder.is_relative_to(self._root) else ()
            self._of_git[folder] = (*above, *_in(folder))
        return self._of_git[folder]

    def _above(self) -> Sequence[Patterns]:
        folders = list(self._root.parents)
        top = next((place for place, one in enumerate(folders) if os.path.exists(one / ".git")), None)
        if top is None or os.path.exists(self._root / ".git"):
            return ()
        return [one for folder in reversed(folders[: top + 1]) for one in _in(folder)]


def _in(folder: Path) -> Sequence[Patterns]:
    """Those of the `.gitignore` in a folder."""
    try:
        lines = (folder / _GITIGNORE).read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return ()  # there is none, or none that git could read
    return (Patterns(folder, GitIgnoreSpec.from_lines(filter(_is_pattern, lines))),)


def _is_pattern(line: str) -> bool:
    """Whether a line means something to git, which passes by all others."""
    try:
        return GitIgnoreSpec.from_lines([line]) is not None
    except ValueError:
        return False


def _last_word(of_git: Sequence[Patterns], path: Path, is_folder: bool) -> bool | None:
    """What the nearest patterns say that are about a path."""
    told = (one.decide(path, is_folder) for one in reversed(of_git))
    return next((one for one in told if one is not None), None)
