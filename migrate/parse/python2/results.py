"""What the conversion of a text takes and gives."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Surroundings:
    """What a file has to know of the others.

    `siblings` are the modules beside it that hide some of Python 2's; `packaged` those that it has to import
    as parts of its package; `has_own_next` says that a class of the program has a method `next` that is no
    iterator's.
    """

    siblings: frozenset[str] = frozenset()
    packaged: frozenset[str] = frozenset()
    has_own_next: bool = False


@dataclass(frozen=True)
class Remark:
    """What is to be told of a line of the text as it was."""

    code: str
    line: int
    column: int
    found: str
    instead: str = ""
    is_warning: bool = True


def indented_by_spaces(line: int, column: int) -> Remark:
    """That lines had tabs and spaces in front of them, from that place on."""
    told = "tabs mixed with spaces in indentation, now spaces"
    return Remark("PY2002", line, column, told, is_warning=False)


@dataclass(frozen=True)
class Converted:
    """The text in Python 3, and what is to be told of the text as it was; `mark` says what told Python 2."""

    text: str
    remarks: tuple[Remark, ...] = ()
    mark: str = ""


class Unparsable(Exception):
    """The text is no Python 2; `line` and `column` tell where that showed, from 1."""

    def __init__(self, line: int, column: int) -> None:
        super().__init__(f"line {line}")
        self.line = line
        self.column = column
