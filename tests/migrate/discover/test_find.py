import os
from pathlib import Path

import pytest

from migrate.discover import find, mentions_tensorflow
from migrate.errors import UsageError
from migrate.model.diagnostic import Severity
from migrate.model.source import Source


def lay_out(root: Path, *names: str) -> None:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"# {name}\n")


def found_below(root: Path) -> list[str]:
    return [source.path.relative_to(root).as_posix() for source in find([root]).sources]


def codes(*paths: Path) -> list[str]:
    return [diagnostic.code for diagnostic in find(paths).diagnostics]


def test_a_tree_gives_every_python_file_in_a_fixed_order(tmp_path):
    lay_out(tmp_path, "b.py", "a/z.py", "a/b/c.py", "a.py", "notes.txt", "run.sh")
    assert found_below(tmp_path) == ["a/b/c.py", "a/z.py", "a.py", "b.py"]


def test_a_source_holds_the_bytes_as_they_are_and_the_root_that_was_given(tmp_path):
    (tmp_path / "a.py").write_bytes(b"\xef\xbb\xbfx = 1\r\n")
    assert find([tmp_path]).sources == (Source(tmp_path / "a.py", tmp_path, b"\xef\xbb\xbfx = 1\r\n"),)


def test_paths_are_named_as_the_user_names_them(tmp_path, monkeypatch):
    lay_out(tmp_path, "src/train.py")
    monkeypatch.chdir(tmp_path)
    assert [str(source.path) for source in find([Path("src")]).sources] == ["src/train.py"]
    assert [str(source.path) for source in find([Path(".")]).sources] == ["src/train.py"]


@pytest.mark.parametrize(
    "folder",
    [".git", "__pycache__", "node_modules", "build", "dist", "x.egg-info", ".tfmigrate", "site-packages"],
)
def test_folders_that_tools_make_are_not_searched(tmp_path, folder):
    lay_out(tmp_path, "train.py", f"{folder}/generated.py")
    assert found_below(tmp_path) == ["train.py"]


@pytest.mark.parametrize("mark", ["pyvenv.cfg", "conda-meta/history"])
def test_environments_are_not_searched(tmp_path, mark):
    lay_out(tmp_path, "train.py", f"env/{mark}", "env/lib/module.py")
    assert found_below(tmp_path) == ["train.py"]


def test_a_package_named_build_is_searched(tmp_path):
    lay_out(tmp_path, "build/__init__.py", "build/graph.py")
    assert found_below(tmp_path) == ["build/__init__.py", "build/graph.py"]


def test_a_folder_that_would_be_skipped_is_searched_when_it_is_named(tmp_path):
    lay_out(tmp_path, ".hidden/train.py")
    assert found_below(tmp_path / ".hidden") == ["train.py"]


def test_editors_lock_files_are_not_sources(tmp_path):
    lay_out(tmp_path, "train.py", "._train.py")
    (tmp_path / ".#train.py").symlink_to("somebody@somewhere")
    assert found_below(tmp_path) == ["train.py"]
    assert codes(tmp_path) == []


def test_a_path_that_does_not_exist_is_a_usage_error(tmp_path):
    with pytest.raises(UsageError, match=r"absent\.py does not exist"):
        find([tmp_path / "absent.py"])


def test_a_named_link_that_leads_nowhere_is_a_usage_error(tmp_path):
    (tmp_path / "train.py").symlink_to("gone.py")
    with pytest.raises(UsageError, match="leads nowhere"):
        find([tmp_path / "train.py"])


def test_a_named_file_that_is_not_python_is_an_error_and_the_rest_goes_on(tmp_path):
    lay_out(tmp_path, "notes.txt", "train.py")
    discovered = find([tmp_path / "notes.txt", tmp_path / "train.py"])
    assert [(d.code, d.severity, d.span.path.name) for d in discovered.diagnostics] == [
        ("SRC003", Severity.ERROR, "notes.txt")
    ]
    assert [source.path.name for source in discovered.sources] == ["train.py"]


def test_notebooks_are_sources_but_for_their_checkpoints(tmp_path):
    lay_out(tmp_path, "train.ipynb", "model.py", ".ipynb_checkpoints/train-checkpoint.ipynb")
    assert found_below(tmp_path) == ["model.py", "train.ipynb"]
    assert [source.path.name for source in find([tmp_path / "train.ipynb"]).sources] == ["train.ipynb"]


def test_a_script_with_a_python_shebang_may_be_named(tmp_path):
    (tmp_path / "train").write_text("#!/usr/bin/env python\nimport tensorflow as tf\n")
    assert found_in_file(tmp_path / "train") == [tmp_path]


def found_in_file(path: Path) -> list[Path]:
    return [source.root for source in find([path]).sources]


def test_a_file_named_twice_or_inside_a_named_folder_comes_once(tmp_path):
    lay_out(tmp_path, "a.py", "b.py")
    sources = find([tmp_path / "b.py", tmp_path, tmp_path / "b.py", tmp_path / "." / "a.py"]).sources
    assert [source.path.name for source in sources] == ["b.py", "a.py"]


def test_a_file_reached_through_a_link_is_known_by_its_own_name(tmp_path):
    lay_out(tmp_path, "z/real.py")
    (tmp_path / "alias.py").symlink_to("z/real.py")
    assert found_below(tmp_path) == ["z/real.py"]


def test_a_linked_file_from_elsewhere_belongs_to_the_tree(tmp_path):
    lay_out(tmp_path, "src/train.py", "lib/helper.py")
    (tmp_path / "src/helper.py").symlink_to("../lib/helper.py")
    assert found_below(tmp_path / "src") == ["train.py", "helper.py"]


def test_a_loop_of_links_ends_with_one_line(tmp_path):
    lay_out(tmp_path, "src/a/train.py")
    (tmp_path / "src/a/loop").symlink_to(tmp_path / "src")
    assert found_below(tmp_path / "src") == ["a/train.py"]
    (diagnostic,) = find([tmp_path / "src"]).diagnostics
    assert (diagnostic.code, diagnostic.severity) == ("SRC005", Severity.INFO)
    assert diagnostic.span.path == tmp_path / "src/a/loop"


def test_a_link_to_a_folder_outside_is_named_and_not_followed(tmp_path):
    lay_out(tmp_path, "src/train.py", "elsewhere/other.py")
    (tmp_path / "src/link").symlink_to(tmp_path / "elsewhere")
    assert found_below(tmp_path / "src") == ["train.py"]
    (diagnostic,) = find([tmp_path / "src"]).diagnostics
    assert "outside" in diagnostic.found


@pytest.mark.parametrize("target", ["self.py", "gone.py"])
def test_a_link_without_an_end_is_a_warning_and_the_rest_goes_on(tmp_path, target):
    lay_out(tmp_path, "train.py")
    (tmp_path / "self.py").symlink_to(target)
    assert found_below(tmp_path) == ["train.py"]
    (diagnostic,) = find([tmp_path]).diagnostics
    assert (diagnostic.code, diagnostic.severity) == ("SRC004", Severity.WARNING)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes are a Unix thing")
def test_a_pipe_under_a_python_name_is_not_opened(tmp_path):
    os.mkfifo(tmp_path / "pipe.py")
    assert codes(tmp_path) == ["SRC004"]


def test_an_unreadable_file_is_an_error_and_the_rest_goes_on(tmp_path, monkeypatch):
    lay_out(tmp_path, "secret.py", "train.py")
    read_bytes = Path.read_bytes

    def guarded(path: Path) -> bytes:  # the tests may run as root, whom permissions do not stop
        if path.name == "secret.py":
            raise PermissionError(13, "Permission denied", str(path))
        return read_bytes(path)

    monkeypatch.setattr(Path, "read_bytes", guarded)
    assert found_below(tmp_path) == ["train.py"]
    (diagnostic,) = find([tmp_path]).diagnostics
    assert diagnostic.code == "SRC004"
    assert "Permission denied" in diagnostic.found


def test_a_folder_without_python_is_a_warning(tmp_path):
    assert codes(tmp_path) == ["SRC006"]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"import tensorflow as tf\n", True),
        (b"from keras.utils import multi_gpu_model\n", True),
        (b"import tf_slim\n", True),
        (b"import numpy as np\n", False),
        (b"\xff\xfe\x00", False),
    ],
)
def test_tensorflow_is_told_by_bytes(data, expected):
    assert mentions_tensorflow(Source(Path("a.py"), Path("."), data)) is expected
