"""TensorFlow 1 spelled `tf.compat.v1`, as `tf_upgrade_v2` writes it, is read like TensorFlow 1."""

import random
from pathlib import Path

import pytest

from migrate import parse
from migrate.analyse.names.bindings import bind
from migrate.model.edit import Code, FileEdits, Replacement
from migrate.model.outcome import Outcome
from migrate.model.source import Module, Source
from migrate.pipeline import migrate
from migrate.rewrite.engine import rewritten
from migrate.rewrite.names import root_of, written
from migrate.rewrite.rules.api.rename import today
from tests.metamorphic.subjects import Subject, conformance

SUBJECTS = 20
# What is told of names and of how NumPy is spelled, in the one spelling or the other.
_OF_NAMES = {"API102", "NPY101"}


def respelled(path: Path) -> bytes | None:
    """The code of a file with `tf.compat.v1.X` for each `tf.X` that TensorFlow 2 has there."""
    module = parse.parse(Source(path, path.parent, path.read_bytes()))
    if not isinstance(module, Module) or module.conversion is not None:
        return None
    bindings = bind(module)
    edits = []
    for node in bindings.named:
        symbol = bindings.tensorflow(node) or bindings.annotated(node)
        if node in bindings.prefixes or symbol is None or bindings.aliases.get(root_of(node)) != "tensorflow":
            continue
        name = written(node).removeprefix("tf.")
        if today(symbol) == f"tf.compat.v1.{name}" == symbol.replace("tf.", "tf.compat.v1.", 1):
            edits.append(Replacement(node, Code(f"{root_of(node)}.compat.v1.{name}")))
    return rewritten(module, FileEdits(tuple(edits))) if edits else None


def found(outcome: Outcome) -> tuple[list[tuple[str, str]], set[str]]:
    tiers = sorted((one.path.name, str(one.tier)) for unit in outcome.units for one in unit.programs)
    return tiers, {one.code for one in outcome.all_diagnostics} - _OF_NAMES


def assert_read_alike(subject: Subject, folder: Path) -> None:
    for name, text in subject.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    expected = found(migrate([folder]))
    codes = {path: code for path in sorted(folder.rglob("*.py")) if (code := respelled(path)) is not None}
    for path, code in codes.items():
        path.write_bytes(code)
    assert not codes or found(migrate([folder])) == expected


@pytest.mark.parametrize(
    "subject", random.Random(1).sample(list(conformance()), SUBJECTS), ids=lambda subject: subject.name
)
def test_programs_in_the_other_spelling_are_read_alike(subject: Subject, tmp_path: Path) -> None:
    assert_read_alike(subject, tmp_path)


@pytest.mark.nightly
def test_all_programs_in_the_other_spelling_are_read_alike(tmp_path: Path) -> None:
    for place, subject in enumerate(conformance()):
        assert_read_alike(subject, tmp_path / str(place))
