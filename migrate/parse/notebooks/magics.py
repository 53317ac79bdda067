"""IPython's own lines, which are no Python: calls stand for them until the module is put back."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from migrate.model.source import MAGIC, NotPutBack

_HIDDEN = re.compile(re.escape(MAGIC) + r"\((\d+)[^()\n]*\)")
_WITHOUT_SIGN = (
    r"(?:cd|conda|cp|ls|matplotlib|mkdir|mv|pip3?|pwd|rm|wget)[ \t]+(?!(?:if|in|is|and|or|not)\b)[\w./~].*"
)
_LINE = re.compile(rf"(?P<before>[ \t]*)(?P<magic>[%!?].*|[\w.]+\?\??[ \t]*|{_WITHOUT_SIGN})$")
_ASSIGNED = re.compile(r"(?P<before>[ \t]*[\w.,\[\] \t]+?=[ \t]*)(?P<magic>(?:%[A-Za-z]|!).*)$")
_NOT_YET = re.compile(r"\s*(#.*)?$")
_CELL = re.compile(r"[ \t]*%%(\w*)")
_TOKEN = re.compile(r"#.*|[rRbBuU]{0,2}(?P<quote>'''|\"\"\"|'|\")|[()\[\]{}]|\\\n|.", re.DOTALL)
_NAME = re.compile(r"\b[A-Za-z_]\w*")
# What the lines below it are run as, in the notebook's own names.
_OF_PYTHON = frozenset({"capture", "time"})
_OF_OTHER_LANGUAGES = frozenset(
    [
        "!",
        "bash",
        "cmd",
        "file",
        "HTML",
        "html",
        "javascript",
        "js",
        "latex",
        "markdown",
        "perl",
        "pypy",
        "python2",
        "R",
        "ruby",
        "script",
        "sh",
        "SVG",
        "svg",
        "sx",
        "system",
        "writefile",
    ]
)


@dataclass
class Magics:
    """The lines that calls stand for; each call has a number, and names what the line may use."""

    lines: list[str] = field(default_factory=list)

    def hidden(self, source: str) -> str | None:
        """A cell's text with calls for its magics; nothing where it is of another language."""
        lines = source.split("\n")
        first = next((index for index, line in enumerate(lines) if not _NOT_YET.match(line)), 0)
        found = _CELL.match(lines[first])
        if found is None:
            return "\n".join(self._without_magics(lines))
        if found[1] in _OF_OTHER_LANGUAGES:
            return None
        if found[1] not in _OF_PYTHON:
            return self._call(source)
        rest = self._without_magics(lines[first + 1 :])
        return "\n".join([*lines[:first], self._call(lines[first]), *rest])

    def revealed(self, text: str) -> str:
        """The text with the magics themselves."""
        for found in reversed(list(_HIDDEN.finditer(text))):
            magic = self.lines[int(found[1])]
            rest = text[found.end() :]
            for _ in range(magic.count("\n")):  # the empty lines that kept its places
                rest = rest.removeprefix("\n")
            text = text[: found.start()] + magic + rest
        return text

    def check(self, text: str) -> None:
        """Sees to it that each magic is still there, once, in its place among the others.

        Raises:
          NotPutBack: it is not.
        """
        if [int(number) for number in _HIDDEN.findall(text)] != list(range(len(self.lines))):
            found = "a line for IPython alone that would be lost or moved"
            raise NotPutBack("SRC009", found, "a cell of its own for it, at the top")

    def _call(self, line: str) -> str:
        self.lines.append(line)
        names = dict.fromkeys(_NAME.findall(re.sub(r"^\s*[%!]+\w*", "", line)))
        used = [name for name in names if _is_name(name)]
        return f"{MAGIC}({', '.join([str(len(self.lines) - 1), *used])})"

    def _without_magics(self, lines: list[str]) -> Iterator[str]:
        state = _State()
        waiting = list(reversed(lines))
        while waiting:
            line = waiting.pop()
            found = (_LINE.match(line) or _ASSIGNED.match(line)) if state.is_between_statements else None
            if found is None:
                state.read(line + "\n")
                yield line
                continue
            magic = found["magic"]
            while magic.endswith("\\") and waiting:
                magic += "\n" + waiting.pop()
            # As many lines as there were, so that places stay.
            yield found["before"] + self._call(magic) + "\n" * magic.count("\n")


class _State:
    """Where a line of Python leaves off: inside brackets, a text, or a statement that goes on."""

    def __init__(self) -> None:
        self._depth = 0
        self._quote = ""
        self._goes_on = False

    @property
    def is_between_statements(self) -> bool:
        """Whether a statement may start there."""
        return not self._depth and not self._quote and not self._goes_on

    def read(self, line: str) -> None:
        """Go through a line."""
        place, self._goes_on = 0, False
        while place < len(line):
            if self._quote:
                place = self._read_text(line, place)
                continue
            found = _TOKEN.match(line, place)
            assert found is not None
            place = found.end()
            if found["quote"]:
                self._quote = found["quote"]
            elif found[0] in "([{":
                self._depth += 1
            elif found[0] in ")]}":
                self._depth = max(self._depth - 1, 0)
            elif found[0] == "\\\n":
                self._goes_on = True

    def _read_text(self, line: str, place: int) -> int:
        """Go on in a text, to its end or to the line's."""
        while place < len(line):
            if line[place] == "\\":
                place += 2
            elif line.startswith(self._quote, place):
                place += len(self._quote)
                self._quote = ""
                return place
            else:
                place += 1
        if len(self._quote) == 1 and not line.endswith("\\\n"):
            self._quote = ""  # a mistake, which the parser will tell
        return place


def _is_name(word: str) -> bool:
    return not keyword.iskeyword(word) and word not in ("exec", "print")
