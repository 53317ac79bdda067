"""Tower loops that go through the parts of a batch: how many towers there are, told without the batch."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.bindings import Bindings
from migrate.model.driver import Point
from migrate.model.kinds import GRAPH_VALUES, Kind
from migrate.model.nodes import calls_in, nodes_of
from migrate.model.towers import Turns
from migrate.syntax.arguments import passed_values
from migrate.syntax.assignments import assigned_value


def turns_of(bindings: Bindings, loop: Point, used: frozenset[str]) -> Turns | None:
    """What tells the names `used`, some of those of a loop over tensors; `None` if they are of tensors."""
    count = number_of_parts(bindings, loop)
    if count is None or not used:
        return None
    for target, values in _members(loop.node):
        names = {name.id for name in nodes_of(target) if isinstance(name, ast.Name)}
        if used <= names and values is None:
            return Turns(target, count, counts=True)
        if used <= names and values is not None and not _in_graph(bindings, loop, values):
            return Turns(target, values)
    return None


def number_of_parts(bindings: Bindings, loop: Point) -> ast.expr | None:
    """The expression that gives the number of turns of a loop over the parts that `tf.split` gives."""
    counts: dict[str, ast.expr] = {}
    others: list[ast.expr] = []
    for _, values in _members(loop.node):
        if values is not None and _in_graph(bindings, loop, values):
            count = _parts(bindings, loop, values)
            if count is None:
                return None
            counts[ast.dump(count)] = count
        elif values is not None:
            others.append(values)
    if len(counts) != 1:
        return None
    ((text, count),) = counts.items()
    return count if all(_number(values) == text for values in others) else None


def _members(loop: ast.stmt) -> Iterator[tuple[ast.expr, ast.expr | None]]:
    """What a loop goes through, each with its target: those of `zip` on their own, `None` for a counter."""
    assert isinstance(loop, ast.For)
    pending = [(loop.target, loop.iter)]
    while pending:
        target, values = pending.pop(0)
        called = values.func.id if isinstance(values, ast.Call) and isinstance(values.func, ast.Name) else ""
        arguments = values.args if isinstance(values, ast.Call) and not values.keywords else []
        targets = target.elts if isinstance(target, (ast.Tuple, ast.List)) else []
        if called == "enumerate" and len(arguments) == 1 and len(targets) == 2:
            yield targets[0], None
            pending.append((targets[1], arguments[0]))
        elif called == "zip" and len(arguments) == len(targets) > 0:
            pending.extend(zip(targets, arguments, strict=True))
        else:
            yield target, values


def _in_graph(bindings: Bindings, loop: Point, values: ast.expr) -> bool:
    nodes = list(nodes_of(values))
    names = [node.id for node in nodes if isinstance(node, ast.Name)]
    sources = (source for name in names for source in loop.uses.get(name, ()))
    return any(source.kind in GRAPH_VALUES for source in sources) or any(map(bindings.tensorflow, nodes))


def _parts(bindings: Bindings, loop: Point, values: ast.expr) -> ast.expr | None:
    """The second argument of `tf.split`, a number, where that has made the values."""
    at = loop
    if isinstance(values, ast.Name):
        sources = loop.uses.get(values.id, frozenset())
        if len(sources) != 1:
            return None
        (at,) = sources
        made = assigned_value(at.node, values.id) if at.is_straight else None
        if made is None:
            return None
        values = made
    if not (isinstance(values, ast.Call) and bindings.tensorflow(values.func) == "tf.split"):
        return None
    given = passed_values(values)
    calls = (inner for one in given for inner in nodes_of(one) if isinstance(inner, ast.Call))
    if at is loop and not all(_is_number(bindings, at, call) for call in calls):
        return None  # computed again in every replica, where it may draw or take other elements
    named = [one.value for one in values.keywords if one.arg in ("num_or_size_splits", "num_split")]
    counts = named or values.args[1:2]
    return counts[0] if counts and _is_number(bindings, at, counts[0]) else None


def _is_number(bindings: Bindings, at: Point, node: ast.expr) -> bool:
    """Whether an expression is surely one number, and no list of sizes."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, int)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in ("len", "int") and node.func not in bindings.shadowed
    if isinstance(node, ast.Attribute):
        return _is_integer_flag(bindings.module.tree, node.attr)
    if not isinstance(node, ast.Name):
        return False
    sources = at.uses.get(node.id, frozenset())
    given = [source.node for source in sources if source.kind is Kind.HOST]
    if not sources and node not in bindings.shadowed:
        given = [one for one in bindings.module.tree.body if assigned_value(one, node.id) is not None]
    values = [assigned_value(one, node.id) for one in given]
    return (
        bool(values)
        and len(given) == len(sources or given)
        and all(
            isinstance(value, ast.Constant)
            and isinstance(value.value, int)
            or isinstance(value, ast.Call)
            and _is_number(bindings, at, value)
            for value in values
        )
    )


def _is_integer_flag(module: ast.Module, name: str) -> bool:
    """Whether `tf.app.flags.DEFINE_integer(name, …)` is there, and no other flag of this name."""
    defined = [
        node.func.attr
        for node in calls_in(module)
        if isinstance(node.func, ast.Attribute)
        and node.func.attr.startswith("DEFINE_")
        and node.args
        and isinstance(node.args[0], ast.Constant)
        and node.args[0].value == name
    ]
    return defined == ["DEFINE_integer"]


def _number(values: ast.expr) -> str:
    """How the number of some Python values is written: `n` of `range(n)`, `len(values)` of others."""
    called = values.func.id if isinstance(values, ast.Call) and isinstance(values.func, ast.Name) else ""
    if called in ("range", "xrange") and isinstance(values, ast.Call) and len(values.args) == 1:
        return ast.dump(values.args[0])
    return ast.dump(ast.Call(ast.Name("len", ast.Load()), [values], []))
