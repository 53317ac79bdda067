"""Reading the NodeDefs of a graph."""

from collections.abc import Iterator
from typing import Any

# Which attributes of an op name the functions that it calls.
CALLED_FUNCTIONS = {
    "PartitionedCall": ("f",),
    "StatefulPartitionedCall": ("f",),
    "While": ("cond", "body"),
    "StatelessWhile": ("cond", "body"),
    "If": ("then_branch", "else_branch"),
    "StatelessIf": ("then_branch", "else_branch"),
}


def data_inputs(node: Any) -> Iterator[str]:
    """Yields the inputs of a node that are values, not mere order."""
    return (name for name in node.input if not name.startswith("^"))


def value_of(name: str) -> tuple[str, int]:
    """Returns the node, and which of its outputs, that an input's name stands for."""
    node, _, slot = name.partition(":")
    return node, int(slot.rpartition(":")[2]) if slot else 0
