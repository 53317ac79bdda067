"""The blocks of the pages of examples run, and each public name, and member of a class, is in one."""

import ast
import importlib
import inspect
import json
import re
from pathlib import Path

import pytest

from .private_uses import Names
from .public_api import MODULES, is_ours, members

ROOT = Path(__file__).parents[2]


def blocks_of(page: str) -> list[str]:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    return re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


BLOCKS = blocks_of("examples.md")
OF_CONTRIB = blocks_of("contrib-examples.md")
RECORDED = ROOT / "tests" / "compat" / "contrib" / "vocabulary" / "golden.jsonl"

# All names of an object stand together; of those that `compat` itself defines, by their modules.
OWN = """
import importlib, inspect, json, pkgutil, sys
from collections import defaultdict

from compat import contrib, estimator, tf1, tf_keras

names, kept, others = defaultdict(set), [], 0


def look(module, path):
    global others
    waiting, seen = [(module, path)], {id(module)}  # each once, by its shortest path
    for module, path in waiting:
        for name in [name for name in dir(module) if name[0] != "_"]:
            value = getattr(module, name, None)
            if inspect.ismodule(value):
                home = vars(value).get("__name__", "").partition(".")[0]
                is_part = home in ("tensorflow", "compat", "tf_keras", "keras", "tensorflow_estimator")
                if is_part and id(value) not in seen and f"{path}.{name}" != "compat.tf1.contrib":
                    seen.add(id(value))
                    waiting.append((value, f"{path}.{name}"))
            elif (getattr(value, "__module__", None) or "").partition(".")[0] == "compat":
                names[id(value)].add(f"{path}.{name}")
                kept.append(value)
            else:
                others += callable(value)


for found in pkgutil.walk_packages(contrib.__path__, "compat.contrib."):
    if not any(part.startswith("_") for part in found.name.split(".")):
        look(importlib.import_module(found.name), found.name)
for module, path in ((estimator, "compat.estimator"), (tf1, "compat.tf1"), (tf_keras, "compat.tf_keras")):
    look(module, path)
for name in sys.argv[1:]:
    module = importlib.import_module(name)
    for one in module.__all__:
        if id(getattr(module, one)) in names:
            names[id(getattr(module, one))].add(f"{name}.{one}")
print(json.dumps([others, [sorted(each) for each in names.values()]]))
"""

# Each in a fork of a process that has imported what it needs and has made no device yet.
RUN = """
import json, os, sys, tempfile, traceback

import emulate, compat, compat.cluster, compat.input, compat.train, tensorflow, numpy
import compat.contrib.layers, compat.contrib.learn, compat.contrib.slim, compat.estimator

failed = {}
for number, block in enumerate(json.load(open(sys.argv[1]))):
    told = tempfile.NamedTemporaryFile("w+", delete=False)
    child = os.fork()
    if child == 0:
        status = 1
        try:
            exec(compile(block, f"block {number}", "exec"), {"__name__": "__main__"})
            status = 0
        except BaseException:
            traceback.print_exc(file=told)
            told.flush()
        os._exit(status)
    if os.waitpid(child, 0)[1]:
        failed[number] = open(told.name).read()
print(json.dumps(failed))
"""


def paths_in(blocks):
    for block in blocks:
        tree = ast.parse(block)
        names = Names(tree)
        yield from (
            names.path(node) for node in ast.walk(tree) if isinstance(node, (ast.Attribute, ast.Name))
        )


def test_every_public_name_has_an_example():
    shown = set(paths_in(BLOCKS))
    public = {f"{module}.{name}" for module in MODULES for name in importlib.import_module(module).__all__}
    same = {
        f"compat.cluster.{name}": f"compat.{name}"
        for name in importlib.import_module("compat.cluster").__all__
    }
    assert {name for name in public if not {name, same.get(name, name)} & shown} == set()


def test_every_name_of_tensorflow_1_that_compat_defines_has_an_example(ran):
    """In a block, or in a recorded call; the others are other libraries', and have their documentation."""
    shown = {(path or "").replace(".tf1.contrib.", ".contrib.") for path in paths_in([*BLOCKS, *OF_CONTRIB])}
    recorded = map(json.loads, RECORDED.read_text(encoding="utf-8").splitlines())
    shown |= {f"compat.contrib.{line['symbol']}" for line in recorded if "call" in line}
    others, own = json.loads(ran(OWN, *MODULES[:-1]).splitlines()[-1])
    assert len(own) > 300
    assert others > 2000
    assert [names[0] for names in own if not shown & set(names)] == []


def test_every_public_member_has_an_example():
    """By its name, of whichever class: what several classes have is shown of one of them."""
    nodes = [node for block in BLOCKS for node in ast.walk(ast.parse(block))]
    shown = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    shown |= {  # what a program writes itself, in a class of its own
        inner.name
        for node in nodes
        if isinstance(node, ast.ClassDef)
        for inner in node.body
        if isinstance(inner, ast.FunctionDef)
    }
    modules = [importlib.import_module(name) for name in MODULES]
    kinds = {getattr(module, name) for module in modules for name in module.__all__ if name[0].isupper()}
    named = {one for kind in kinds if inspect.isclass(kind) and is_ours(kind) for one in members(kind)}
    assert len(named) > 150
    assert named - shown == set()


@pytest.mark.parametrize(
    "blocks",
    [
        pytest.param(BLOCKS, id="examples"),
        pytest.param(OF_CONTRIB, id="contrib-examples", marks=pytest.mark.nightly),
    ],
)
def test_every_example_runs(ran, tmp_path, blocks):
    file = tmp_path / "blocks.json"
    file.write_text(json.dumps(blocks), encoding="utf-8")
    failed = json.loads(ran(RUN, str(file)).splitlines()[-1])
    assert failed == {}, "\n".join(f"{blocks[int(number)]}\n{error}" for number, error in failed.items())
