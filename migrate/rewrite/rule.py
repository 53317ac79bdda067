"""What a rule is: a code, its words and examples, and the edits that it asks for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from migrate.model.bindings import Bindings
from migrate.model.diagnostic import Diagnostic
from migrate.model.edit import Arguments, Replacement

Edits: TypeAlias = "Callable[[Bindings], Iterator[Replacement | Arguments | Diagnostic]]"


@dataclass(frozen=True)
class Rule:
    """One thing that `rewrite` does or reports.

    `explanation` says why, and what to watch; `before` and `after` are an example, which a test runs. So
    are `held` and `rises` where it is a reason for a lower tier: a program, and one that has a higher one;
    and `told` and `mended` where it is told whatever the tier: of the one, and not of the other. `without`
    says why a refusal has none of these.
    `edits` finds what to change in one module; rules without it describe what the plan of a program does,
    or what it refuses. Those `in_every_tier` have nothing to do with TensorFlow's names, which tier `graph`
    leaves as they are; those `of_steps` are for the tiers alone on which sessions become steps. Those
    `of_eager_mode` are not for code that builds a graph. Those `of_tf2` hold for code that already speaks
    TensorFlow 2, of an older release. Those `of_keras3` are for programs that go on with Keras 3.
    """

    code: str
    title: str
    explanation: str
    before: str = ""
    after: str = ""
    held: str = ""
    rises: str = ""
    told: str = ""
    mended: str = ""
    without: str = ""
    edits: Edits | None = None
    in_every_tier: bool = False
    of_steps: bool = False
    of_eager_mode: bool = False
    of_tf2: bool = False
    of_keras3: bool = False
