"""What a file says in Python, and how that leads back to the file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from migrate.model.diagnostic import Diagnostic


@dataclass(frozen=True)
class Settled:
    """The module of a file: `text`, its bytes `code`, where its lines were before, and the way back."""

    text: str
    code: bytes
    line: Callable[[int], int]
    put_back: Callable[[bytes], bytes]


class Taken(Protocol):
    """The text of a file, for the pre-pass to change and for the parser."""

    @property
    def text(self) -> str:
        """The text, with plain line ends where they are all of one kind."""
        ...

    @property
    def is_as_found(self) -> bool:
        """Whether the text is the file's own."""
        ...

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """What is to be told of the file if it is rewritten."""
        ...

    def place(self, line: int, column: int) -> tuple[int, int, int]:
        """Cell (0: there is none), line and column, in the file, of a line and a column of the text."""
        ...

    def settled(self, text: str) -> Settled | None:
        """The module that the text has become, unless what leads back is lost."""
        ...
