"""Every symbol of TF 1.15 and of before 1.0 becomes what exists today, or is told of by its line."""

import ast
import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from migrate.model.diagnostic import Diagnostic, Severity
from migrate.model.outcome import Tier
from migrate.pipeline import migrate
from migrate.rewrite.tables.contrib import lost
from migrate.rewrite.tables.symbols import symbols
from migrate.syntax.old_names import old_names

# Behind the uses of the symbols stands a program whose session becomes a step, or one that keeps its graph.
NATIVE = """
def main():
    x = tf.placeholder(tf.float32, [2])
    w = tf.get_variable('w', [2])
    train = tf.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_sum(x * w))
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for i in range(3):
            sess.run(train, {x: [1.0, 2.0]})

main()
"""
GRAPH = """
with tf.Session() as sess:
    tf.profiler.profile(sess.graph)
"""
# What keeps the whole program from a higher tier that names it: what opens sessions, looks into one, or comes
# with loops of its own.
_SESSIONS = "Session Supervisor RunMetadata RunOptions Server variables queue_runners tf.test estimator"
SESSIONS = [*_SESSIONS.split(), "tables_initializer", "initialize_all_tables"]
OTHERS = ("tf.keras", "tf.distribute", "tf.profiler", "tf.saved_model")

# Whose calls are told of, since what 1.15 took is gone: constructors, and arguments.
REFUSED = {
    *("tf.RaggedTensor", "tf.Tensor", "tf.autograph.experimental.set_loop_options", "tf.errors.UnknownError"),
    *("tf.audio_summary", "tf.histogram_summary", "tf.image_summary", "tf.scalar_summary"),
}
# Arguments that rules of their own rename.
RENAMED = {
    "tf.distribute.experimental.TPUStrategy": {"device_assignment": "experimental_device_assignment"},
}

# Run by TensorFlow 2: whether there is what each use of a file names, and whether what it calls takes what it
# is given where it belongs. Arguments are names such as `v_axis`, for the one that 1.15 calls `axis`.
CHECK = """
import ast, inspect, json, sys

def value(node):
    return ast.unparse(node)[2:] if isinstance(node, ast.Name) else None

def wrong(use, names, renamed):
    node = ast.parse(use, mode="eval").body
    found = eval(ast.unparse(node.func if isinstance(node, ast.Call) else node), names)
    try:
        signature = inspect.signature(found) if isinstance(node, ast.Call) else None
    except (TypeError, ValueError):
        signature = None
    if signature is None:
        return ""
    words = {word.arg: value(word.value) for word in node.keywords}
    bound = signature.bind(*[value(one) for one in node.args], **words).arguments
    plain = {name: value for name, value in bound.items() if isinstance(value, str)}
    return {name: value for name, value in plain.items() if name not in (value, renamed.get(value))} or ""

for imports, uses in json.load(open(sys.argv[1])):
    names = {}
    exec(imports, names)
    for use, renamed in uses:
        try:
            told = wrong(use, names, renamed)
        except Exception as error:
            told = repr(error)
        if told:
            print(use, told)
"""


def uses(symbol: str, arguments: list[str], renamed: dict[str, str]) -> Iterator[str]:
    """The symbol itself, and calls with TF 1's arguments, by their places and by their older names."""
    names = [name for name in arguments if name[0] != "*"]
    if renamed or not names:
        yield symbol
    if names:
        yield f"{symbol}({', '.join('None' if name == '_sentinel' else f'v_{name}' for name in names)})"
        words = [name for name in names if name not in renamed.values() and name != "_sentinel"]
        yield f"{symbol}({', '.join(f'{name}=v_{name}' for name in words)})"


@cache
def every() -> dict[str, tuple[list[str], dict[str, str]]]:
    """The uses of each symbol, and which arguments it calls otherwise today."""
    found = {}
    for symbol, row in symbols().items():
        renamed = {**row.renamed, **RENAMED.get(symbol, {})}
        found[symbol] = [*uses(symbol, list(row.arguments), dict(row.renamed))], renamed
    for symbol, old in old_names().items():
        later = symbols().get(old.in_1_15)
        arguments = [*old.arguments] or [*(later.arguments if later else ())]
        renamed = dict(later.renamed) if later else {}
        renamed |= {name: renamed.get(new, new) for name, new in old.renamed.items()}
        found[symbol] = [*uses(symbol, arguments, {})], renamed
    return found


def made(path: Path, wanted: dict[str, list[str]], program: str) -> tuple[str, list[Diagnostic], str]:
    """What becomes of a file with the uses of some symbols: its text, what is told of it, and its tier."""
    lines = ["import tensorflow as tf", ""]
    for index, every_use in enumerate(wanted.values()):
        lines += [f"def use_{index}():", *(f"    {use}" for use in every_use)]
    path.write_text("\n".join([*lines, program]))
    outcome = migrate([path])
    tiers = [one.tier.value for unit in outcome.units for one in unit.programs if one.tier is not None]
    text = outcome.changes[0].after.decode() if outcome.changes else path.read_text()
    return text, list(outcome.all_diagnostics), "".join(tiers)


TOLD = ("API202", "API207", "API208", "API209")


def checked(path: Path, wanted: dict[str, list[str]], program: str, tier: str) -> tuple[set[str], object]:
    """The symbols that are told of, and what CHECK is to look at of the others, behind the file's imports."""
    told = set[str]()
    while True:
        left = {symbol: every_use for symbol, every_use in wanted.items() if symbol not in told}
        text, found, is_on = made(path, left, program)
        lines = path.read_text().splitlines()
        refused = (one for one in found if one.severity is Severity.ERROR or Tier.NATIVE in one.bars)
        errors = {lines[one.span.line - 1].strip() for one in refused if is_on != "graph" or tier == "native"}
        new = {symbol for symbol, every_use in left.items() if errors & {*every_use}}
        told |= new
        if not new:
            break
    assert tier in ("", is_on), found
    warned = {lines[one.span.line - 1].strip() for one in found if one.code in TOLD}
    body = ast.parse(text).body
    imports = "\n".join(ast.unparse(one) for one in body if isinstance(one, ast.Import | ast.ImportFrom))
    functions = {one.name: one.body for one in body if isinstance(one, ast.FunctionDef)}
    look = []
    for index, (symbol, every_use) in enumerate(left.items()):
        for before, use in zip(every_use, functions[f"use_{index}"], strict=True):
            if before in warned:
                told.add(symbol)
            else:
                look.append((ast.unparse(use), every()[symbol][1]))
    return told, (imports, look)


@pytest.fixture
def looked_at(ran: Callable[..., str], tmp_path: Path) -> Callable[[list[object]], list[str]]:
    """Gives what CHECK finds wrong in files."""

    def look(files: list[object]) -> list[str]:
        path = tmp_path / "uses.json"
        path.write_text(json.dumps(files))
        return ran(CHECK, str(path)).splitlines()

    return look


# A fourth of the symbols by day, every fourth one, and the others at night.
PARTS = [0, *(pytest.param(part, marks=pytest.mark.nightly) for part in (1, 2, 3))]


def of_part(part: int) -> set[str]:
    return {*sorted(every())[part :: len(PARTS)]}


@pytest.mark.parametrize("part", PARTS)
def test_no_use_of_a_symbol_is_silently_dead_where_sessions_become_steps(tmp_path, looked_at, part):
    asked = of_part(part)
    gone = {symbol for symbol, row in symbols().items() if not row.instead}
    open_sessions = {symbol for symbol in every() if any(one in symbol for one in SESSIONS)}
    others = {symbol for symbol in every() if symbol.startswith(OTHERS)} | gone
    others -= open_sessions
    lower = {*others, *open_sessions, "tf.data.Iterator"}  # no program calls its constructor
    higher = [symbol for symbol in every() if symbol in asked - lower]
    groups = [(higher[start : start + 400], NATIVE, "native") for start in range(0, len(higher), 400)]
    groups += [(sorted(others & asked), "", "")]
    asked = asked | open_sessions if part == 0 else asked - open_sessions  # not all of them open one
    groups += [(sorted(open_sessions), "", "graph")] if part == 0 else []
    told, files = set[str](), []
    for number, (group, program, tier) in enumerate(groups):
        uses_of = {symbol: every()[symbol][0] for symbol in group}
        found, file = checked(tmp_path / f"some_{number}.py", uses_of, program, tier)
        told |= found
        files.append(file)
    assert looked_at(files) == []
    assert {one for one in told - gone if not one.startswith("tf.keras.")} == REFUSED & asked
    assert len(told - gone) < 25


@pytest.mark.parametrize("part", PARTS)
def test_no_symbol_is_silently_dead_where_sessions_stay(tmp_path, looked_at, part):
    asked = of_part(part)
    uses_of = {symbol: [symbol] for symbol in every() if symbol in asked}
    told, file = checked(tmp_path / "train.py", uses_of, GRAPH, "graph")
    assert told == lost() & asked
    assert looked_at([file]) == []
