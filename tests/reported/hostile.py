"""A result in which every text that comes from a user's files is hostile."""

from migrate.report.result import (
    Change,
    Crossing,
    Curve,
    Device,
    Difference,
    File,
    Finding,
    Hunk,
    Place,
    Placement,
    Program,
    Result,
    Rule,
    Scope,
    Series,
    ToDo,
    Unit,
    Verification,
)

HOSTILE = "<script>alert('&\"')</script>"
"""What a file, or anything in it, may be called."""


def hostile_result() -> Result:
    """The result of a rewrite that was verified."""
    place = Place(f"{HOSTILE}.py", 3, 5, text=f"    x = '{HOSTILE}'")
    found = Finding("SES205", "warning", place, f"{HOSTILE} found", f"{HOSTILE} instead", ("native",))
    change = Change((HOSTILE,), (f"old = '{HOSTILE}'",), (f"new = '{HOSTILE}'",), ("API101",))
    series = Series((1, 2), (Curve(HOSTILE, (1.0, 0.5), (1.0, 0.25)),), (0.0, 0.1))
    difference = Difference(2, HOSTILE, 0.25, f"{HOSTILE}:1", f"{HOSTILE}:2")
    verification = Verification(
        f"{HOSTILE}.py --name='{HOSTILE}'",
        f"{HOSTILE}.py",
        "wrapped",
        "different",
        f"{HOSTILE} differs",
        (HOSTILE,),
        (HOSTILE,),
        "2 emulated GPUs",
        1e-6,
        2,
        0.25,
        difference,
        difference,
        series,
        (
            Placement("original", 2, (Device("/gpu:0", (Scope(HOSTILE, 3), Scope("", 2)), (HOSTILE,)),), ()),
            Placement(
                "rewritten",
                2,
                (
                    Device("/cpu:0", (Scope("", 1),), tuple(f"{HOSTILE}{n}" for n in range(9))),
                    Device(f"/gpu:0{HOSTILE}", (Scope(HOSTILE, 1234),), ()),
                ),
                (Crossing(f"/gpu:0{HOSTILE}", "/cpu:0", 5000), Crossing("/gone", "/cpu:0", 1)),
            ),
        ),
    )
    return Result(
        "rewrite",
        "1.2.3",
        mode="elsewhere",
        output=HOSTILE,
        programs=(Program(f"{HOSTILE}.py", "wrapped", HOSTILE, 1),),
        units=(Unit(1, (found,)),),
        files=(File(f"{HOSTILE}.py", 1, 1, 1, (Hunk(3, 3, (change,)),)),),
        to_do=(ToDo(found, f"{HOSTILE} worth"),),
        verifications=(verification,),
        rules=(Rule("API101", "A name", "Why."), Rule("SES205", HOSTILE, HOSTILE)),
    )
