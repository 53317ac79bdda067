"""The pages of codes that no rule has: those about files that cannot be read or parsed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class InputPage:
    """What is said about one code of a file that could not be taken in."""

    code: str
    title: str
    explanation: str
    before: str = ""
    after: str = ""


INPUT_PAGES = (
    InputPage(
        "PY2001",
        "Python 2 syntax; the file stays as it is",
        "TensorFlow 2 runs on Python 3 alone, and so does the parser that makes the edits. Convert the file "
        "first, for example with `python -m fissix -w FILE` (`pip install fissix`), run it on Python 3, "
        "then rewrite it.",
        'print "loss", loss',
        'print("loss", loss)',
    ),
    InputPage(
        "PY2002",
        "Tabs mixed with spaces in indentation; the file stays as it is",
        "Python 2 took a tab for up to eight columns, Python 3 refuses to guess. `expand -i -t 8 FILE` "
        "prints the file as Python 2 read it.",
    ),
    InputPage(
        "SRC001",
        "A syntax error; the file stays as it is",
        "The file does not parse with the Python that runs tfmigrate. Programs that share it stay as they "
        "are too.",
    ),
    InputPage(
        "SRC002",
        "Bytes that are no text; the file stays as it is",
        "Python reads a file as UTF-8 unless its first or second line declares another encoding (PEP 263). "
        "A null byte is never text.",
        "city = 'Orl\N{LATIN SMALL LETTER E WITH ACUTE}ans'  # in Latin-1, undeclared",
        "# coding: latin-1\ncity = 'Orl\N{LATIN SMALL LETTER E WITH ACUTE}ans'",
    ),
    InputPage(
        "SRC003",
        "A named file that is not Python",
        "A file that is named on the command line must be a `*.py` file or start with a python shebang, as "
        "in `#!/usr/bin/env python`. Export notebooks first.",
    ),
    InputPage(
        "SRC004",
        "A path that cannot be read",
        "The system refused to open a file or folder below a given path, it is a link that leads nowhere or "
        "back to itself, or it is no regular file. What imports it cannot be judged.",
    ),
    InputPage(
        "SRC005",
        "A link to a folder, which is not followed",
        "Inside the tree, what it leads to is found under its own name. Outside, nobody asked for it to be "
        "rewritten: name that folder as well if its files belong to the program.",
    ),
    InputPage(
        "SRC006",
        "A folder without Python files",
        "Hidden folders, virtual environments, caches and build outputs are not searched, unless they are "
        "named themselves.",
    ),
)
