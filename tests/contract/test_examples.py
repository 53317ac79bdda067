"""The blocks of docs/examples.md run, and each public name, and member of a class, is in one of them."""

import ast
import importlib
import inspect
import json
import re
from pathlib import Path

from .private_uses import Names
from .public_api import MODULES, is_ours, members

PAGE = Path(__file__).parents[2] / "docs" / "examples.md"
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)

# Each in a fork of a process that has imported what it needs and has made no device yet.
RUN = """
import json, os, sys, tempfile, traceback

import emulate, compat, compat.cluster, compat.input, compat.train, tensorflow, numpy

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


def test_every_public_name_has_an_example():
    shown = set()
    for block in BLOCKS:
        tree = ast.parse(block)
        names = Names(tree)
        shown |= {names.path(node) for node in ast.walk(tree) if isinstance(node, (ast.Attribute, ast.Name))}
    public = {f"{module}.{name}" for module in MODULES for name in importlib.import_module(module).__all__}
    same = {
        f"compat.cluster.{name}": f"compat.{name}"
        for name in importlib.import_module("compat.cluster").__all__
    }
    assert {name for name in public if not {name, same.get(name, name)} & shown} == set()


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


def test_every_example_runs(ran, tmp_path):
    blocks = tmp_path / "blocks.json"
    blocks.write_text(json.dumps(BLOCKS), encoding="utf-8")
    failed = json.loads(ran(RUN, str(blocks)).splitlines()[-1])
    assert failed == {}, "\n".join(f"{BLOCKS[int(number)]}\n{error}" for number, error in failed.items())
