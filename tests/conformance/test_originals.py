"""An original is run once, until something changes that it consists of or runs on."""

import json
from pathlib import Path

import pytest

from migrate.verify import ParityError, Record

from . import originals as module
from .originals import Originals


@pytest.fixture
def program(tmp_path: Path) -> Path:
    folder = tmp_path / "program"
    folder.mkdir()
    (folder / "net.py").write_text("x = 1\n")
    path = folder / "train.py"
    path.write_text("import net\n")
    return path


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, object]]:
    """Stands in for running a program: what it was run with, which its record holds, too."""
    made: list[dict[str, object]] = []

    def record(program: Path, folder: Path, **how: object) -> Record:
        if program.read_text() == "fails\n":
            raise ParityError("it failed")
        made.append(how)
        (folder / "how.json").write_text(json.dumps(how))
        return Record(folder)

    monkeypatch.setattr(module, "record_original", record)
    return made


def test_what_is_known_is_not_run_again(program, runs, tmp_path):
    first = Originals(tmp_path / "kept").record(program, gpus=2, timeout=1.0)
    again = Originals(tmp_path / "kept").record(program, gpus=2, timeout=9.0)
    assert first == again
    assert json.loads((again.folder / "how.json").read_text())["gpus"] == 2
    assert len(runs) == 1


def test_a_program_of_the_same_text_elsewhere_is_the_same(program, runs, tmp_path):
    originals = Originals(tmp_path / "kept")
    first = originals.record(program, gpus=2, timeout=1.0)
    moved = program.parent.rename(tmp_path / "moved") / program.name
    assert originals.record(moved, gpus=2, timeout=1.0) == first


@pytest.mark.parametrize("how", [{"gpus": 3}, {"arguments": ["--fast"]}, {"steps": 1}])
def test_another_way_to_run_it_is_another_record(program, runs, tmp_path, how):
    originals = Originals(tmp_path / "kept")
    first = originals.record(program, gpus=2, timeout=1.0)
    assert originals.record(program, **{"gpus": 2, "timeout": 1.0, **how}) != first
    assert len(runs) == 2


@pytest.mark.parametrize("name", ["net.py", "train.py", "data.csv"])
def test_a_changed_file_is_run_anew(program, runs, tmp_path, name):
    originals = Originals(tmp_path / "kept")
    first = originals.record(program, gpus=2, timeout=1.0)
    (program.parent / name).write_text("import net, os\n")
    assert originals.record(program, gpus=2, timeout=1.0) != first


def test_all_are_run_anew_on_something_else_and_some_states_are_kept(program, runs, tmp_path, monkeypatch):
    folder = tmp_path / "kept"
    for state in range(7):
        monkeypatch.setattr(module, "_state", lambda state=state: f"state-{state}")
        Originals(folder).record(program, gpus=2, timeout=1.0)
    assert len(runs) == 7
    assert "state-6" in {one.name for one in folder.iterdir()}
    assert len([*folder.iterdir()]) < 7


def test_what_failed_is_not_kept(program, runs, tmp_path):
    program.write_text("fails\n")
    for _ in range(2):
        with pytest.raises(ParityError):
            Originals(tmp_path / "kept").record(program, gpus=2, timeout=1.0)
    (state,) = (tmp_path / "kept").iterdir()
    assert [*state.iterdir()] == []


def test_the_state_is_of_what_originals_run_on():
    names = {"compat/tf1/_activation.py", "emulate/_devices.py", "migrate/verify/children/recorder.py"}
    told = {part.decode() for name in module._RUNS_ON for part in _names(module.ROOT / name)}
    assert names | {"tfmigrate_compat.py", "compat/_tf/moved_names.csv"} <= told
    assert "migrate/pipeline.py" not in told


def _names(path: Path) -> list[bytes]:
    return [*module._files(path, module.ROOT)][::2]
