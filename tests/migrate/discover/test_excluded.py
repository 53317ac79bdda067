from pathlib import Path

import pytest

from migrate.discover import find, tree
from migrate.errors import UsageError
from migrate.model.choices import Selection

from .test_find import found_below, lay_out


def test_what_git_ignores_is_not_searched(tmp_path):
    lay_out(
        tmp_path, "train.py", "logs/a.py", "pkg/gen_a.py", "pkg/keep.py", "pkg/gen_b.py", "deep/logs/b.py"
    )
    (tmp_path / ".gitignore").write_text("/logs/\ngen_*.py\n")
    (tmp_path / "pkg/.gitignore").write_text("!gen_b.py\n")
    assert found_below(tmp_path) == ["deep/logs/b.py", "pkg/gen_b.py", "pkg/keep.py", "train.py"]


def test_the_repository_above_says_what_is_ignored_but_for_what_is_named(tmp_path):
    lay_out(tmp_path, "src/train.py", "src/out/made.py", "out/made.py")
    (tmp_path / ".gitignore").write_text("out/\n")
    assert found_below(tmp_path / "src") == ["out/made.py", "train.py"]  # no repository
    (tmp_path / ".git").mkdir()
    assert found_below(tmp_path / "src") == ["train.py"]
    assert found_below(tmp_path / "out") == ["made.py"]


def test_the_command_and_the_project_exclude(tmp_path, monkeypatch):
    lay_out(tmp_path, "src/train.py", "src/third_party/a.py", "src/old/b.py")
    (tmp_path / "pyproject.toml").write_text("[tool.tfmigrate]\nexclude = ['src/third_party/']\n")
    monkeypatch.chdir(tmp_path)
    names = [source.path.as_posix() for source in find([Path("src")], Selection(("src/old",))).sources]
    assert names == ["src/train.py"]
    assert [source.path.name for source in find([Path("src/old/b.py")], Selection(("old",))).sources] == [
        "b.py"
    ]


def test_what_is_excluded_and_imported_is_read_and_not_given(tmp_path):
    lay_out(tmp_path, "lib/__init__.py", "lib/net.py", "lib/alone.py")
    (tmp_path / "train.py").write_text("from lib import net\n")
    (tmp_path / ".gitignore").write_text("lib/\n")
    found = {source.path.name: (source.given, source.left) for source in find([tmp_path]).sources}
    assert found == {
        "train.py": (True, ""),
        "__init__.py": (False, "excluded"),
        "net.py": (False, "excluded"),
    }


def test_a_file_that_says_so_is_not_given(tmp_path):
    lay_out(tmp_path, "a.py", "b.ipynb", "c.py")
    (tmp_path / "a.py").write_text("x = 1\n# tfmigrate: skip-file\n")
    (tmp_path / "b.ipynb").write_text('{"cells": [{"source": [\n "# tfmigrate: skip-file\\n"]}]}')
    left = {source.path.name: source.left for source in find([tmp_path]).sources}
    assert left == {"a.py": "# tfmigrate: skip-file", "b.ipynb": "# tfmigrate: skip-file", "c.py": ""}


def test_all_files_of_a_tree_are_those_that_nobody_leaves_out(tmp_path):
    lay_out(tmp_path, "train.py", "data/labels.txt", ".env", ".git/config", "logs/x", "__pycache__/y.pyc")
    (tmp_path / ".gitignore").write_text("logs\n")
    (tmp_path / "link").symlink_to("data")
    names = {path.relative_to(tmp_path).as_posix() for path in tree(tmp_path).files()}
    assert names == {"train.py", "data/labels.txt", ".env", ".gitignore", "link"}


@pytest.mark.parametrize("said", ["exclude = 'x'", "select = [1]", "min-tier = 'high'", "python = '3'"])
def test_settings_that_say_nothing_are_refused_by_the_name_of_their_file(tmp_path, said):
    (tmp_path / "pyproject.toml").write_text(f"[tool.tfmigrate]\n{said}\n")
    with pytest.raises(UsageError, match=r"pyproject\.toml: "):
        find([tmp_path])
