"""The public names, and what they take, change on purpose alone."""

import importlib
import pkgutil
from importlib import metadata
from pathlib import Path

import pytest

from .public_api import GOLDEN, MODULES, lines

ROOT = Path(__file__).parents[2]


def test_the_public_names_are_those_that_are_promised():
    """Where it differs on purpose: `python -m tests.contract.public_api`, and see docs/stability.md."""
    assert lines() == GOLDEN.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("name", MODULES)
def test_what_is_listed_is_what_is_public(name):
    module = importlib.import_module(name)
    listed = {one for one in dir(module) if not one.startswith("_")}
    modules = set(getattr(module, "_LAZY", ()))
    assert listed == {*module.__all__, *modules}
    for one in listed - {"tf1"}:  # which would make this process one of TensorFlow 1
        assert getattr(module, one) is not None


def test_type_checkers_see_what_is_found_at_run_time():
    compat = importlib.import_module("compat")
    source = Path(compat.__file__).read_text(encoding="utf-8")
    for one in compat._LAZY:
        assert f"from . import {one} as {one}\n" in source
    for name, home in compat._ELSEWHERE.items():
        line = next(text for text in source.splitlines() if text.startswith(f"    from {home} import "))
        assert name in line


@pytest.mark.parametrize("name", ["compat", "emulate", "migrate"])
def test_the_version_is_that_of_the_package(name):
    assert importlib.import_module(name).__version__ == metadata.version("tfmigrate")


# Beside those of MODULES: what has TensorFlow 1.15's names, or another library calls by its name.
OTHERS = {
    "compat.contrib",
    "compat.estimator",
    "compat.examples",
    "compat.examples.tutorials",
    "compat.examples.tutorials.mnist",
    "compat.examples.tutorials.mnist.input_data",
    "compat.examples.tutorials.mnist.mnist",
    "compat.keras",
    "compat.tf_keras",
    "compat.tf1",
    "emulate.plugin",  # pytest's name for it
}


# Modules of contrib that the list of inner ones does not name.
PLAIN = {"deprecated", "keras", "learn.io", "nccl", "signal", "staging", "stateless"}


def test_inner_modules_have_an_underscore():
    """In their name, or in that of a package around them; contrib has modules by TensorFlow 1.15's names."""
    listed = ROOT.joinpath("compat/contrib/_inner/modules.txt").read_text(encoding="utf-8").splitlines()
    of_contrib = [line.split()[0].split(".") for line in listed]
    found = set()
    for file in (file for package in ("compat", "emulate") for file in ROOT.joinpath(package).rglob("*.py")):
        parts = file.relative_to(ROOT).with_suffix("").parts
        name = ".".join(parts).removesuffix(".__init__")
        if not any(part.startswith("_") for part in name.split(".")):
            found.add(name)
    contrib = {name for name in found if name.startswith("compat.contrib.")}
    assert found - contrib == {*MODULES, *OTHERS}
    for part, *inside in (name.split(".")[2:] for name in contrib):
        is_there = any(known[0] == part and (not inside or inside[-1] in known) for known in of_contrib)
        assert is_there or ".".join([part, *inside]) in PLAIN, [part, *inside]


IMPORTED = {
    "Any",
    "Callable",
    "Sequence",
    "annotations",
    "importlib",
    "listed",
    "lookup",
    "np",
    "tf",
    "tf_slim",
}


def test_dir_of_contrib_shows_no_imports():
    """Of parts and of their modules; and what it shows is there."""
    contrib = importlib.import_module("compat.contrib")
    seen = 0
    for found in pkgutil.walk_packages(contrib.__path__, "compat.contrib."):
        if any(part.startswith("_") for part in found.name.split(".")):
            continue
        module = importlib.import_module(found.name)
        shown = [name for name in dir(module) if not name.startswith("_")]
        assert not IMPORTED & set(shown), found.name
        assert [name for name in shown if not hasattr(module, name)] == []
        seen += len(shown)
    assert seen > 1000
