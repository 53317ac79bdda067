"""Modules that name each other in imports."""

from pathlib import Path

import pytest

from migrate.discover import import_groups
from migrate.model.source import Source
from migrate.parse import parse


@pytest.mark.parametrize(
    ("texts", "groups"),
    [
        ({"a": "", "b": ""}, [{"a"}, {"b"}]),
        ({"a": "import b", "b": "", "c": "import d", "d": ""}, [{"a", "b"}, {"c", "d"}]),
        ({"a": "from lib.b import f", "lib/b": "from . import c", "lib/c": ""}, [{"a", "lib/b", "lib/c"}]),
        ({"a": "import lib", "lib/__init__": "", "b": ""}, [{"a", "lib/__init__"}, {"b"}]),
        ({"a": "import c", "b": "import c", "c": ""}, [{"a", "b", "c"}]),
    ],
)
def test_groups_are_what_imports_connect(texts, groups):
    modules = [parse(Source(Path(f"{name}.py"), Path(), text.encode())) for name, text in texts.items()]
    assert [
        {one.path.with_suffix("").as_posix() for one in group} for group in import_groups(modules)
    ] == groups
