"""What a statement makes and uses at once: a statement in front of it gives that a name.

`tf.train.Saver().restore(sess, path)` becomes two statements, and so does `sess.run(get_init_op())`, or
`sess.run(total / size)` where it runs once. Nothing runs before what is made but the look-up of names.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from migrate.analyse.vocabulary import role_of
from migrate.model.bindings import Bindings
from migrate.model.edit import Code, FileEdits, Kept, Piece, Replacement
from migrate.model.kinds import Role
from migrate.plan.statements.new_names import Names

from .program import Form, Program

_STATEMENTS = (ast.Assign, ast.Expr)


def with_names_first(program: Program) -> Form:
    """The form of a program in which savers, and what functions give to be run, have names first."""
    names = Names(*(one.module.tree for one in program.modules))
    instead: dict[ast.stmt, Sequence[Piece]] = {}
    edits, told = [], []
    for place in dict.fromkeys(program.places.values()):
        statement, path = place.statement, place.bindings.module.path
        call = statement.value if isinstance(statement, _STATEMENTS) else None
        is_once = not isinstance(place.block, (ast.For, ast.If, ast.While))
        kind, made = _made(place.bindings, call, is_once) if isinstance(call, ast.Call) else ("", None)
        if made is not None and statement not in instead:
            name = names.new(kind)
            written = ast.unparse(made).replace("{", "{{").replace("}", "}}")
            instead[statement] = (Code(f"{name} = {written}"), Kept(statement))
            edits.append((path, FileEdits((Replacement(made, Code(name)),))))
            told.append((path, made, "what is made where it is used, and has a name in front of that now"))
    return Form([*program.laid_out(instead), *edits], told)


def _made(bindings: Bindings, call: ast.Call, is_once: bool) -> tuple[str, ast.expr | None]:
    """What a call saves or restores by, or runs, if that is made in its place, and what to call it."""
    function, first = call.func, call.args[0] if call.args else None
    if not isinstance(function, ast.Attribute):
        return "", None
    if isinstance(function.value, ast.Call) and function.attr in ("restore", "save"):
        symbol = bindings.tensorflow(function.value.func)
        return "saver", function.value if symbol is not None and role_of(symbol) is Role.SAVER else None
    is_run = function.attr == "run" and isinstance(function.value, ast.Name)
    if is_run and is_once and isinstance(first, ast.BinOp):
        return "fetches", first
    if is_run and isinstance(first, ast.Call) and isinstance(first.func, ast.Name):
        is_own = first.func.id in bindings.functions
        return "fetches", first if is_own else None
    return "", None
