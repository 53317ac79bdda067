"""Whether tests bite: small faults are put in, one at a time, and tests must see it.

`python -m tests.mutants --count 40 --seed 0` takes a copy of the tree, changes one expression or leaves out
one statement of a module, and runs the tests of that module, then the others of their folder, in a fork of a
process that has imported TensorFlow. It prints the faults that no test saw. They are put into `compat` and
`emulate`, or with `--of migrate` into what `migrate` proves by: its analysis of values, and the conditions of
steps.
"""

import argparse
import ast
import functools
import importlib
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import pytest

ROOT = Path(__file__).parents[1]
# The modules, and the tests that are theirs: a file or a folder.
TESTS = {
    "compat/_averages.py": "tests/compat/test_averages.py",
    "compat/_averaging.py": "tests/compat/test_averaging.py",
    "compat/_checkpoints.py": "tests/compat/test_checkpoints.py",
    "compat/_configuration.py": "tests/compat/test_configuration.py",
    "compat/contrib/crf.py": "tests/compat/contrib/test_crf.py",
    "compat/contrib/legacy_seq2seq/_attention.py": "tests/compat/contrib/test_legacy_seq2seq.py",
    "compat/contrib/legacy_seq2seq/_decoding.py": "tests/compat/contrib/test_legacy_seq2seq.py",
    "compat/contrib/learn/preprocessing/text.py": "tests/compat/contrib/test_preprocessing.py",
    "compat/contrib/seq2seq/_attention.py": "tests/compat/contrib/test_attention.py",
    "compat/contrib/seq2seq/_beams.py": "tests/compat/contrib/test_beams.py",
    "compat/contrib/seq2seq/_decoding.py": "tests/compat/contrib/test_seq2seq.py",
    "compat/contrib/seq2seq/_helpers.py": "tests/compat/contrib/test_seq2seq.py",
    "compat/_feed_values.py": "tests/compat/test_feed_values.py",
    "compat/_initial_values.py": "tests/compat/test_initial_values.py",
    "compat/input/_batching.py": "tests/compat/input",
    "compat/input/_iterators.py": "tests/compat/input",
    "compat/input/_producers.py": "tests/compat/input",
    "compat/input/_queues.py": "tests/compat/input",
    "compat/layers/_layer.py": "tests/compat/test_layers.py",
    "compat/layers/_normalization.py": "tests/compat/test_layers.py",
    "compat/numpy1.py": "tests/compat/test_numpy1.py",
    "compat/_packing.py": "tests/compat/test_packing.py",
    "compat/_placement.py": "tests/compat/test_placement.py",
    "compat/_printed.py": "tests/compat/test_printed.py",
    "compat/_program/feeding.py": "tests/compat/test_program.py",
    "compat/_program/lifting.py": "tests/compat/test_program.py",
    "compat/_program/program.py": "tests/compat/test_program.py",
    "compat/_program/step.py": "tests/compat/test_program.py",
    "compat/_ragged.py": "tests/compat/test_ragged.py",
    "compat/_reductions.py": "tests/compat/test_reductions.py",
    "compat/rnn_cell/_cell.py": "tests/compat/test_rnn_cell.py",
    "compat/rnn_cell/_wrappers.py": "tests/compat/test_rnn_cell.py",
    "compat/_shapes.py": "tests/compat/test_shapes.py",
    "compat/_sparse.py": "tests/compat/test_sparse.py",
    "compat/_steps.py": "tests/compat/test_steps.py",
    "compat/_strategies.py": "tests/compat/test_strategies.py",
    "compat/_towers.py": "tests/compat/test_towers.py",
    "compat/_tracing.py": "tests/compat/test_tracing.py",
    "compat/train/_looping.py": "tests/compat/train/test_looping.py",
    "compat/train/_managing.py": "tests/compat/train/test_monitored.py",
    "compat/train/_monitored.py": "tests/compat/train/test_monitored.py",
    "compat/train/_stepping.py": "tests/compat/train/test_stepping.py",
    "compat/_variables/creation.py": "tests/compat/test_variables.py",
    "compat/_variables/kept.py": "tests/compat/test_variables.py",
    "compat/_variables/names.py": "tests/compat/test_variables.py",
    "compat/_variables/step_functions.py": "tests/compat/test_variables.py",
    "emulate/_names.py": "tests/emulate/test_names.py",
    "emulate/_placement.py": "tests/emulate/test_placement.py",
    "emulate/_logs.py": "tests/emulate/test_logs.py",
    "emulate/_topology.py": "tests/emulate/test_topology.py",
    "emulate/_tf/memory.py": "tests/emulate/test_memory.py",
    "emulate/_tf/tally.py": "tests/emulate/test_memory.py",
}
# Folders of `migrate`, all of whose modules have the tests of one place.
ROOMS = {
    "migrate/values": "tests/migrate/values",
    "migrate/plan/hazards": "tests/migrate/plan",
    "migrate/plan/legality": "tests/migrate/plan",
    "migrate/plan/processes": "tests/migrate/plan/test_live_code.py",
}
TESTS |= {
    str(path.relative_to(ROOT)): tests
    for folder, tests in ROOMS.items()
    for path in sorted((ROOT / folder).glob("*.py"))
}
# What those are beside, that is not in their folder: programs that are asked while they run what they do.
BESIDE = {"tests/migrate/values": ("tests/recorded",), "tests/migrate/plan/test_live_code.py": ()}
_SECONDS = 400.0  # for the tests of one file, and
_SECONDS_OF_FOLDER = 1500.0
OPPOSITE = {
    ast.Eq: "!=", ast.NotEq: "==", ast.Lt: ">=", ast.LtE: ">", ast.Gt: "<=", ast.GtE: "<",
    ast.Is: "is not", ast.IsNot: "is", ast.In: "not in", ast.NotIn: "in",
}  # fmt: skip


@dataclass(frozen=True)
class Fault:
    """Another text in the place of a piece of a file."""

    file: str
    line: int
    start: int
    end: int
    text: str
    was: str

    def put_into(self, folder: Path) -> None:
        """Change the file in a copy of the tree."""
        path = folder / self.file
        lines = path.read_bytes().splitlines(keepends=True)
        line = lines[self.line - 1]
        lines[self.line - 1] = line[: self.start] + self.text.encode() + line[self.end :]
        path.write_bytes(b"".join(lines))

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.was} -> {self.text}"


def faults(file: str) -> Iterator[Fault]:
    """The faults that one file can have; each in one line, and not in what is told to people."""
    source = (ROOT / file).read_bytes()
    tree = ast.parse(source)
    told = {id(inner) for node in ast.walk(tree) if _tells(node) for inner in ast.walk(node)}
    # Nor what only says that two lengths are one.
    told |= {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg == "strict"
    }
    for node in ast.walk(tree):
        text = _changed(node)
        if text is None or id(node) in told or node.lineno != node.end_lineno:
            continue
        was = source.splitlines()[node.lineno - 1][node.col_offset : node.end_col_offset].decode()
        yield Fault(file, node.lineno, node.col_offset, node.end_col_offset, text, was)


def _tells(node: ast.AST) -> bool:
    """Whether a node is an error, or a line of a log."""
    return isinstance(node, ast.Raise) or isinstance(node, ast.Expr) and "_log." in ast.unparse(node)


def _changed(node: ast.AST) -> str | None:
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        parts = ast.unparse(node.left), OPPOSITE[type(node.ops[0])], ast.unparse(node.comparators[0])
        return f"({' '.join(parts)})"
    if isinstance(node, ast.BoolOp):
        other = " or " if isinstance(node.op, ast.And) else " and "
        return f"({other.join(f'({ast.unparse(one)})' for one in node.values)})"
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return ast.unparse(node.operand)
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return repr(node.value + 1)
    if isinstance(node, ast.Constant) and type(node.value) is bool:
        return repr(not node.value)
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        return "pass"
    return None


def is_seen(fault: Fault, folder: Path) -> str:
    """Which tests fail with a fault: its module's own, or others of their folder; none if it is empty."""
    own = TESTS[fault.file]
    if _fails_with(fault, (own,), folder, _SECONDS):
        return "own"
    beside = others(own)
    _check_passes(beside, folder)
    return "folder" if _fails_with(fault, beside, folder, _SECONDS_OF_FOLDER) else ""


def _fails_with(fault: Fault, files: tuple[str, ...], folder: Path, seconds: float) -> bool:
    path = folder / fault.file
    before = path.read_bytes()
    fault.put_into(folder)
    found = fails(files, folder, seconds)
    path.write_bytes(before)
    return found


@functools.cache
def _check_passes(files: tuple[str, ...], folder: Path) -> None:
    """End where tests fail without a fault: what they see of one would say nothing."""
    if fails(files, folder, _SECONDS_OF_FOLDER):
        sys.exit(f"{' '.join(files)} fails without a fault")


def others(own: str) -> tuple[str, ...]:
    """The other files of tests beside a file of them, but not in folders there."""
    if own in BESIDE:
        return BESIDE[own]
    beside = [] if (ROOT / own).is_dir() else sorted((ROOT / own).parent.glob("test_*.py"))
    return tuple(str(path.relative_to(ROOT)) for path in beside if path != ROOT / own)


def fails(files: tuple[str, ...], folder: Path, seconds: float) -> bool:
    """Whether tests fail, in a copy of the tree as it is."""
    if not files:
        return False
    child = os.fork()
    if child == 0:
        _test(files, folder)
    until = time.monotonic() + seconds
    while (ended := os.waitpid(child, os.WNOHANG)) == (0, 0):
        if time.monotonic() > until:  # it hangs where pytest's own limit cannot reach, in TensorFlow
            os.kill(child, signal.SIGKILL)
        time.sleep(0.1)
    return ended[1] != 0


def _test(files: tuple[str, ...], folder: Path) -> NoReturn:
    """Run tests in a copy of the tree, and end by their status."""
    status = 1
    try:
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, 1)
        os.dup2(silent, 2)
        os.chdir(folder)
        sys.path.insert(0, str(folder))
        os.environ["PYTHONPATH"] = str(folder)
        options = ["-x", "-q", "-n", "0", "-p", "no:cacheprovider", "-m", "not nightly and not hardware"]
        status = int(pytest.main([*options, "--timeout", "120", *files]))
    finally:
        os._exit(status)


def _modules(folders: Sequence[str]) -> list[str]:
    inside = tuple(os.path.join(folder, "") for folder in folders)
    return [file for file in sorted(TESTS) if file.startswith(inside)]


def main() -> None:
    """Put faults in, drawn by chance from all files alike, and print those that are not seen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--of", nargs="+", default=["compat", "emulate"], help="folders")
    asked = parser.parse_args()
    drawn = random.Random(asked.seed)
    known = [possible for file in _modules(asked.of) if (possible := list(faults(file)))]
    chosen = [drawn.choice(drawn.choice(known)) for _ in range(asked.count)]
    importlib.import_module("tensorflow")  # for all forks
    seen = 0
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made) / "tree"
        shutil.copytree(
            ROOT, folder, ignore=shutil.ignore_patterns(".git", ".venv*", "__pycache__", ".*_cache")
        )
        for file in sorted({TESTS[fault.file] for fault in chosen}):
            _check_passes((file,), folder)
        for fault in chosen:
            found = is_seen(fault, folder)
            seen += bool(found)
            print(f"seen ({found})" if found else "NOT SEEN", fault, flush=True)
    print(f"{seen} of {asked.count}")


if __name__ == "__main__":
    main()
