"""Whether what code reads is the same again behind other code."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence

from migrate.model.effects import Effects, Locations, inside
from migrate.model.nodes import bound_by, nodes_of
from migrate.syntax.closure import closure

# Functions that see names which no node has.
BY_TEXT = frozenset({"eval", "exec", "locals", "vars"})
_SETTING = frozenset({"delattr", "setattr", "__delattr__", "__dict__", "__setattr__"})


def is_lasting(effects: Effects, reader: ast.stmt, code: Sequence[ast.stmt], shared: Collection[str]) -> bool:
    """Whether a statement, or a header, reads the same again behind some code, and reading it does nothing.

    The names in it are local ones, or the module's; those that are `shared` may change in other functions.
    """
    own = effects.of([reader])
    if own.outside or own.ends or list(effects.called([reader])):
        return False
    roots = [reader.test] if isinstance(reader, ast.If) else [reader]
    nodes = [node for root in roots for node in nodes_of(root)]
    read = [one.id for one in nodes if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load)]
    names = {name for name in read if "." not in name}
    if not names.isdisjoint(shared) or any(gives(one, name) for one in code for name in names):
        return False
    written = Locations(effects.of(code).writes)
    attributes = {name for one in nodes for name in _attribute(one, ast.Load)}
    return not any(map(written.may_have, own.reads)) and not _sets(effects, code, attributes)


def _sets(effects: Effects, code: Sequence[ast.AST], attributes: Collection[str]) -> bool:
    """Whether some code, or what it calls, may set attributes of that name: of any object.

    In methods of a block, the attributes of its object are names of the block.
    """
    for root in closure(code, lambda one: effects.called([one, *inside(one)])):
        for one in nodes_of(root):
            if any(name in attributes for name in _attribute(one, ast.Store, ast.Del)):
                return True
            if {getattr(one, "id", ""), *_attribute(one, ast.Load)} & (BY_TEXT | _SETTING):
                return True
    return False


def gives(statement: ast.stmt, name: str) -> bool:
    """Whether a statement, or one in it, may give a name a value."""
    return any(name in bound_by(one) for one in nodes_of(statement))


def _attribute(node: ast.AST, *contexts: type[ast.expr_context]) -> Iterator[str]:
    """The attribute that an expression reads or sets; of the object of a block, it is written as a name."""
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, contexts):
        yield node.attr
    if isinstance(node, ast.Name) and isinstance(node.ctx, contexts) and "." in node.id:
        yield node.id.removeprefix("self.")
