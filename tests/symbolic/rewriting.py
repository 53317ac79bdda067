"""What `tfmigrate` makes of a program, kept by the contents of the program and of `migrate` itself."""

from __future__ import annotations

import functools
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from migrate.model.outcome import STEPS, Outcome
from migrate.pipeline import migrate

MIGRATE = Path(__file__).parents[2] / "migrate"


@dataclass(frozen=True)
class Rewritten:
    """The files of a program as they came out, and the tiers of what runs in it; `""` of what has none."""

    files: dict[str, str]
    tiers: tuple[str, ...]

    @property
    def has_steps(self) -> bool:
        """Whether no session is left in any program."""
        return bool(self.tiers) and all(tier in {one.value for one in STEPS} for tier in self.tiers)


@functools.cache
def _rewriter() -> bytes:
    """What tells this state of the rewriter from another one."""
    digest = hashlib.sha256()
    for path in sorted(MIGRATE.rglob("*")):
        if path.suffix in (".py", ".csv"):
            digest.update(path.read_bytes())
    return digest.digest()


def rewrite(files: Mapping[str, str], cache: Path | None = None) -> Rewritten:
    """Rewrite a program, given by the text of each file; or find in `cache` what was made of it before."""
    kept = _kept(files, cache) if cache is not None else None
    if kept is not None and kept.exists():
        found = json.loads(kept.read_text(encoding="utf-8"))
        return Rewritten(found["files"], tuple(found["tiers"]))
    folder = Path(tempfile.mkdtemp(prefix="symbolic-"))
    try:
        for path, text in files.items():
            place = folder / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")
        made = _made(files, folder, migrate([folder]))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    if cache is not None:
        _keep(files, made, cache)
    return made


def keep(files: Mapping[str, str], folder: Path, outcome: Outcome, cache: Path) -> None:
    """Keep for `rewrite` what came out for a program of these files alone, which stood in `folder`."""
    _keep(files, _made(files, folder, outcome), cache)


def _made(files: Mapping[str, str], folder: Path, outcome: Outcome) -> Rewritten:
    after = dict(files) | {
        str(change.path.relative_to(folder)): change.after.decode("utf-8") for change in outcome.changes
    }
    tiers = tuple(one.tier.value if one.tier else "" for unit in outcome.units for one in unit.programs)
    return Rewritten(after, tiers)


def _kept(files: Mapping[str, str], cache: Path) -> Path:
    digest = hashlib.sha256(_rewriter() + json.dumps(sorted(files.items())).encode()).hexdigest()
    return cache / f"{digest}.json"


def _keep(files: Mapping[str, str], made: Rewritten, cache: Path) -> None:
    """In one step: other processes may look for it."""
    kept = _kept(files, cache)
    new = kept.with_suffix(f".{os.getpid()}")
    new.write_text(json.dumps(asdict(made)), encoding="utf-8")
    os.replace(new, kept)
