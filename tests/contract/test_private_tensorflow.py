"""Private TensorFlow is touched in one place of each package, so that an upgrade is one place's work."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("migrate", "compat", "emulate")
TENSORFLOW_NAMES = {"tf", "tensorflow"}


def is_allowed(path: Path) -> bool:
    """Whether `path` is a file `_tf*.py` of `compat` or `emulate`, or within a folder `_tf` there."""
    package, inside, *_ = path.relative_to(ROOT).parts
    return package in ("compat", "emulate") and inside.startswith("_tf")


def modules() -> list[Path]:
    files = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    return [path for path in files if not is_allowed(path)]


def private_uses(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if is_private(alias.name))
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from (name for a in node.names if is_private(name := f"{node.module}.{a.name}"))
        elif isinstance(node, ast.Attribute):
            if is_private(name := dotted(node)):
                yield name
        elif isinstance(node, ast.Call) and dotted(node.func).endswith("import_module"):
            yield from (
                a.value for a in node.args if isinstance(a, ast.Constant) and is_private(str(a.value))
            )


def dotted(node: ast.AST) -> str:
    if isinstance(node, ast.Attribute):
        return f"{dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def is_private(name: str) -> bool:
    root, *rest = name.split(".")
    if root not in TENSORFLOW_NAMES:
        return False
    return any(part == "python" or (part.startswith("_") and not part.startswith("__")) for part in rest)


def test_there_are_modules_to_look_at():
    assert len(modules()) > 20


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_private_tensorflow(path):
    assert list(private_uses(ast.parse(path.read_bytes()))) == []


@pytest.mark.parametrize(
    "code",
    [
        "import tensorflow.python.framework.ops",
        "from tensorflow.python.framework import ops",
        "from tensorflow import python",
        "tf.python.ops",
        "tf._api.v2",
        "importlib.import_module('tensorflow.python')",
    ],
)
def test_a_private_use_is_seen(code):
    assert list(private_uses(ast.parse(code)))


@pytest.mark.parametrize(
    "code", ["import tensorflow as tf", "tf.__version__", "NAME = 'tensorflow.python.client'"]
)
def test_a_public_use_is_not(code):
    assert not list(private_uses(ast.parse(code)))
