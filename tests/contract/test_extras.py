"""What is installed without an extra is enough for `emulate`, and the rest says which extra it needs."""

import ast
import re
import sys
from pathlib import Path

import pytest
from click import ClickException

from migrate.cli.lazy import Door

from .test_wheel import tomllib

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
# TensorFlow needs NumPy itself; the plugin is pytest's.
BESIDE = {"numpy", "pytest", "_pytest"}


def imported(package: str) -> set[str]:
    """The names of all that the files of a package import, but of Python itself and of the package."""
    found = set()
    for file in ROOT.joinpath(package).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_bytes())):
            if isinstance(node, ast.Import):
                found |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module.partition(".")[0])
    return found - {*sys.stdlib_module_names, package}


def test_emulate_needs_no_extra():
    needed = {re.match(r"[\w-]+", one).group() for one in PROJECT["dependencies"]}
    assert needed == {"click", "tensorflow"}
    assert imported("emulate") <= needed | BESIDE


def test_all_has_every_extra_that_what_is_installed_needs():
    assert PROJECT["optional-dependencies"]["all"] == ["tfmigrate[compat,estimator,rewrite]"]
    assert "tfmigrate[all]" in PROJECT["optional-dependencies"]["test"]


def test_a_command_without_its_packages_says_which_extra_has_them(monkeypatch):
    with pytest.raises(ModuleNotFoundError):
        Door("migrate.nothing:at_all", "").open()
    monkeypatch.setattr("importlib.import_module", _without_libcst)
    with pytest.raises(ClickException, match=r"libcst is not installed, .*: pip install 'tfmigrate\[all\]'"):
        Door("migrate.cli.rewrite:rewrite", "").open()


def _without_libcst(name: str) -> None:
    raise ModuleNotFoundError(f"No module named 'libcst', for {name}", name="libcst")
