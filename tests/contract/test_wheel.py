"""The wheel holds the three packages with their data files, another name for `compat`, and nothing else."""

import sys
from fnmatch import fnmatch
from importlib import metadata
from pathlib import Path

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[2]
SETUPTOOLS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
PACKAGES = {"migrate", "compat", "emulate"}
OTHER_NAME = "tfmigrate_compat"


def packaged_folders() -> set[str]:
    """The top-level names below the root that setuptools' `find` takes, by its own rule."""
    include = SETUPTOOLS["packages"]["find"]["include"]
    folders = [path.name for path in ROOT.iterdir() if path.is_dir()]
    return {name for name in folders if any(fnmatch(name, pattern) for pattern in include)}


def test_the_wheel_takes_the_three_packages_alone():
    assert packaged_folders() == PACKAGES
    assert SETUPTOOLS["py-modules"] == [OTHER_NAME]


def test_what_is_installed_is_the_three_packages():
    top_level = metadata.distribution("tfmigrate").read_text("top_level.txt")
    assert top_level is not None
    assert set(top_level.split()) == PACKAGES | {OTHER_NAME}


def test_every_data_file_is_in_the_wheel():
    left_out = []
    for package in sorted(PACKAGES):
        patterns = SETUPTOOLS["package-data"][package]
        for path in (ROOT / package).rglob("*"):
            if path.is_file() and path.suffix not in (".py", ".pyc"):
                place = path.relative_to(ROOT / package)
                if not any(place.match(pattern) for pattern in patterns):
                    left_out.append(f"{package}/{place.as_posix()}")
    assert left_out == []


def test_the_command_is_installed():
    (command,) = metadata.distribution("tfmigrate").entry_points.select(
        group="console_scripts", name="tfmigrate"
    )
    assert callable(command.load())
