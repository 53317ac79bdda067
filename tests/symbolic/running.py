"""Runs: the values of nodes, by demand, and what they do to the state."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from .expressions import Expr, expr
from .folding import fold
from .nodes import Node, Operation, draws_of
from .shape_rules import infer
from .unsure import meant, op_error
from .world import now

if TYPE_CHECKING:
    from .graphs import Graph
    from .variables import Variable


class Run:
    """One run of a graph, of a step, or of one operation in eager mode (`graph` is `None`).

    By demand, as a session runs what is fetched: a read sees what was before the run, unless something
    orders it behind an update. In a step ("function") and in eager mode all runs in the order of the
    program.

    Args:
      state: the values of variables, which the run changes.
      fed: the values of nodes that are fed.
    """

    def __init__(
        self, graph: Graph | None, state: dict[Any, Expr], fed: dict[Any, Expr] | None = None
    ) -> None:
        world = now()
        world.burn()
        self.graph, self.state = graph, state
        self.memo: dict[Any, Any] = dict(fed or {})
        self.fed = fed or {}
        self.before = dict(state) if graph is not None and graph.mode == "graph" else state
        self.written: dict[str, Expr] = {}
        self.outer: Run | None = None
        self.redraws = False  # whether eager tensors that come from random numbers are computed anew

    @property
    def is_eager(self) -> bool:
        return self.graph is None or self.graph.mode == "eager"

    @property
    def is_by_demand(self) -> bool:
        return self.graph is not None and self.graph.mode == "graph"

    def value(self, node: Any) -> Any:
        """The value of a node, or of nodes in tuples; of an operation `None`, once it has run."""
        if isinstance(node, tuple):
            return tuple(self.value(one) for one in node)
        if not isinstance(node, Node):
            return node
        if isinstance(node, Operation) and node.source is not None:
            self.value(node.source)
            return None
        if node in self.memo:
            return self.memo[node]
        if node.fixed is not None and not (self.redraws and draws_of(node)):
            return node.fixed
        if node.graph is not self.graph and self.graph is not None and not self._is_known(node):
            raise meant(ValueError(f"Tensor {node.kind} is not an element of this graph."))
        for one in node.controls:
            self.value(one)
        if node.effect is not None:
            result = node.effect(self, node)
        elif node.kind == "placeholder":
            raise op_error("InvalidArgumentError")(
                f"You must feed a value for placeholder tensor {node.label!r}"
            )
        else:
            result = self._computed(node)
        self.memo[node] = result
        return result

    def _is_known(self, node: Node) -> bool:
        """Whether the node belongs to a part of the graph, such as the body of a loop."""
        return bool(
            node.graph is not None
            and self.graph is not None
            and self.graph.known.get("part_of") is node.graph
        )

    def _computed(self, node: Any) -> Expr:
        args = tuple((name, self.value(one)) for name, one in node.args)
        return compute(node.kind, args, str(node.dtype), node.known_shape)

    def read(self, variable: Variable, *, late: bool) -> Expr:
        """The value of a variable: that before the run, or if `late` that of now.

        Raises:
          FailedPreconditionError: it has none.
        """
        if variable in self.fed:
            return self.fed[variable]
        variable.is_read = True
        state = self.state if late or not self.is_by_demand else self.before
        if variable not in state:
            raise op_error("FailedPreconditionError")(
                f"Attempting to use uninitialized value {variable.full}"
            )
        return variable.seen(state[variable])

    def write(self, variable: Variable, value: Expr, *, initial: bool = False) -> None:
        self.state[variable] = value
        now().final[variable.full] = value
        if not initial:
            self.written[variable.full] = value

    def done(self) -> None:
        """Note what the run has changed."""
        if self.written:
            now().note(dict(self.written))
            self.written = {}


def compute(kind: str, args: tuple[Any, ...], dtype: str, known: Any = None) -> Expr:
    """An expression, in its normal form, or the number itself where only whole numbers are computed."""
    folded = fold(kind, args, dtype)
    if folded is not None:
        return folded
    shape = infer(kind, args)
    if shape is None or (None in shape and known is not None and None not in known):
        shape = known if known is not None else shape
    return expr(kind, *args, shape=shape, dtype=dtype)


def run_all(run: Run, nodes: Iterable[Any]) -> None:
    for node in nodes:
        run.value(node)
