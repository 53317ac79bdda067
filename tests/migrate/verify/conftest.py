"""The two programs that the harness is tried on, and variants of them with a line changed."""

from collections.abc import Callable
from pathlib import Path

import pytest

from migrate.verify import Record, record_original

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
