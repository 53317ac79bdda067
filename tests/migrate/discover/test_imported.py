from migrate.discover import find


def _write(folder, **files):
    for name, text in files.items():
        path = folder / f"{name.replace('__', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def _read(folder, *names):
    found = find([folder / name for name in names]).sources
    return {str(source.path.relative_to(folder)): source.given for source in found}


def test_what_a_named_file_imports_is_read_and_is_not_given(tmp_path):
    _write(
        tmp_path,
        train="import model\nimport os, numpy\n",
        model="from layers import dense\n",
        layers="",
        other="",
    )
    assert _read(tmp_path, "train.py") == {"train.py": True, "model.py": False, "layers.py": False}
    assert _read(tmp_path, "train.py", "model.py")["model.py"] is True


def test_a_folder_is_read_alone(tmp_path):
    _write(tmp_path, pkg__train="import helper\n", helper="")
    assert _read(tmp_path, "pkg") == {"pkg/train.py": True}


def test_packages_and_relative_imports_are_found_from_the_project(tmp_path):
    (tmp_path / "pyproject.toml").touch()
    _write(
        tmp_path,
        scripts__train="from pkg.nets import resnet\n",
        src__pkg__nets__resnet="from .. import common\nfrom . import blocks\n",
        src__pkg__common="",
        src__pkg__nets__blocks="import scripts.train\n",
    )
    (tmp_path / "src/pkg/__init__.py").write_text("", encoding="utf-8")
    (tmp_path / "src/pkg/nets/__init__.py").write_text("", encoding="utf-8")
    assert _read(tmp_path, "scripts/train.py") == {
        "scripts/train.py": True,
        "src/pkg/__init__.py": False,
        "src/pkg/nets/__init__.py": False,
        "src/pkg/nets/resnet.py": False,
        "src/pkg/nets/blocks.py": False,
        "src/pkg/common.py": False,
    }


def test_nothing_outside_of_the_project_is_read(tmp_path):
    _write(tmp_path, above="", project__train="from ... import above\nimport above\n", project__pyproject="")
    (tmp_path / "project/setup.cfg").touch()
    assert _read(tmp_path, "project/train.py") == {"project/train.py": True}


def test_circles_and_files_that_do_not_parse_end(tmp_path):
    _write(tmp_path, a="import b\n", b="import a\nimport c\n", c="print 'Python 2'\n")
    assert _read(tmp_path, "a.py") == {"a.py": True, "b.py": False, "c.py": False}
