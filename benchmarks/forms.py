"""What a program is rewritten to for a measurement: a visible step, a pruned step, a Program."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from migrate import analyse, discover, parse, plan, rewrite
from migrate.model.outcome import Tier
from migrate.model.source import Module

PROGRAMS = Path(__file__).parent / "programs"
PACE = Path(__file__).parent / "pace.py"
# Programs that are another with other constants.
RESIZED = {"cnn_wide": ("cnn", {"BATCH": 128, "CHANNELS": 24})}
# What one would write by hand in a program's place.
BY_HAND = {"cnn_two_towers": "cnn_two_replicas"}
FORMS = {"function": Tier.NATIVE, "pruned": Tier.COMPAT, "Program": Tier.WRAPPED}

# An effect that is not fetched, for which a step has to be pruned.
_EFFECT = """def counted(tensor):
    tf.assign_add(tf.Variable(0, trainable=False, name="calls"), 1)
    return tensor


loss = counted(loss)
"""


def prepare(program: str, form: str, folder: Path) -> tuple[Path, Path] | None:
    """Write a program before and after into `folder`, rewritten to `form`; None if it cannot be that."""
    before, after = folder / "before", folder / "after"
    for side in (before, after):
        side.mkdir(parents=True)
        shutil.copy(PACE, side)
        text = _text(program)
        if form == "pruned":
            text = text.replace("\ntrain_op = ", f"\n{_EFFECT}train_op = ")
        (side / f"{program}.py").write_text(text, encoding="utf-8")
    return (before / f"{program}.py", after / f"{program}.py") if _rewritten(after, FORMS[form]) else None


def by_hand(program: str, folder: Path) -> tuple[Path, Path]:
    """Write what one would write by hand in a program's place, and what the program is rewritten to."""
    written = folder / "by_hand"
    written.mkdir()
    shutil.copy(PACE, written)
    path = Path(shutil.copy(PROGRAMS / f"{BY_HAND[program]}.py", written))
    scripts = prepare(program, "function", folder)
    assert scripts is not None, program
    return path, scripts[1]


def _text(program: str) -> str:
    file, constants = RESIZED.get(program, (program, {}))
    text = (PROGRAMS / f"{file}.py").read_text(encoding="utf-8")
    for name, value in constants.items():
        text = re.sub(rf"^{name} = .*", f"{name} = {value}", text, flags=re.MULTILINE)
    return text


def _rewritten(folder: Path, tier: Tier) -> bool:
    """Rewrite the programs in `folder` for one tier, even where a better one could be had."""
    modules = [
        parsed
        for source in discover.find([folder]).sources
        if isinstance(parsed := parse.parse(source), Module)
    ]
    for unit in plan.units(analyse.analyse(modules)):
        for candidate in plan.plans(unit):
            outcome = rewrite.rewrite(candidate)
            if any(program.tier is tier for program in outcome.programs) and not outcome.has_errors:
                for change in outcome.changes:
                    change.path.write_bytes(change.after)
                return True
    return False
