"""Each planted fault is seen: some generated program does something else when it is committed there."""

from collections.abc import Iterator

import pytest

from tests.generator.mutations import MUTATIONS, Mutation, mutated
from tests.generator.program import Program
from tests.symbolic.differences import difference
from tests.symbolic.expressions import forget
from tests.symbolic.player import play


def differing(programs: list[Program], mutation: Mutation) -> Iterator[str]:
    """How programs differ from themselves with the fault."""
    for program in programs:
        wrong = mutated(program.text, mutation)
        if wrong is None or "while" in program.text:  # which may never end, without a jump
            continue
        before, after = (
            play({"train.py": text}, "train.py", (), is_original=True, salt=1)
            for text in (program.text, wrong)
        )
        found = None if before.unsure or after.unsure else difference(before, after)
        forget()
        if found:
            yield found


# What only few programs have is looked for at night.
RARE = {"function attribute is not written", "prints of building are lost"}


@pytest.mark.by_day(one_in=2)
@pytest.mark.parametrize(
    "mutation",
    [
        pytest.param(one, id=one.name, marks=[pytest.mark.nightly] if one.name in RARE else [])
        for one in MUTATIONS
    ],
)
def test_a_planted_fault_is_seen(mutation: Mutation, drawn: list[Program]):
    assert next(differing(drawn, mutation), None)
