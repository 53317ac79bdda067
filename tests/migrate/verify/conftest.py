"""The two programs that the harness is tried on, and variants of them with a line changed."""

from collections.abc import Callable
from pathlib import Path

import pytest

from migrate.verify import (
    Originals,
    Program,
    Record,
    Request,
    Verdict,
    is_tensorflow_1,
    processes,
    record_original,
    verify,
)

from ...forking.client import ForkServer
from ...waiting import wait_for

PROGRAMS = Path(__file__).parent / "programs"
GPUS = 2
STEPS = 12


@pytest.fixture(scope="session")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Record:
    """What `before.py` does in its first steps."""
    folder = tmp_path_factory.mktemp("original")
    return record_original(PROGRAMS / "before.py", folder, gpus=GPUS, steps=STEPS, timeout=120)


@pytest.fixture
def variant(tmp_path: Path, forked: None) -> Callable[..., Path]:
    """Writes a copy of one of the programs with text replaced, which must be there; it is run forked."""

    def write(program: str, *replacements: tuple[str, str]) -> Path:
        text = (PROGRAMS / program).read_text()
        for old, new in replacements:
            assert text.count(old) == 1, f"{old!r} comes {text.count(old)} times in {program}"
            text = text.replace(old, new)
        path = tmp_path / f"changed_{program}"
        path.write_text(text)
        return path

    return write


@pytest.fixture
def late_once(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Path], object]], None]:
    """Has a child's time begin when something holds of its record, however long it takes to come there."""
    wait = processes._wait

    def begin(condition: Callable[[Path], object]) -> None:
        def wait_from_there(child: object, record: Path, *limits: object) -> object:
            assert wait_for(lambda: condition(record), 100)
            return wait(child, record, *limits)

        monkeypatch.setattr(processes, "_wait", wait_from_there)

    return begin


@pytest.fixture(scope="session")
def compared(fork_server: ForkServer, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Verdict]:
    """Compares the text of a program with an original, which is run once for all of its command line."""
    folder = tmp_path_factory.mktemp("originals")
    kept: dict[object, Originals] = {}

    def compare(original: Path, text: str, *arguments: str, gpus: int = 1, **options: object) -> Verdict:
        sources, place = tmp_path_factory.mktemp("sources"), tmp_path_factory.mktemp("other")
        (sources / "original.py").write_text(original.read_text())
        (place / "other.py").write_text(text)
        one = Program("the original", sources, Path("original.py"))
        other = Program("the rewritten program", place, Path("other.py"))
        is_1 = is_tensorflow_1(place / "other.py", otherwise=False)
        request = Request(one, other, True, is_1, arguments, gpus, timeout=200, **options)
        known = original, arguments, gpus, request.checkpoints
        if known not in kept:
            kept[known] = Originals(request, folder / str(len(kept)), lambda what, steps: None)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(processes, "start_process", fork_server.start)
            return verify(request, tmp_path_factory.mktemp("runs"), originals=kept[known])

    return compare
