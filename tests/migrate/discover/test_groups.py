"""Modules that import each other."""

from pathlib import Path

import pytest

from migrate.discover import import_groups
from migrate.model.source import Source
from migrate.parse import parse
from migrate.syntax.imports import Imports

_LIB = ("lib/__init__", "lib/b", "lib/c")


@pytest.mark.parametrize(
    ("texts", "groups"),
    [
        ({"a": "", "b": ""}, [{"a"}, {"b"}]),
        ({"a": "import b", "b": "", "c": "import d", "d": ""}, [{"a", "b"}, {"c", "d"}]),
        ({"a": "from lib.b import f", "lib/b": "from . import c", "lib/c": ""}, [{"a", "lib/b", "lib/c"}]),
        ({"a": "import lib", "lib/__init__": "", "b": ""}, [{"a", "lib/__init__"}, {"b"}]),
        ({"a": "import c", "b": "import c", "c": ""}, [{"a", "b", "c"}]),
        ({"a": "import os.path", "path": ""}, [{"a"}, {"path"}]),
        ({"a": "from lib import b", "lib/b": "", "c/b": ""}, [{"a", "lib/b"}, {"c/b"}]),
        ({"a": "import lib\nlib.b.f()", "lib/__init__": "", "lib/b": ""}, [{"a", "lib/__init__", "lib/b"}]),
        (
            {"a": "import lib as x\nx.b.f()", "lib/__init__": "", "lib/b": ""},
            [{"a", "lib/__init__", "lib/b"}],
        ),
        ({"a": "import lib.b", "lib/__init__": "import lib.c", "lib/b": "", "lib/c": ""}, [{"a", *_LIB}]),
        ({"a": "f = importlib.import_module('lib.b')", "lib/b": "", "c": ""}, [{"a", "lib/b"}, {"c"}]),
        ({"a": "f = importlib.import_module(name)", "lib/b": ""}, [{"a"}, {"lib/b"}]),
        ({"a": "import b\nb.lib.f()", "b": "", "lib": ""}, [{"a", "b"}, {"lib"}]),
        ({"a": "from b import *", "b": "from lib.c import *", "lib/c": ""}, [{"a", "b", "lib/c"}]),
    ],
)
def test_groups_are_what_imports_connect(texts, groups):
    modules = [parse(Source(Path(f"{name}.py"), Path(), text.encode())) for name, text in texts.items()]
    assert [
        {one.path.with_suffix("").as_posix() for one in group}
        for group in import_groups(modules, Imports(modules))
    ] == groups
