"""Branches that flags decide, where it is said which values these have."""

import ast
import textwrap

import pytest

from migrate.model.choices import Assumption
from migrate.parse.assumed import SetByItself, set_in, with_branches_taken

_REFUSING = ": launch it with this value, or rewrite it without"


def taken(text: str, **values: object) -> str:
    """The text without the branches that are not taken, and without what guards the others."""
    text = textwrap.dedent(text).lstrip("\n")
    assumptions = [Assumption(name.replace("__", "."), value, "--assume") for name, value in values.items()]
    result, _ = with_branches_taken(text, assumptions)
    ast.parse(result)
    lines = result.splitlines(keepends=True)
    guards = [index for index, line in enumerate(lines) if _REFUSING in line]
    return "".join(line for index, line in enumerate(lines) if not {index, index + 1} & {*guards})


HEAD = "FLAGS = parser.parse_args()\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("if FLAGS.sync:\n    a()\nelse:\n    b()\n", "a()\n"),
        ("if not FLAGS.sync:\n    a()\nelse:\n    # why\n    b()\n", "# why\nb()\n"),
        ("if not FLAGS.sync:\n    a()\n", ""),
        ("x()\nif FLAGS.sync and chief:\n    a()\n", "x()\nif chief:\n    a()\n"),
        ("if not FLAGS.sync and chief:\n    a()\nelif late:\n    b()\n", "if late:\n    b()\n"),
        ("if not FLAGS.sync or chief:\n    a()\n", "if chief:\n    a()\n"),
        ("if chief or FLAGS.sync:\n    a()\n", "a()\n"),
        ("if FLAGS.sync == True:\n    a()\n", "a()\n"),
        ("if FLAGS.sync: a(); b()\n", "a(); b()\n"),
        ('if FLAGS.sync:\n    text = """\n    as it is\n"""\n', 'text = """\n    as it is\n"""\n'),
    ],
)
def test_of_a_branch_that_a_flag_decides_what_is_taken_stays(before, after):
    assert taken(HEAD + before, sync=True) == HEAD + after


@pytest.mark.parametrize(
    "unknown",
    [
        "if chief:\n    a()\n",
        "if FLAGS.other:\n    a()\n",
        "if launch() or FLAGS.sync:\n    a()\n",  # whose call may do something
        "if other.sync:\n    a()\n",
        "if FLAGS.sync is not True:\n    raise SystemExit('sync alone')\n",
        "while FLAGS.sync:\n    a()\n",
        "print(FLAGS.sync)\n",
    ],
)
def test_all_else_stays(unknown):
    assert taken(HEAD + unknown, sync=True) == HEAD + unknown


def test_an_elif_is_taken_where_its_function_begins_with_the_guard():
    before = """
        FLAGS = flags.FLAGS

        def main():
            if chief:
                a()
            elif FLAGS.sync:
                b()
            elif late:
                c()
            return 1 if FLAGS.sync else 2
        """
    after = """
        FLAGS = flags.FLAGS

        def main():
            if chief:
                a()
            else:
                b()
            return 1
        """
    assert taken(before, sync=True) == textwrap.dedent(after).lstrip("\n")


def test_values_of_any_kind_and_names_in_full():
    text = "if args.mode == 'sync' and args.count > 2:\n    a()\nelse:\n    b()\n"
    assert taken(text, args__mode="sync", args__count=3) == "a()\n"
    assert taken(text, args__mode="async", args__count=3) == "b()\n"


def run(text: str, **flags: object) -> list[str]:
    """What a program calls by its name."""
    called: list[str] = []
    flags_given = type("Flags", (), {"parse_args": staticmethod(lambda: type("Given", (), flags)())})
    names = {name: (lambda name=name: called.append(name)) for name in "ab"}
    exec(text, {"parser": flags_given, **names})
    return called


@pytest.mark.parametrize(
    "text",
    [
        "FLAGS = parser.parse_args()\nif FLAGS.sync:\n    a()\nelse:\n    b()\n",
        "FLAGS = parser.parse_args()\ndef f():\n    'Says.'\n    if FLAGS.sync:\n        a()\nb()\nf()\n",
        "def f():\n    FLAGS = parser.parse_args()\n    if FLAGS.sync: a()\n    else:\n        b()\nf()\n",
        "FLAGS = parser.parse_args()\nfor _ in 'x':\n    if FLAGS.sync:\n        a()\nif FLAGS.sync: a()\n",
    ],
)
def test_a_program_runs_with_the_value_that_it_was_taken_to_have_alone(text):
    rewritten, remarks = with_branches_taken(text, [Assumption("sync", True, "--assume")])
    assert run(rewritten, sync=True) == run(text, sync=True)
    assert "a" in run(rewritten, sync=True)
    with pytest.raises(SystemExit, match="FLAGS.sync is not True, for which alone"):
        run(rewritten, sync=False)
    assert [one.code for one in remarks.values()] == ["CFG103"]


def test_a_second_time_changes_nothing():
    text = "FLAGS = parser.parse_args()\nif FLAGS.sync:\n    a()\n"
    assumptions = [Assumption("sync", True, "--assume")]
    once, _ = with_branches_taken(text, assumptions)
    assert with_branches_taken(once, assumptions)[0] == once


@pytest.mark.parametrize(
    "text",
    ["FLAGS.sync = False\n", "setattr(FLAGS, 'sync', 1)\n", "FLAGS['sync'].value = 1\n", "del FLAGS.sync\n"],
)
def test_a_flag_that_the_program_sets_is_not_taken_to_be_anything(text):
    with pytest.raises(SetByItself):
        set_in(ast.parse(text), [Assumption("sync", True, "--assume")])
