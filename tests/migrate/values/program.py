"""Small programs, given as text, and what is known of them."""

import ast
import textwrap
from pathlib import Path
from types import SimpleNamespace

from migrate.analyse.names.bindings import bind
from migrate.values import ProgramEffects


class Parsed:
    """A module that stands alone, with what its statements do."""

    def __init__(self, text: str) -> None:
        self.tree = ast.parse(textwrap.dedent(text))
        parsed = SimpleNamespace(tree=self.tree, path=Path("program.py"), meant=())
        self.bindings = bind(parsed)  # type: ignore[arg-type]
        self.effects = ProgramEffects([self.bindings], lambda home, name: None)
