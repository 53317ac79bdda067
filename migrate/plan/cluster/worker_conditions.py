"""What a program does by which worker it is: one that does the steps of all has the index of one alone."""

from __future__ import annotations

import ast
import enum
from collections.abc import Collection, Iterator, Sequence

from migrate.model.bindings import Bindings
from migrate.model.driver import Driver
from migrate.model.facts import ModuleFacts
from migrate.model.nodes import last_name, nodes_of
from migrate.model.refusal import Refused, object_to
from migrate.syntax.arguments import argument_of
from migrate.syntax.servers import made_server

_MAKING_CLUSTERS = frozenset(
    {
        "tf.train.Server",
        "tf.train.ServerDef",
        "tf.train.ClusterSpec",
        "tf.train.replica_device_setter",
        "tf.device",
        "tf.DeviceSpec",
        "tf.ConfigProto",
    }
)
_TELLING = frozenset({"print", "info", "debug", "warn", "warning", "error", "critical", "log"})
_COMPUTING = frozenset({"str", "int", "format"})
_TEXTS = (ast.BinOp, ast.JoinedStr, ast.FormattedValue, ast.keyword)
_PARTS = (*_TEXTS, ast.BoolOp, ast.UnaryOp, ast.List, ast.Tuple)
_ASKING = (ast.Raise, ast.Assert, ast.Expr, ast.If, ast.While)
_INSTEAD = "shuffle in place of sharding, or keep the shared variables"


def index_of_task(driver: Driver) -> ast.expr | None:
    """What the block gives its server for the index of the task, where it does."""
    for point in driver.points:
        call = made_server(driver.bindings, point.node)
        if call is not None:
            return argument_of(call, 2, "task_index")
    return None


def check_own_task(driver: Driver, index: ast.expr, modules: Sequence[ModuleFacts]) -> None:
    """Nothing depends on which worker this is but what it is called, where it is, and if it is the chief.

    Raises:
      Refused: something does, such as a shard of the input.
    """
    blocks = {owner.name for owner in driver.owners if isinstance(owner, ast.FunctionDef)}
    for module in modules:
        bindings = module.bindings
        names = _names_of(bindings, index)
        while True:
            found = [(node, *_use(bindings, node, above, blocks)) for node, above in _named(bindings, names)]
            told = {one.id for _, use, at in found if use is _Use.NAMED for one in _targets(at)}
            if told <= names:
                break
            names |= told
        for node, use, at in found:
            is_kept = all(last_name(one) in names for one in getattr(at, "targets", ()))
            if use is _Use.OTHER or use is _Use.NAMED and not is_kept:
                what = f"`{ast.unparse(node)}`, by which workers differ in what they do"
                object_to(Refused("CLU232", bindings.module.path, node, what, _INSTEAD))


def asks_for_others(bindings: Bindings, index: ast.expr, test: ast.expr) -> bool:
    """Whether a condition may hold for other workers than the first: its branch is not the coordinator's."""
    turned = any(isinstance(node, (ast.Not, ast.NotEq, ast.Gt, ast.GtE)) for node in nodes_of(test))
    return turned and is_of_chief(bindings, index, test)


def is_of_chief(bindings: Bindings, index: ast.expr, test: ast.expr) -> bool:
    """Whether a condition asks for the index of the task, or for what was made of it."""
    names = _names_of(bindings, index)
    asking = {
        target.id
        for node in nodes_of(bindings.module.tree)
        if isinstance(node, ast.Assign) and any(last_name(one) in names for one in nodes_of(node.value))
        for target in _targets(node)
    }
    return any(last_name(one) in names | asking for one in nodes_of(test))


def _names_of(bindings: Bindings, index: ast.expr) -> set[str]:
    """What the index is called: by its name, as an attribute of flags, and where it comes from."""
    names = {last_name(index)} - {""}
    for node in nodes_of(bindings.module.tree):
        if isinstance(node, ast.Assign) and any(one.id in names for one in _targets(node)):
            value = node.value
            if isinstance(value, ast.Call) and last_name(value.func) in _COMPUTING and len(value.args) == 1:
                value = value.args[0]
            names |= {last_name(value)} - {""}
    return names


def _targets(node: ast.AST) -> list[ast.Name]:
    targets = node.targets if isinstance(node, ast.Assign) else []
    return [one for one in targets if isinstance(one, ast.Name)]


class _Use(enum.Enum):
    """What becomes of an index."""

    FOLLOWED = "it says what a task is called, where it is, or whether it is the chief"
    NAMED = "a name stands for it, or for a number or text that is made of it"
    OTHER = "anything else"


def _use(
    bindings: Bindings, node: ast.AST, above: Sequence[ast.AST], blocks: Collection[str]
) -> tuple[_Use, ast.AST]:
    """What becomes of an index in what is around it, and where."""
    inner = node
    for outer in above:
        if isinstance(outer, ast.Call):
            name = last_name(outer.func)
            if bindings.tensorflow(outer.func) in _MAKING_CLUSTERS or name in _TELLING or name in blocks:
                return _Use.FOLLOWED, outer
            if name not in _COMPUTING and not name.endswith("Error"):
                return _Use.OTHER, outer
        elif isinstance(outer, ast.Compare):
            sides = (outer.left, *outer.comparators)
            is_fixed = any(isinstance(one, ast.Constant) for one in sides)
            return (_Use.FOLLOWED if is_fixed else _Use.OTHER), outer
        elif isinstance(outer, _ASKING) and inner is getattr(outer, "test", inner):
            return _Use.FOLLOWED, outer
        elif isinstance(outer, ast.Assign):
            return _Use.NAMED, outer
        elif not isinstance(outer, _PARTS):
            return _Use.OTHER, outer
        inner = outer
    return _Use.OTHER, node


def _named(bindings: Bindings, names: Collection[str]) -> Iterator[tuple[ast.AST, tuple[ast.AST, ...]]]:
    """Where one of these names is read, with all that is around it, from within."""
    for node, above in _with_parents(bindings.module.tree):
        if last_name(node) in names and isinstance(getattr(node, "ctx", None), ast.Load):
            yield node, above


def _with_parents(
    tree: ast.AST, above: tuple[ast.AST, ...] = ()
) -> Iterator[tuple[ast.AST, tuple[ast.AST, ...]]]:
    inside = (tree, *above)
    for child in ast.iter_child_nodes(tree):
        yield child, inside
        yield from _with_parents(child, inside)
