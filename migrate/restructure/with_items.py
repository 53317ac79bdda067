"""`with` statements that open a session among other things: one inside of the other.

`with tf.Session() as sess, open(path) as file:` becomes two, so that the session's can go.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from migrate.analyse.vocabulary import role_of
from migrate.model.bindings import Bindings
from migrate.model.edit import Around, Block, Code, Kept, Piece
from migrate.model.kinds import Role

from .program import Form, Program


def with_nested_items(program: Program) -> Form:
    """The form of a program in which such statements stand one inside of the other."""
    places = [(one.module.path, node) for one, block in program.blocks() for node in _opening(one, block)]
    instead: dict[ast.stmt, Sequence[Piece]] = {node: (_nested(node),) for _, node in places}
    told = "what is opened beside a session, in a `with` of its own"
    return Form(list(program.laid_out(instead)), [(path, node, told) for path, node in places])


def _opening(bindings: Bindings, block: ast.AST) -> Sequence[ast.With]:
    """The statements of a block that open a session, and enter something that Python made."""
    statements = (one for one in getattr(block, "body", ()) if isinstance(one, ast.With))
    return [one for one in statements if _opens_among(bindings, one)]


def _opens_among(bindings: Bindings, node: ast.With) -> bool:
    calls = [item.context_expr for item in node.items if isinstance(item.context_expr, ast.Call)]
    symbols = [bindings.tensorflow(call.func) for call in calls]
    opens = any(symbol is not None and role_of(symbol) is Role.SESSION for symbol in symbols)
    return opens and len(node.items) > 1 and any(symbol is None for symbol in symbols)


def _nested(node: ast.With) -> Piece:
    body: tuple[Piece, ...] = tuple(map(Kept, node.body))
    for item in reversed(node.items[1:]):
        named: dict[str, ast.AST] = {} if item.optional_vars is None else {"name": item.optional_vars}
        header = Code(
            "with {call} as {name}:" if named else "with {call}:", {"call": item.context_expr, **named}
        )
        body = (Block(header, body),)
    return Around(node, body, frozenset(range(1, len(node.items))))
