from pathlib import Path

import pytest

from migrate.verify import ParityError, Program, is_tensorflow_1, programs


@pytest.mark.parametrize(
    ("text", "is_1"),
    [
        ("import tensorflow as tf\ntf.Session()", True),
        ("import tensorflow as t\nx = t.placeholder(t.float32)", True),
        ("import tensorflow as tf\nprint tf.Session()", True),  # Python 2
        ("import model", True),
        ("import compat\nimport tensorflow as tf\ntf.compat.v1.Session()", False),
        ("import tensorflow.compat.v1 as tf\ntf.disable_v2_behavior()\ntf.Session()", False),
        ("import tensorflow as tf\nwith tf.GradientTape(): pass", False),
        ("import other\nother.Session()", None),
        ("import keras", None),
    ],
)
def test_tells_programs_of_tensorflow_1(tmp_path: Path, text: str, is_1: bool | None):
    (tmp_path / "train.py").write_text(text)
    (tmp_path / "model.py").write_text("import tensorflow as tf\nw = tf.get_variable('w', [])")
    found = [is_tensorflow_1(tmp_path / "train.py", otherwise) for otherwise in (True, False)]
    assert found == ([True, False] if is_1 is None else [is_1, is_1])


def test_copies_what_belongs_to_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(programs, "_LARGE", 100)
    root = tmp_path / "root"
    for name in ("train.py", "data/small.txt", ".git/HEAD", "__pycache__/train.pyc", "mine/pyvenv.cfg"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("as it is")
    (root / "data/large.bin").write_bytes(bytes(100))
    program = Program("the original", root, Path("train.py"), {Path("train.py"): b"as it was"})
    script = program.copy(tmp_path / "copy", without=tmp_path / "copy")
    assert script.read_bytes() == b"as it was"
    assert (root / "train.py").read_text() == "as it is"
    files = {str(path.relative_to(tmp_path / "copy")) for path in (tmp_path / "copy").rglob("*.*")}
    assert files == {"train.py", "data/small.txt", "data/large.bin"}
    assert (tmp_path / "copy/data/large.bin").is_symlink()


def test_refuses_a_folder_that_is_no_programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(programs, "_MOST_FILES", 2)
    for name in "abc":
        (tmp_path / f"{name}.py").touch()
    with pytest.raises(ParityError, match="more than 2 files or 2 GiB to copy: run verify in a folder that"):
        Program("the original", tmp_path, Path("a.py")).copy(tmp_path.parent / "copy", tmp_path.parent)
