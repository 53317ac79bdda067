"""`tf.cond`, `tf.while_loop` and `tf.case`: they go the way that the shown value of the condition says."""

from __future__ import annotations

from typing import Any

import numpy as np

from .expressions import Expr, expr, show
from .nodes import Node, Operation, Tensor, conv, leaves, mapped
from .operations import type_of
from .running import Run
from .unsure import unsure
from .world import now

LONGEST = 300  # turns of a loop


class _Body:
    """What is built inside a branch or a loop: it runs with it, and not by itself."""

    def __init__(self, build: Any) -> None:
        graph = now().graph
        if graph is None:
            unsure("a branch in eager mode")
        outer, graph.nodes = graph.nodes, []
        context = graph.context
        context.controls.append(())
        try:
            self.result = build()
        finally:
            self.nodes, graph.nodes = graph.nodes, outer
            context.controls.pop()
        self.nodes = [*self.nodes, *(inner for node in self.nodes for inner in getattr(node, "inside", ()))]
        own = set(self.nodes)
        self.taken = [one for node in self.nodes for one in _parts(node) if one not in own]
        self.is_program_order = graph.mode == "function"

    def run(self, run: Run) -> list[Any]:
        """The values of the result, computed anew."""
        for node in self.nodes:
            run.memo.pop(node, None)
        if self.is_program_order:
            inner = {one for node in self.nodes for one in getattr(node, "inside", ())}
            for node in self.nodes:
                if node not in inner and node.kind != "loop_variable":
                    run.value(node)
        return [run.value(conv(leaf)) if leaf is not None else None for leaf in leaves(self.result)]


def _parts(node: Any) -> list[Any]:
    found: list[Any] = []
    waiting = [value for pair in node.args for value in (pair[1:] if isinstance(pair, tuple) else (pair,))]
    while waiting:
        one = waiting.pop()
        if isinstance(one, tuple):
            waiting.extend(one)
        elif isinstance(one, Node):
            found.append(one)
    return [*found, *node.controls]


def _is_true(run: Run, value: Expr) -> bool:
    shown = show(value, now().salt)
    return bool(np.asarray(shown))


def cond(pred: Any, true_fn: Any, false_fn: Any, name: Any = None) -> Any:
    """`tf.cond`: one branch runs; what both take from outside runs before it in any case."""
    if isinstance(pred, (bool, np.bool_)):
        unsure("tf.cond of a Python bool")
    if now().graph is None:
        return (true_fn if bool(pred) else false_fn)()
    branches = {True: _Body(true_fn), False: _Body(false_fn)}
    condition = conv(pred)
    one, other = leaves(branches[True].result), leaves(branches[False].result)
    if len(one) != len(other):
        unsure("tf.cond with branches of other structures")

    def chosen(run: Run) -> list[Any]:
        value = run.value(condition)
        for body in branches.values():
            for taken in body.taken:
                run.value(taken)
        way = _is_true(run, value)
        found = branches[way].run(run)
        if value.value is not None:
            return found
        return [
            expr("chosen", value, way, part, shape=part.shape, dtype=part.dtype)
            if isinstance(part, Expr)
            else part
            for part in found
        ]

    return _results(
        "cond", chosen, branches[True].result, one, other, (("pred", condition),), branches.values()
    )


def _results(
    kind: str, compute: Any, structure: Any, one: list[Any], other: list[Any], args: Any, bodies: Any
) -> Any:
    """The outputs of a branch or loop, which runs once for all of them."""
    together = Operation(kind, lambda run, node: compute(run), args)
    together.inside = [node for body in bodies for node in body.nodes]
    depends = [leaf for body in bodies for leaf in map(conv, leaves(body.result)) if isinstance(leaf, Node)]
    taken = [node for body in bodies for node in body.taken]
    if not one or all(leaf is None for leaf in one):
        return together
    made = []
    for place, (leaf, twin) in enumerate(zip(one, other, strict=False)):
        if leaf is None or (isinstance(conv(leaf), Operation)):
            made.append(together)
            continue
        first, second = conv(leaf), conv(twin)
        shape = getattr(first, "known_shape", getattr(first, "shape", None))
        shape_2 = getattr(second, "known_shape", getattr(second, "shape", None))
        tensor = Tensor(
            "part",
            (("of", together), ("place", str(place))),
            shape if shape == shape_2 else None,
            type_of(first) or type_of(second),
            effect=lambda run, node, place=place: run.value(together)[place],
        )
        tensor.depends = (*depends, *taken)
        made.append(tensor)
    rest = iter(made)
    return mapped(structure, lambda _: next(rest))


def while_loop(cond_fn: Any, body_fn: Any, loop_vars: Any, **options: Any) -> Any:
    """`tf.while_loop`: as many turns as the shown condition says.

    Unsure of more than some hundred turns, which a condition on numbers that are noise may want.
    """
    first = [conv(leaf) for leaf in leaves(loop_vars)]
    if now().graph is None:
        unsure("tf.while_loop in eager mode")
    maximum = options.get("maximum_iterations")

    def loop_variable(leaf: Any) -> Tensor:
        value = conv(leaf)
        shape = getattr(value, "known_shape", getattr(value, "shape", None))
        return Tensor("loop_variable", (), None if options.get("shape_invariants") else shape, type_of(value))

    holders: list[Any] = []

    def hold() -> Any:
        holders.append(mapped(loop_vars, loop_variable))
        return None

    begun = _Body(hold)
    inputs = leaves(holders[0])
    given = holders[0] if isinstance(holders[0], (list, tuple)) else [holders[0]]
    test = _Body(lambda: cond_fn(*given))
    turn = _Body(lambda: body_fn(*given))

    def compute(run: Run) -> list[Any]:
        values = [run.value(one) for one in first]
        known = set(inputs)
        for body in (test, turn):
            for taken in body.taken:
                if taken not in known:
                    run.value(taken)
        for turns in range(LONGEST):
            for holder, value in zip(inputs, values, strict=False):
                run.memo[holder] = value
            for node in (*test.nodes, *turn.nodes):
                run.memo.pop(node, None)
            if maximum is not None and turns >= int(maximum):
                break
            tested = test.run(run)[0]
            if not _is_true(run, tested):
                break
            values = turn.run(run)
            values = [value if value is not None else None for value in values]
        else:
            unsure("a tf.while_loop of many turns")
        return values

    return _results(
        "while",
        compute,
        loop_vars,
        first,
        first,
        tuple((f"v{i}", one) for i, one in enumerate(first)),
        [begun, test, turn],
    )
