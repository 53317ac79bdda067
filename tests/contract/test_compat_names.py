"""What a rule or a plan may write of `compat` exists, and the audit's table has it."""

import ast
import importlib.util
import operator
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from migrate.audit.holdings import missing
from migrate.rewrite.rules.npy.names import HELD

ROOT = Path(__file__).parents[2]
# `compat.name` in a template; not the `tf.compat.v1` of TensorFlow, nor the name of a file.
NAME = re.compile(r"(?<![\w./-])compat((?:\.[A-Za-z_]\w*)+)(?!\.?[\w*/{])")
# What explanations say, and examples of what is missing.
NOT_CODE = frozenset(
    {"compat.py", "compat.Servers", "compat.contrib.bayesflow.monte_carlo.expectation", "compat.v1"}
)


def texts(tree: ast.AST) -> Iterator[str]:
    """The strings of a module that are not docstrings."""
    documents = {
        node.body[0].value
        for node in ast.walk(tree)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in documents:
            yield node.value


def names() -> list[str]:
    found = {f"compat.numpy1.{name}" for name in HELD}
    for room in ("plan", "rewrite", "analyse", "syntax"):
        for path in (ROOT / "migrate" / room).rglob("*.py"):
            whole = path.read_text(encoding="utf-8")
            for text in texts(ast.parse(whole)) if "compat" in whole else ():
                found |= {f"compat{inside}" for inside in NAME.findall(text)}
    return sorted(found - NOT_CODE)


NAMES = names()


def test_there_are_names_to_look_at():
    assert len(NAMES) > 40


@pytest.mark.parametrize("name", NAMES)
def test_it_exists(name):
    package, _, inside = name.partition(".")
    if inside == "tf1":  # importing it would make this process one of TensorFlow 1, for all tests behind
        assert importlib.util.find_spec(name) is not None
        return
    assert operator.attrgetter(inside)(importlib.import_module(package)) is not None


@pytest.mark.parametrize("name", NAMES)
def test_the_audit_knows_it(name):
    assert missing(name) is None
