"""`compat` and `tfmigrate_compat` are one package, and leave a program's own `compat` alone."""

import shutil
import sys

import pytest

from migrate.verify.children import script

from ..conftest import ROOT

SAME = """
import sys
for name in [name for name in sys.modules if name.partition(".")[0] in ("compat", "tfmigrate_compat")]:
    del sys.modules[name]
import FIRST, SECOND
import SECOND.train._steps, FIRST.layers
from SECOND.contrib import crf
assert FIRST is SECOND and FIRST.__name__ == "FIRST"
assert FIRST.train._steps is SECOND.train._steps is sys.modules["FIRST.train._steps"]
assert SECOND.train._steps.__spec__.name == "FIRST.train._steps"
assert SECOND.layers is FIRST.layers and FIRST.contrib.crf is crf
assert SECOND.ClusterError is FIRST.ClusterError
try:
    import SECOND.nothing
except ModuleNotFoundError as error:
    print(error.name)
"""
OWN = """
import sys
for name in [name for name in sys.modules if name.partition(".")[0] in ("compat", "tfmigrate_compat")]:
    del sys.modules[name]
sys.path.insert(0, sys.argv[1])
import tfmigrate_compat, compat, compat.helpers
import tfmigrate_compat.train._steps, tfmigrate_compat.contrib.crf
assert compat.OWN == compat.helpers.OWN == 1
assert not hasattr(compat, "train")
print(tfmigrate_compat.train._steps.__name__)
"""


@pytest.mark.parametrize(
    ("first", "second"), [("compat", "tfmigrate_compat"), ("tfmigrate_compat", "compat")]
)
def test_both_names_give_the_same_modules(ran, first, second):
    assert f"{first}.nothing" in ran(SAME.replace("FIRST", first).replace("SECOND", second)).splitlines()[-1]


def test_a_compat_of_the_programs_own_stays_what_it_is(ran, tmp_path):
    folder = tmp_path / "compat"
    folder.mkdir()
    for name in ("__init__.py", "helpers.py"):
        folder.joinpath(name).write_text("OWN = 1\n")
    assert ran(OWN, str(tmp_path)).splitlines()[-1] == "tfmigrate_compat.train._steps"


def test_another_package_in_its_place_is_told(python, tmp_path):
    shutil.copy(ROOT / "tfmigrate_compat.py", tmp_path)
    folder = tmp_path / "compat"
    folder.mkdir()
    folder.joinpath("__init__.py").write_text("")
    program = "import sys; sys.modules.pop('tfmigrate_compat', None); sys.modules.pop('compat', None)\n"
    program += f"sys.path.insert(0, {str(tmp_path)!r})\nimport tfmigrate_compat"
    done = python("-c", program)
    assert done.returncode == 1
    assert f"{folder / '__init__.py'} is not tfmigrate's: another package named `compat`" in done.stderr


def test_a_process_forgets_both_names_for_a_program_with_a_compat_of_its_own(tmp_path, monkeypatch):
    tmp_path.joinpath("compat.py").write_text("")
    import compat

    known = {"compat": compat, "tfmigrate_compat": compat, "compat._names": compat._names, "json": sys}
    monkeypatch.setattr(sys, "modules", known)
    script._forget_own_packages(str(tmp_path))
    assert list(known) == ["json"]
