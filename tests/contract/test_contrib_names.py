"""What a rule knows of `tf.contrib` is imported under `compat.tf1` by the paths that programs have for it."""

import csv
import json
import operator
from pathlib import Path

import pytest

from compat import contrib

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "migrate" / "rewrite" / "tables" / "contrib.csv"
INSTEAD = ROOT / "migrate" / "audit" / "tables" / "instead.csv"

# As where a script elsewhere runs it: the packages are installed, in no folder of `sys.path`.
PROGRAM = """
import csv, importlib, importlib.util, json, sys
from pathlib import Path
from types import ModuleType

root, table, runtime = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
sys.path[:] = [folder for folder in sys.path if Path(folder).resolve() != root]
for name in list(sys.modules):
    if name.partition(".")[0] in ("compat", "tfmigrate_compat"):
        del sys.modules[name]


class Installed:
    @staticmethod
    def find_spec(name, path=None, target=None):
        file = {"compat": "compat/__init__.py", "tfmigrate_compat": "tfmigrate_compat.py"}.get(name)
        return file and importlib.util.spec_from_file_location(name, root / file)


sys.meta_path.insert(0, Installed)
importlib.import_module(f"{runtime}.tf1").activate()
listed = root.joinpath("compat/contrib/_inner/modules.txt").read_text().splitlines()
modules = {line for line in listed if not line.endswith(" -")}  # those show a function of the module's name
wrong = []
for row in csv.DictReader(table.open()):
    _, *parts = row["module"].split(".")
    public = ".".join(["tensorflow", *parts])
    paths = [public]
    inner = [*parts[1:2], "python", *parts[1:]]  # contrib.learn.python.learn.datasets
    if ".".join(inner) in modules:
        paths.append(".".join(["tensorflow.contrib", *inner]))
    for path in paths:
        for name in row["names"].split():
            scope = {}
            try:
                exec(f"from {path} import {name}", scope)
            except ImportError as error:
                wrong.append(f"{path}.{name}: {error}")
                continue
            if isinstance(scope[name], ModuleType):
                continue  # inside of a part there may be other modules of that name
            if scope[name] is not getattr(sys.modules[public], name):
                wrong.append(f"{path}.{name} is another than {public}.{name}")
print(json.dumps(wrong))
"""


def test_there_are_names_to_import():
    with TABLE.open(newline="") as lines:
        assert sum(len(row["names"].split()) for row in csv.DictReader(lines)) > 1000


@pytest.mark.parametrize("runtime", ["compat", "tfmigrate_compat"])
def test_every_name_that_a_rule_knows_is_imported_by_its_path(runtime, ran):
    wrong = json.loads(ran(PROGRAM, str(ROOT), str(TABLE), runtime))
    assert wrong == [], wrong


def test_what_a_report_says_to_use_instead_is_what_the_error_says():
    with INSTEAD.open(newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert len(rows) > 50
    for row in rows:
        with pytest.raises(contrib.MissingError) as missing:
            operator.attrgetter(row["symbol"].removeprefix("tf.contrib."))(contrib)
        assert (missing.value.symbol, missing.value.instead) == (row["symbol"], row["instead"])
