"""The public names, and what they take, change on purpose alone."""

import importlib
from importlib import metadata
from pathlib import Path

import pytest

from .public_api import GOLDEN, MODULES, lines


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
