"""Small programs, given as text, and what is known of them."""

import ast
import textwrap
from pathlib import Path
from types import SimpleNamespace

from migrate.analyse.names.bindings import bind
from migrate.model.bindings import Bindings
from migrate.values import ProgramEffects


class Parsed:
    """A module that stands alone, with what its statements do."""

    def __init__(self, text: str) -> None:
        self.tree = ast.parse(textwrap.dedent(text))
        parsed = SimpleNamespace(tree=self.tree, path=Path("program.py"), meant=())
        self.bindings = bind(parsed)  # type: ignore[arg-type]
        self.effects = ProgramEffects([self.bindings], lambda home, name: None)


class Several:
    """Modules that import each other, by the names of their files."""

    def __init__(self, **texts: str) -> None:
        self.trees = {name: ast.parse(textwrap.dedent(text)) for name, text in texts.items()}
        self.bindings: dict[str, Bindings] = {}
        for name, tree in self.trees.items():
            path = Path(*name.removesuffix("__").split("__"))
            path = path / "__init__.py" if name.endswith("__") else path.with_suffix(".py")
            parsed = SimpleNamespace(tree=tree, path=path, meant=())
            self.bindings[str(path)] = bind(parsed)  # type: ignore[arg-type]
        self.effects = ProgramEffects(list(self.bindings.values()), self.find)

    def find(self, home: Bindings, name: str) -> Bindings | None:
        path = name.lstrip(".").replace(".", "/") or str(home.module.path.parent)
        path = path if not name.startswith(".") or name == "." else str(home.module.path.parent / path)
        return self.bindings.get(f"{path}.py") or self.bindings.get(f"{path}/__init__.py")
