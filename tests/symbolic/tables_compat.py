"""Names of `compat`, the runtime of rewritten programs."""

from __future__ import annotations

from typing import Any

from .expressions import expr
from .graphs import Graph, here
from .namespaces import TABLES, known, start_graph
from .nodes import Node, Tensor, conv, is_tensor
from .operations import pure
from .sessions import Program
from .store import VariableStore
from .unsure import meant, unsure
from .variables import Variable
from .world import now

COMPAT = TABLES["compat"]


def build_graph(*_: Any, **__: Any) -> None:
    start_graph()


def average_gradients(
    gradients: Any,
    *,
    reduction: str = "mean",
    sum_then_divide: bool = False,
    ordered: bool = True,
    packed: Any = None,
    keep_sparse: bool = False,
) -> list[Any]:
    """The mean over towers of each gradient, in the form that the classic helper's has, too."""
    replica = now().replica
    towers = list(gradients)
    if (
        towers
        and isinstance(towers[0], tuple)
        and len(towers[0]) == 2
        and (towers[0][0] is None or is_tensor(towers[0][0]))
    ):
        if replica is None:
            unsure("average_gradients of pairs outside of a replica")
        towers = replica.gather(towers)
    result = []
    for pairs in zip(*towers, strict=False):
        grads = [gradient for gradient, _ in pairs]
        if any(gradient is None for gradient in grads):
            if not all(gradient is None for gradient in grads):
                unsure("a gradient that some towers lack")
            result.append((None, pairs[0][1]))
            continue
        parts = [conv(gradient) for gradient in grads]
        if reduction == "sum":
            reduced = pure(
                "reduce_sum", {"input_tensor": pure("stack", {"values": parts, "axis": 0}), "axis": 0}
            )
        elif sum_then_divide:
            reduced = pure("truediv", {"x": pure("add_n", {"inputs": parts}), "y": float(len(parts))})
        else:
            reduced = pure(
                "reduce_mean", {"input_tensor": pure("stack", {"values": parts, "axis": 0}), "axis": 0}
            )
        result.append((reduced, pairs[0][1]))
    return result


def apply_gradients(optimizer: Any, gradients: Any, global_step: Any = None, name: Any = None) -> Any:
    """Apply what is equal on every replica, once."""
    replica = now().replica
    pairs = [(gradient, variable) for gradient, variable in gradients if gradient is not None]
    if replica is not None:
        replica.apply_gradients(optimizer, pairs, global_step, summed=False)
        return None
    optimizer.apply_gradients(pairs, global_step=global_step)
    return None


def replica_index() -> int:
    replica = now().replica
    return replica.index if replica is not None else unsure("replica_index() outside of a replica")


def op_name(value: Any) -> str:
    return value.full if isinstance(value, Variable) else value.op.name


def reset_default_graph() -> None:
    world = now()
    if world.stack[0] is not None:
        world.stack[0] = Graph("graph")
    else:
        world.seed = None
    world.outside = None


class OrderedReduction:
    """`compat.OrderedReduction`: the sum in the order of the towers, which is the one there is here."""


COMPAT.update(
    {
        "VariableStore": VariableStore,
        "Program": Program,
        "build_graph": build_graph,
        "average_gradients": average_gradients,
        "apply_gradients": apply_gradients,
        "replica_index": replica_index,
        "op_name": op_name,
        "reset_default_graph": reset_default_graph,
        "configure": lambda *_, **__: None,
        "set_gpu_memory_fraction": lambda *_: None,
        "set_visible_gpus": lambda *_: None,
        "OrderedReduction": OrderedReduction,
        "restorable": lambda path: path,
        "device_name": lambda one: one,
        "device": lambda *_: __import__("contextlib").nullcontext(),
    }
)


@known("named_only", of="compat")
def named_only(config: Any) -> Any:
    return config


del Node, Tensor, expr, here, meant
