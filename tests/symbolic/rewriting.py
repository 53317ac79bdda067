"""What `tfmigrate` makes of a program, kept by the contents of the program and of `migrate` itself."""

from __future__ import annotations

import functools
import hashlib
import json
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from migrate.model.outcome import STEPS
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
    digest = hashlib.sha256(_rewriter() + json.dumps(sorted(files.items())).encode()).hexdigest()
    kept = cache / f"{digest}.json" if cache is not None else None
    if kept is not None and kept.exists():
        found = json.loads(kept.read_text(encoding="utf-8"))
        return Rewritten(found["files"], tuple(found["tiers"]))
    folder = Path(tempfile.mkdtemp(prefix="symbolic-"))
    try:
        for path, text in files.items():
            place = folder / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")
        outcome = migrate([folder])
        after = dict(files) | {
            str(change.path.relative_to(folder)): change.after.decode("utf-8") for change in outcome.changes
        }
        tiers = tuple(one.tier.value if one.tier else "" for unit in outcome.units for one in unit.programs)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    made = Rewritten(after, tiers)
    if kept is not None:
        kept.write_text(json.dumps(asdict(made)), encoding="utf-8")
    return made
