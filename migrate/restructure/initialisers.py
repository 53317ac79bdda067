"""What initialises the variables, kept by an object that builds the graph: it is made behind the object.

`self.init_op = tf.global_variables_initializer()` goes from the end of `__init__`, and `init_op = …` stands
behind `model = Model()`, where `model.init_op` was run. So it initialises the same variables.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Sequence
from pathlib import Path

from migrate.analyse.vocabulary import role_of
from migrate.model.bindings import Bindings
from migrate.model.edit import Code, FileEdits, Kept, Piece, Replacement
from migrate.model.kinds import Role
from migrate.model.nodes import nodes_of
from migrate.model.objects import classes_of
from migrate.plan.statements.new_names import Names

from .inlined import initialises
from .lasting import BY_TEXT
from .program import Form, Program


def with_initialisers_behind(program: Program) -> Form:
    """The form of a program in which blocks that make such objects make the initialisers themselves."""
    names = Names(*(one.module.tree for one in program.modules))
    nodes = list(program.nodes())
    words = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    looks = {getattr(node, "id", getattr(node, "attr", "")) for node in nodes} & {*BY_TEXT, "__dict__"}
    instead: dict[ast.stmt, Sequence[Piece]] = {}
    edits: list[tuple[Path, FileEdits]] = []
    told: list[tuple[Path, ast.AST, str]] = []
    for bindings, owner in program.blocks():
        kept = _kept(bindings, owner) if isinstance(owner, ast.ClassDef) and not looks else None
        calls = program.constructions.calls(owner) if kept and isinstance(owner, ast.ClassDef) else []
        place = program.places.get(calls[0]) if len(calls) == 1 else None
        if kept is None or place is None or program.constructions.names().get(calls[0]) is None:
            continue
        target, value = kept.targets[0], kept.value
        assert isinstance(target, ast.Attribute)
        reads = [one for one in nodes if getattr(one, "attr", "") == target.attr and one is not target]
        around = set(nodes_of(program.scope(place)))
        are_known = all(
            one in around
            and isinstance(one, ast.Attribute)
            and isinstance(one.ctx, ast.Load)
            and classes_of(program.callers.given(one.value)) == {owner}
            for one in reads
        )
        given = getattr(place.statement, "value", None) is calls[0] and isinstance(
            place.statement, ast.Assign
        )
        if given and are_known and target.attr not in words and "tf" in place.bindings.names_of_tensorflow:
            path, name = place.bindings.module.path, names.new(target.attr)
            instead |= {
                kept: (),
                place.statement: (Kept(place.statement), Code(f"{name} = {ast.unparse(value)}")),
            }
            named = tuple(Replacement(one, Code(name)) for one in reads if isinstance(one, ast.Attribute))
            edits.append((path, FileEdits(named)))
            told.append((path, place.statement, f"what {target.attr} was, which is made behind the object"))
    return Form([*program.laid_out(instead), *edits], told)


def _kept(bindings: Bindings, owner: ast.ClassDef) -> ast.Assign | None:
    """The statement that keeps what initialises the variables, if only savers are made behind it."""
    initial = next((one for one in owner.body if getattr(one, "name", "") == "__init__"), None)
    body = initial.body if isinstance(initial, ast.FunctionDef) and not initial.decorator_list else []
    leaves = any(isinstance(one, ast.Return) for each in body for one in nodes_of(each))
    behind = list(itertools.dropwhile(lambda one: not _keeps(bindings, one), body))
    is_last = all(_makes_saver(bindings, one) for one in behind[1:])
    found = behind[0] if behind and is_last and not leaves and len(body) > 1 else None
    return found if isinstance(found, ast.Assign) else None


def _keeps(bindings: Bindings, node: ast.stmt) -> bool:
    """Whether it is `self.init_op = tf.global_variables_initializer()`, or with a group of such."""
    if not isinstance(node, ast.Assign) or not initialises(bindings, node.value):
        return False
    roots = {one.id for one in nodes_of(node.value) if isinstance(one, ast.Name)}
    is_own = [isinstance(one, ast.Attribute) and ast.unparse(one.value) == "self" for one in node.targets]
    return is_own == [True] and roots == {"tf"}


def _makes_saver(bindings: Bindings, node: ast.stmt) -> bool:
    call = node.value if isinstance(node, ast.Assign) else None
    symbol = bindings.tensorflow(call.func) if isinstance(call, ast.Call) else None
    return symbol is not None and role_of(symbol) is Role.SAVER
