"""No module of `compat` or `emulate` needs one that needs it: each is understood without the other."""

import ast
import graphlib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def modules(package: str) -> dict[str, Path]:
    """The files of a package, by the names of their modules."""
    files = sorted(ROOT.joinpath(package).rglob("*.py"))
    names = [".".join(file.relative_to(ROOT).with_suffix("").parts) for file in files]
    return {name.removesuffix(".__init__"): file for name, file in zip(names, files, strict=True)}


def imported(name: str, file: Path, known: dict[str, Path]) -> Iterator[str]:
    """The modules of its own package that a module imports, also in functions."""
    package = name if file.name == "__init__.py" else name.rpartition(".")[0]
    tree = ast.parse(file.read_bytes())
    for_types = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
    ]
    not_run = {id(node) for branch in for_types for statement in branch.body for node in ast.walk(statement)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level and id(node) not in not_run:
            parents = package.split(".")[: package.count(".") + 2 - node.level]
            home = ".".join([*parents, *filter(None, [node.module])])
            for alias in node.names:
                inner = f"{home}.{alias.name}"
                yield inner if inner in known else home


@pytest.mark.parametrize("package", ["compat", "emulate"])
def test_no_modules_need_each_other(package):
    known = modules(package)
    needs = {name: set(imported(name, file, known)) for name, file in known.items()}
    assert sum(map(len, needs.values())) > 50
    graphlib.TopologicalSorter(needs).prepare()  # raises CycleError, which names the modules
