"""What `help` says of each public name: its arguments, units, shapes, errors, and what of TensorFlow it is.

That each has an example, and that these run, holds test_examples.py.
"""

import ast
import importlib
import inspect
import re
import textwrap
from collections.abc import Iterator

import pytest

from emulate import plugin

from .public_api import MODULES, is_ours

# What TensorFlow 1 had nothing of, or NumPy 1 had.
OF_TENSORFLOW = re.compile(r"`tf\.|TensorFlow|TF 1|NumPy 1|`concurrent|`multiprocessing|`threading")
UNITS = {
    r"_secs$|^timeout$|^hang_timeout$|^interval$": r"second",
    r"_bytes$|^memory_limit$": r"byte|see `gpus`",
    r"_millis$": r"milliseconds",
    r"fraction$|_prob$|^rate$": r"between 0 and 1|such as 0\.4",
}
# Whose arguments or results are tensors, so that shapes say what is meant.
OF_SHAPES = ("compat.layers", "compat.rnn_cell")
# Which give or wrap what has a shape of its own, or are bases.
ANY_SHAPE = {
    "Layer",
    "InputSpec",
    "DeviceWrapper",
    "ResidualWrapper",
    "DropoutWrapper",
    "MultiRNNCell",
    "RNNCell",
}


def public() -> Iterator[tuple[str, object]]:
    for module in MODULES:
        for name in importlib.import_module(module).__all__:
            value = getattr(importlib.import_module(module), name)
            if callable(value) and is_ours(value):
                yield f"{module}.{name}", value


def told(value: object) -> str:
    """What `help` says of a function, or of a class and of how it is made."""
    made = value.__init__ if inspect.isclass(value) and is_ours(value.__init__) else None
    return "\n".join(inspect.getdoc(one) or "" for one in (value, made) if one is not None)


PUBLIC = dict(public())


@pytest.mark.parametrize("name", MODULES)
def test_help_leads_to_the_examples(name):
    assert "docs/examples.md" in (importlib.import_module(name).__doc__ or "")


def test_the_plugin_shows_hooks_and_fixtures_alone():
    shown = [name for name in dir(plugin) if not name.startswith(("_", "pytest_"))]
    assert shown == ["cluster", "gpus", "placement"]


@pytest.mark.parametrize("name", PUBLIC)
def test_arguments_are_told_with_their_units(name):
    text = told(PUBLIC[name])
    try:
        parameters = inspect.signature(PUBLIC[name]).parameters.values()
    except ValueError:  # an error, which takes its message
        parameters = ()
    variable = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    named = [one.name for one in parameters if one.kind not in variable and not one.name.startswith("_")]
    assert [one for one in named if not re.search(rf"\b{one}\b", text)] == []
    for pattern, unit in UNITS.items():
        if any(re.search(pattern, one) for one in named):
            assert re.search(unit, text), unit


@pytest.mark.parametrize("name", [name for name in PUBLIC if not name.startswith("emulate.")])
def test_what_of_tensorflow_it_is_is_told(name):
    module = importlib.import_module(name.rpartition(".")[0])
    assert OF_TENSORFLOW.search(told(PUBLIC[name])) or OF_TENSORFLOW.search(inspect.getdoc(module) or "")


@pytest.mark.parametrize("name", [name for name in PUBLIC if name.startswith(OF_SHAPES)])
def test_shapes_are_told(name):
    short = name.rpartition(".")[2]
    layer = re.search(r"Make a `(\w+)`", told(PUBLIC[name]))  # a function says which class tells them
    shown = told(PUBLIC[name]) + (told(PUBLIC[f"compat.layers.{layer[1]}"]) if layer else "")
    assert short in ANY_SHAPE or re.search(r"\[batch, |of any shape", shown)


@pytest.mark.parametrize("name", PUBLIC)
def test_errors_are_told(name):
    """Those that a function, or a method, raises itself."""
    value = PUBLIC[name]
    members = [(value, value)]
    if inspect.isclass(value):
        members = [
            (base, one)
            for base in value.__mro__
            if is_ours(base)
            for member, one in vars(base).items()
            if member == "__init__" or not member.startswith("_")
        ]
    wrong = []
    for owner, one in members:
        one = getattr(one, "__func__", getattr(one, "fget", one))
        if not inspect.isfunction(one) or not is_ours(one) or "<" in one.__code__.co_filename:
            continue
        text = inspect.getdoc(one) or ""
        text += told(owner) if one.__name__ == "__init__" else ""
        wrong += [f"{one.__qualname__}: {error}" for error in raised(one) if error not in text]
    assert wrong == []


def raised(function: object) -> set[str]:
    """The classes of errors in the `raise` statements of a function itself."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(inspect.unwrap(function))))
    inner = {
        id(node)
        for other in ast.walk(tree)
        if isinstance(other, (ast.FunctionDef, ast.Lambda)) and other is not tree.body[0]
        for node in ast.walk(other)
    }
    raises = [node.exc for node in ast.walk(tree) if isinstance(node, ast.Raise) and id(node) not in inner]
    made = [one.func if isinstance(one, ast.Call) else one for one in raises if one is not None]
    names = {ast.unparse(one).rpartition(".")[2] for one in made}
    return {name for name in names if name[:1].isupper()}  # no variable, and no class that only we know
