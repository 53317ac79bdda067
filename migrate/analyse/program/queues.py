"""Queues of TensorFlow: who puts something into one, and who takes it out."""

from __future__ import annotations

import ast
import enum
from collections.abc import Sequence, Set

from migrate.model.bindings import Bindings
from migrate.model.nodes import calls_in, nodes_of, place_in_text
from migrate.model.objects import COMPREHENSIONS, FUNCTIONS, Object, made_at
from migrate.syntax.arguments import as_keywords, passed_values

from ..names.definitions import Definitions

_IN_ORDER = frozenset(f"{home}.{kind}FIFOQueue" for home in ("tf", "tf.queue") for kind in ("", "Padding"))
_QUEUES = _IN_ORDER | {"tf.RandomShuffleQueue", "tf.queue.RandomShuffleQueue"}
_RUNNERS = frozenset({"tf.train.QueueRunner", "tf.train.queue_runner.QueueRunner"})
_ADDING = frozenset({"tf.train.add_queue_runner", "tf.train.queue_runner.add_queue_runner"})
PUTTING = frozenset({"enqueue", "enqueue_many"})
_TAKING = frozenset({"dequeue", "dequeue_many", "dequeue_up_to"})
_SCOPES = (*FUNCTIONS, ast.Module)
_REPEATED = (*_SCOPES, *COMPREHENSIONS, ast.For, ast.While)


class Filled(enum.Enum):
    """Who runs what a call of `enqueue` gives."""

    BY_RUNNER = "a queue runner alone, made before anything is taken out: the queue is as a data set"
    BY_RUNS = "runs of the program's own, and no queue runner; it gives its elements in their order"


def filled(definitions: Definitions, bindings: Bindings, call: ast.Call) -> Filled | None:
    """Who fills the queue that a call of `enqueue` is of.

    `None` where it may not be one of TensorFlow's queues, where both fill it, or where more is asked of it
    than its elements. It costs one question for each argument of each call.
    """
    called = call.func
    assert isinstance(called, ast.Attribute)
    if not definitions.are_made_by(bindings, called.value, _QUEUES):
        return None
    queues, operations = definitions.given(bindings, called.value), definitions.given(bindings, call)
    runners, taking, is_run = list[ast.Call](), list[ast.Call](), False
    for home in definitions.together(bindings):
        for other in calls_in(home.module.tree):
            symbol = home.tensorflow(other.func)
            is_runner = symbol in _RUNNERS
            is_known = is_runner or symbol in _ADDING or definitions.is_followed(home, other)
            for value in passed_values(other):
                held = definitions.within(home, value)
                if not is_known and not held.isdisjoint(queues):
                    return None
                is_run |= not is_known and not held.isdisjoint(operations)
                if is_runner and not held.isdisjoint(queues | operations) and other not in runners:
                    runners.append(other)
            asked = other.func if isinstance(other.func, ast.Attribute) else None
            whose = definitions.given(home, asked.value) if asked is not None else frozenset[Object]()
            is_run |= not whose.isdisjoint(operations)
            if asked is not None and not whose.isdisjoint(queues) and asked.attr not in PUTTING:
                if asked.attr not in _TAKING:
                    return None
                taking.append(other)
    if not runners:
        is_in_order = definitions.are_made_by(bindings, called.value, _IN_ORDER)
        return Filled.BY_RUNS if is_in_order else None
    if is_run or len(runners) > 1:
        return None
    made = {node for one in queues for node in made_at(one)}
    return Filled.BY_RUNNER if _is_before(definitions, runners[0], made, taking) else None


def _is_before(
    definitions: Definitions, runner: ast.Call, made: Set[ast.AST], taking: Sequence[ast.Call]
) -> bool:
    """Whether a runner is made once for each queue that is made, and then something is taken out."""
    tree = definitions.homes[runner].module.tree
    scope, turn = _innermost(tree, runner, _SCOPES), _innermost(tree, runner, _REPEATED)
    named = {one.arg for one in as_keywords(runner, ("queue", "enqueue_ops")) or ()}
    return (
        named == {"queue", "enqueue_ops"}
        and all(_innermost(tree, one, _REPEATED) is turn for one in made)
        and all(_innermost(tree, one, _SCOPES) is scope for one in taking)
        and all(place_in_text(one) > place_in_text(runner) for one in taking)
    )


def _innermost(tree: ast.Module, node: ast.AST, kinds: tuple[type[ast.AST], ...]) -> ast.AST | None:
    """The innermost code of some kinds that a node stands in; none if it is of another module."""
    around = [one for one in nodes_of(tree) if isinstance(one, kinds) and node in nodes_of(one)]
    return around[-1] if around else None  # the nodes come from outside in
