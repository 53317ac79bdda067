"""Private TensorFlow is touched in one place of each package, so that an upgrade is one place's work."""

import ast
import importlib
import json
import warnings
from pathlib import Path

import pytest

import compat
import emulate

from .private_names import TABLE, used
from .private_uses import classes, private_uses, trees

ROOT = Path(__file__).parents[2]
# Of Python, and of pytest, which `emulate` is a plugin of and which has no public way to these.
NO_TENSORFLOW = {
    "emulate/_heirs.py": {"._fork_exec"},
    "emulate/plugin.py": {"._arg2fixturedefs", "._setupstate", "._tmp_path_factory"},
}


# Of migrate nothing but these children imports TensorFlow; one of them watches the steps of any Keras.
@pytest.mark.parametrize("package", ["compat", "emulate", "migrate/verify/children"])
def test_no_private_tensorflow(package):
    files = trees(ROOT / package)
    known = classes(files.values())
    outside = {
        path.relative_to(ROOT).as_posix(): tree
        for path, tree in files.items()
        if "_tf" not in path.parts and path.name != "keras_steps.py"
    }
    assert len(outside) > 10
    found = {}
    for path, tree in outside.items():
        uses = set(private_uses(tree, known))
        found[path] = uses - NO_TENSORFLOW.get(path, set())
    assert {path: uses for path, uses in found.items() if uses} == {}


OVERRIDDEN = """
import importlib, json, pkgutil, sys

import compat, emulate
from tests.contract.private_uses import ROOTS, is_private_name

found = []
for package in (compat, emulate):
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if module.name.rpartition(".")[2] not in ("__main__", "generate", "sitecustomize"):
            importlib.import_module(module.name)
ours = ("compat.", "emulate.")
for module in [module for name, module in sys.modules.items() if name.startswith(ours)]:
    if "._tf" in module.__name__:
        continue
    for made in vars(module).values():
        if isinstance(made, type) and made.__module__ == module.__name__:
            foreign = [base for base in made.__mro__ if base.__module__.partition(".")[0] in ROOTS]
            found += [
                f"{made.__module__}.{made.__qualname__}.{name}"
                for name in vars(made)
                if is_private_name(name) and any(name in vars(base) for base in foreign)
                # What each class has of its own by a decorator, or by being abstract or tests.
                and not name.startswith(("_abc_", "_tf_", "_keras_api", "_auto_", "_class"))
            ]
print(json.dumps(found))
"""


def test_no_private_method_of_tensorflow_is_overridden(ran):
    assert json.loads(ran(OVERRIDDEN)) == []


def test_every_private_name_is_in_the_table():
    told = {line.split(": ")[0].partition("(")[0] for line in TABLE.read_text(encoding="utf-8").splitlines()}
    paths, members = used()
    assert (paths | {f".{name}" for name in members}) - told == set(), (
        "python -m tests.contract.private_names"
    )
    assert len(told) > 400


@pytest.mark.nightly  # `make check-tensorflow` asks the same of any version
def test_the_table_is_what_tensorflow_has(ran):
    printed = ran("from tests.contract.private_names import main\nassert main(True) == 0")
    assert "\n+ " not in printed, printed


@pytest.mark.parametrize("package", ["compat", "emulate"])
def test_a_version_that_was_not_tested_is_told(package):
    versions = importlib.import_module(f"{package}._tf.tested_versions")
    error = {"compat": compat.CompatError, "emulate": emulate.EmulateError}[package]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        versions.check("2.16.2")
        versions.check("2.21.0-rc1")
    with pytest.warns(UserWarning, match=r"2\.16 to 2\.21, and this is 2\.22\.1"):
        versions.check("2.22.1")
    with pytest.raises(error, match=r"this is 2\.15\.0"):
        versions.check("2.15.0")


@pytest.mark.parametrize(
    "code",
    [
        "import tensorflow.python.framework.ops",
        "from tensorflow.python.framework import ops",
        "from tensorflow import python",
        "def f():\n    from tensorflow.python.framework import ops",
        "if x:\n    import tensorflow_estimator.python.estimator.gc as gc",
        "from tf_keras.src import backend",
        "import tf_keras\ntf_keras.src.backend",
        "from tf_keras.api._v1 import keras",
        "import keras\nkeras.src",
        "import tensorflow as tf\ntf.python.ops",
        "import tensorflow as T\nT.python.ops",
        "import tensorflow as tf\n_V1 = tf.compat.v1\n_V1._api",
        "import tensorflow as tf\ntf._api.v2",
        "importlib.import_module('tensorflow.python')",
        "__import__('tensorflow').python",
        "importlib.import_module(name='tensorflow.python.ops')",
        "sys.modules['tensorflow.python.eager.context']",
        "sys.modules['tensorflow'].python",
        "NAME = 'tensorflow.python'\nimportlib.import_module(NAME + '.client')",
        "NAME = 'tensorflow.python'\nimportlib.import_module(f'{NAME}.{what}')",
        "MODULES = {'ops': 'tensorflow.python.framework.ops'}",
        "getattr(graph, '_collections')",
        "setattr(config, '_cluster_spec', cluster)",
        "hasattr(variable, '_handle')",
        "getattr(config, f'_{role}_distribute')",
        "operator.attrgetter('op._control_flow_context')(x)",
        "object.__getattribute__(variable, '_handle')",
        "vars(graph)['_collections']",
        "graph.__dict__['_collections']",
        "graph._collections[key] = []",
        "del tf.constant(1)._handle",
        "class A(tf.Module):\n    def f(self):\n        return self._name_scope",
        "class A(tf.Module):\n    def f(self):\n        return super()._flatten()",
        "import tensorflow as tf\ntf.Variable(1, _experimental=True)",
    ],
)
def test_a_private_use_is_seen(code):
    assert list(private_uses(ast.parse(code)))


@pytest.mark.parametrize(
    "code",
    [
        "import tensorflow as tf",
        "import tensorflow as tf\ntf.__version__",
        "def f():\n    'Stands for `tensorflow.python.client`.'",
        "'''tensorflow.python'''",
        "class A:\n    def f(self, other):\n        self._x = 1\n        return other._x",
        "class A:\n    _x: int\nclass B(A):\n    def f(self):\n        return self._x",
        "import os\nos._exit(1)",
        "pair._replace(a=1)",
        "contrib.python.ops",
    ],
)
def test_a_public_use_is_not(code):
    assert not list(private_uses(ast.parse(code)))
