"""Names of methods by which TensorFlow acts on a graph's state, takes elements, or runs it."""

from __future__ import annotations

# Methods that make iterators, or take elements of queues, of whatever object.
INPUT_METHODS = frozenset(
    {"dequeue", "dequeue_many", "dequeue_up_to", "make_initializable_iterator", "make_one_shot_iterator"}
)
# Methods that change variables, whatever object they are called on,
UPDATING_METHODS = frozenset(
    {
        "apply",
        "assign",
        "assign_add",
        "assign_sub",
        "count_up_to",
        "scatter_add",
        "scatter_sub",
        "scatter_update",
    }
)
# and those that change other state, or run the graph.
EFFECTFUL_METHODS = frozenset(
    {"enqueue", "enqueue_many", "eval", "load", "make_callable", "partial_run", "restore", "run", "save"}
)
# Methods of optimizers that apply gradients.
APPLYING_METHODS = frozenset({"apply_gradients", "minimize"})
ACTING_METHODS = (
    APPLYING_METHODS | EFFECTFUL_METHODS | INPUT_METHODS | UPDATING_METHODS | {"compute_gradients"}
)
