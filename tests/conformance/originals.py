"""What programs did before they were rewritten, recorded once while nothing changes that they run on."""

import hashlib
import os
import platform
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.metadata import distributions
from pathlib import Path

from migrate.verify import Record, record_original

ROOT = Path(__file__).parents[2]
# What an original runs on: `compat.tf1`, which hands out other parts of `compat`, the devices, the recorder.
_RUNS_ON = ("tfmigrate_compat.py", "compat", "emulate", "migrate/verify")
_KEPT = 4  # as many states of that, so that changing between branches costs nothing


class Originals:
    """Records of originals, in a folder that outlives the tests; several processes may use it at a time.

    The name of a record is a digest of the program's files and of how it was run. Records of another state
    of what the programs run on lie in another folder: that is `compat` and what else is imported from here,
    all installed packages, Python, and the processor, whose number of cores decides on the order of sums.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder / _state()
        self._folder.mkdir(parents=True, exist_ok=True)
        os.utime(self._folder)
        states = sorted(folder.iterdir(), key=lambda state: state.stat().st_mtime)
        for old in states[:-_KEPT]:
            shutil.rmtree(old, ignore_errors=True)

    def record(
        self,
        program: Path,
        *,
        gpus: int,
        timeout: float,
        arguments: Sequence[str] = (),
        steps: int | None = None,
        references: bool = False,
    ) -> Record:
        """What the program `program`, a script, did with the files beside it; run only if that is not known.

        `references`: on TF 1's own variables.

        Raises:
          migrate.verify.ParityError: it failed or made no step; this is not kept.
        """
        known = self._folder / _digest(_contents(program, gpus, arguments, steps, references))
        if not known.exists():
            with tempfile.TemporaryDirectory(dir=self._folder) as new:
                record_original(
                    program,
                    Path(new),
                    arguments=arguments,
                    gpus=gpus,
                    steps=steps,
                    timeout=timeout,
                    references=references,
                )
                if not known.exists():  # another process may have been faster
                    shutil.copytree(new, known.with_suffix(f".{os.getpid()}"))
                    os.replace(known.with_suffix(f".{os.getpid()}"), known)
        return Record(known)


def _contents(
    program: Path, gpus: int, arguments: Sequence[str], steps: int | None, references: bool
) -> Iterator[bytes]:
    yield repr((program.name, gpus, list(arguments), steps, references)).encode()
    yield from _files(program.parent, program.parent)


@cache
def _state() -> str:
    versions = sorted(f"{one.metadata['Name']} {one.version}" for one in distributions())
    machine = [platform.python_version(), platform.machine(), _processor(), str(os.cpu_count())]
    texts = [text for name in _RUNS_ON for text in _files(ROOT / name, ROOT)]
    return _digest([*(line.encode() for line in [*versions, *machine]), *texts])


def _processor() -> str:
    """The processor's kind, which decides on the kernels that TensorFlow takes."""
    path = Path("/proc/cpuinfo")
    lines = path.read_text().splitlines() if path.exists() else [platform.processor()]
    return "\n".join(sorted({line for line in lines if line.startswith(("model name", "flags"))}))


def _files(path: Path, root: Path) -> Iterator[bytes]:
    """The names and contents of a file, or of all files of a folder, but what Python keeps there."""
    for file in [path] if path.is_file() else sorted(path.rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts:
            yield file.relative_to(root).as_posix().encode()
            yield file.read_bytes()


def _digest(parts: "Iterator[bytes] | Sequence[bytes]") -> str:
    whole = hashlib.sha256()
    for part in parts:
        whole.update(hashlib.sha256(part).digest())
    return whole.hexdigest()[:32]
