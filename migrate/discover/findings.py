"""What discovery has to say about paths: one function for each code."""

from __future__ import annotations

import errno
from collections.abc import Sequence
from pathlib import Path

from migrate.model.diagnostic import Diagnostic, Severity, Span

_OF_LINKS = (errno.ELOOP, errno.ENOENT)  # which have no code behind them


def not_python(path: Path) -> Diagnostic:
    """A file that was named itself and is no Python."""
    way_out = "name *.py files, notebooks, scripts that start with a python shebang, or folders"
    return Diagnostic("SRC003", Severity.ERROR, Span(path), "a file that is not Python", way_out)


def unreadable(path: Path, error: OSError) -> Diagnostic:
    """A file or folder that the system will not let us read."""
    reason = error.strerror or type(error).__name__
    if error.errno == errno.ELOOP:
        reason = "a link that leads back to itself"
    if error.errno == errno.ENOENT:
        reason = "a link that leads nowhere"
    return Diagnostic(
        "SRC004",
        Severity.WARNING if error.errno in _OF_LINKS else Severity.ERROR,
        Span(path),
        f"an unreadable path ({reason})",
        "make it readable, or remove it",
    )


def not_a_regular_file(path: Path) -> Diagnostic:
    """A pipe, socket or device under the name of a Python file."""
    return Diagnostic("SRC004", Severity.WARNING, Span(path), "a path that is no regular file", "remove it")


def linked_folder(link: Path, root: Path) -> Diagnostic:
    """A link to a folder, which is not followed."""
    target = link.resolve()
    if target.is_relative_to(root.resolve()):
        found, way_out = f"a link to {target.name}/, which is searched under its own name", ""
    else:
        found = f"a link to a folder outside of {root}, which is not searched"
        way_out = "name that folder too, if its files belong to the program"
    return Diagnostic("SRC005", Severity.INFO, Span(link), found, way_out)


def nothing_python(root: Path) -> Diagnostic:
    """A folder without a Python file."""
    return Diagnostic("SRC006", Severity.WARNING, Span(root), "a folder without Python files", "name another")


def not_given(path: Path, others: Sequence[Path]) -> Diagnostic:
    """A file that a program shares with others, which would have to change with it and was not named."""
    named = ", ".join(map(str, others))
    return Diagnostic(
        "SRC011",
        Severity.ERROR,
        Span(path),
        f"a program of which other files change too: {named}",
        "name these files as well, or the folder that holds the program",
    )
