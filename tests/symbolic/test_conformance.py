"""All conformance programs that come out as steps are the same programs, as far as the symbolic TensorFlow can say."""

import pytest

from . import conformance

# What is compared, of all that come out as steps; the others run on the real TensorFlow alone.
SHARE = 0.85

# Programs that really do something else than their original: what it is, and why the runs on TensorFlow allow it.
KNOWN = {
    "called_choice_changed_later": "a print of what a name stands for goes with the name",
    "look_kept_python": "a print of a tensor that no run needs is left out",
    "step_restore_or_initialise": "a saver beside steps writes no .meta file, which the program lists",
    "given_objects_share_weights": "three numbers are added in another order, which gives the same sum here",
}


@pytest.mark.timeout(600)
def test_rewritten_programs_are_the_same(request: pytest.FixtureRequest):
    cache = request.config.cache
    assert cache is not None
    found = conformance.verdicts(cache.mkdir("rewritten"))
    different = {name: verdict.what for name, verdict in found.items() if verdict.kind == "different"}
    unsure = {name: verdict.what for name, verdict in found.items() if verdict.kind == "unsure"}
    for name, why in sorted(unsure.items(), key=lambda pair: pair[1]):
        print(f"not compared: {name}: {why}")
    assert {name: what for name, what in different.items() if name not in KNOWN} == {}
    assert len(unsure) <= (1 - SHARE) * len(found), unsure
