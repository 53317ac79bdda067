from pathlib import Path

import pytest

from migrate.model.source import Module, Source
from migrate.parse import parse_all


def parsed(**files: str) -> dict[str, str]:
    """What a tree of files becomes; `__` in a name stands for a slash."""
    names = {name: f"{name.replace('__', '/').replace('_INIT', '__init__')}.py" for name in files}
    sources = [
        Source(Path("root") / names[name], Path("root"), text.encode()) for name, text in files.items()
    ]
    modules = parse_all(sources)
    assert all(isinstance(module, Module) for module in modules)
    return {name: module.code.decode() for name, module in zip(files, modules, strict=True)}  # type: ignore[union-attr]


SCRIPT = "if __name__ == '__main__':\n    main()\n"


def test_a_part_of_a_package_imports_its_siblings_as_such():
    code = parsed(
        train="import net.model\nprint net.model.f()\n",
        net___INIT="",
        net__model="import layers\nprint layers.g()\n",
        net__layers="from weights import w\nprint w\n",
        net__weights="w = 3\n",
    )
    assert code["net__model"] == "from . import layers\nprint(layers.g())\n"
    assert code["net__layers"] == "from .weights import w\nprint(w)\n"  # which the model imports so


@pytest.mark.parametrize("first", ["", "from net.model import f\n"])
def test_modules_beside_a_script_stay_as_they_are(first):
    code = parsed(
        other=f"{first}print 1\n",
        net___INIT="",
        net__train=f"import model\nprint 1\n{SCRIPT}",
        net__model="import layers\nprint 1\n",
        net__layers="print 1\n",
    )
    assert code["net__train"] == f"import model\nprint(1)\n{SCRIPT}"
    assert code["net__model"] == "import layers\nprint(1)\n"


def test_no_call_of_next_changes_where_a_class_has_one_that_is_no_iterators():
    loader = "class Loader:\n    def next(self):\n        return 1\n"
    train = "import data\nfor i in xrange(3):\n    print data.Loader().next()\n"
    assert ".next()" in parsed(data=loader, train=train)["train"]
    assert "next(data.Loader())" in parsed(data=loader.replace("next", "__next__"), train=train)["train"]
