import stat
from pathlib import Path

import pytest

from migrate.errors import MigrateError, UsageError
from migrate.model.outcome import FileChange
from migrate.model.source import Source
from migrate.write import refuse_output, write_to


def source(root: Path, name: str, data: bytes = b"old\r\n") -> Source:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return Source(path, root, data)


def tree(root: Path) -> dict[str, bytes]:
    return {p.relative_to(root).as_posix(): p.read_bytes() for p in root.rglob("*") if p.is_file()}


def test_changed_and_unchanged_files_of_one_root_lie_as_they_lay(tmp_path):
    sources = [source(tmp_path / "src", "train.py"), source(tmp_path / "src", "pkg/model.py")]
    write_to(sources, [FileChange(sources[0].path, b"old\r\n", b"new\r\n")], tmp_path / "out")
    assert tree(tmp_path / "out") == {"train.py": b"new\r\n", "pkg/model.py": b"old\r\n"}
    assert tree(tmp_path / "src") == {"train.py": b"old\r\n", "pkg/model.py": b"old\r\n"}


def test_several_roots_keep_their_places_to_each_other(tmp_path):
    sources = [source(tmp_path / "app", "train.py"), source(tmp_path / "lib/a", "train.py")]
    write_to(sources, [], tmp_path / "out")
    assert sorted(tree(tmp_path / "out")) == ["app/train.py", "lib/a/train.py"]


def test_a_new_file_lands_beside_the_others(tmp_path):
    train = source(tmp_path / "src", "train.py")
    write_to([train], [FileChange(tmp_path / "src/shim/a.py", b"", b"x\n")], tmp_path / "out")
    assert sorted(tree(tmp_path / "out")) == ["shim/a.py", "train.py"]


def test_mode_bits_come_along(tmp_path):
    train = source(tmp_path / "src", "train.py")
    train.path.chmod(0o755)
    write_to([train], [], tmp_path / "out")
    assert stat.S_IMODE((tmp_path / "out/train.py").stat().st_mode) == 0o755


def test_folders_above_the_output_are_made_and_an_empty_output_is_taken(tmp_path):
    train = source(tmp_path / "src", "train.py")
    write_to([train], [], tmp_path / "a/b/out")
    (tmp_path / "empty").mkdir()
    write_to([train], [], tmp_path / "empty")
    assert tree(tmp_path / "a/b/out") == tree(tmp_path / "empty") == {"train.py": b"old\r\n"}


def test_a_file_that_changed_since_it_was_read_makes_no_output(tmp_path):
    train = source(tmp_path / "src", "train.py")
    with pytest.raises(MigrateError, match=r"changed since .*train\.py"):
        write_to([train], [FileChange(train.path, b"older\n", b"new\n")], tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_an_output_that_fails_half_way_leaves_nothing(tmp_path, monkeypatch):
    sources = [source(tmp_path / "src", "a.py"), source(tmp_path / "src", "b.py")]
    write_bytes = Path.write_bytes

    def full_disk(path: Path, data: bytes) -> int:
        if path.name == "b.py":
            raise OSError(28, "No space left on device", str(path))
        return write_bytes(path, data)

    monkeypatch.setattr(Path, "write_bytes", full_disk)
    with pytest.raises(MigrateError, match="No space left on device"):
        write_to(sources, [], tmp_path / "out")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["src"]


def test_an_output_with_something_in_it_is_refused(tmp_path):
    source(tmp_path / "out", "mine.py")
    with pytest.raises(UsageError, match="not empty"):
        refuse_output(tmp_path / "out", [])


def test_an_output_that_is_a_file_is_refused(tmp_path):
    (tmp_path / "out").touch()
    with pytest.raises(UsageError, match="it is a file"):
        refuse_output(tmp_path / "out", [])


def test_an_output_inside_a_tree_that_is_read_is_refused(tmp_path):
    with pytest.raises(UsageError, match="lies inside"):
        refuse_output(tmp_path / "src/../out", [tmp_path])


def test_an_output_beside_a_named_file_is_fine(tmp_path):
    train = source(tmp_path, "train.py")
    refuse_output(tmp_path / "out", [train.path])
    write_to([train], [], tmp_path / "out")
    assert tree(tmp_path / "out") == {"train.py": b"old\r\n"}


def test_files_that_are_no_sources_come_along_and_large_ones_are_links(tmp_path, monkeypatch):
    monkeypatch.setattr("migrate.write.elsewhere._MOST_TO_COPY", 10)
    root = tmp_path / "src"
    train = source(root, "train.py")
    others = {"data/labels.txt": b"cat", "model.bin": b"more than ten", "train.py": b"old\r\n"}
    for name, data in others.items():
        source(root, name, data)
    linked = write_to([train], [], tmp_path / "out", [root / name for name in others])
    assert linked == [root / "model.bin"]
    assert tree(tmp_path / "out") == others
    assert (tmp_path / "out/model.bin").readlink() == root / "model.bin"


def test_links_to_folders_stay_links(tmp_path):
    root = tmp_path / "src"
    train = source(root, "train.py")
    source(root, "v1/a.txt")
    (root / "now").symlink_to("v1")
    (root / "out").symlink_to("../elsewhere")
    (root / "gone").symlink_to("nowhere")
    write_to([train], [], tmp_path / "o", [root / "now", root / "out", root / "gone", root / "v1/a.txt"])
    made = {path.name: str(path.readlink()) for path in (tmp_path / "o").iterdir() if path.is_symlink()}
    assert made == {"now": "v1", "out": str(tmp_path / "elsewhere"), "gone": "nowhere"}
    assert (tmp_path / "o/now/a.txt").read_bytes() == b"old\r\n"
