"""Queues that queue runners fill: who puts something into a queue, and who takes it out."""

from __future__ import annotations

import ast

from migrate.model.bindings import Bindings
from migrate.model.nodes import calls_in, nodes_of, place_in_text
from migrate.model.objects import COMPREHENSIONS, FUNCTIONS, Object, made_at
from migrate.syntax.arguments import as_keywords, passed_values

from ..names.definitions import Definitions

_QUEUES = frozenset(
    f"{home}.{name}"
    for home in ("tf", "tf.queue")
    for name in ("FIFOQueue", "PaddingFIFOQueue", "RandomShuffleQueue")
)
_RUNNERS = frozenset({"tf.train.QueueRunner", "tf.train.queue_runner.QueueRunner"})
_ADDING = frozenset({"tf.train.add_queue_runner", "tf.train.queue_runner.add_queue_runner"})
_PUTTING = frozenset({"enqueue", "enqueue_many"})
_TAKING = frozenset({"dequeue", "dequeue_many", "dequeue_up_to"})
_SCOPES = (*FUNCTIONS, ast.Module)
_REPEATED = (*_SCOPES, *COMPREHENSIONS, ast.For, ast.While)


def is_run_by_runner(definitions: Definitions, bindings: Bindings, call: ast.Call) -> bool:
    """Whether a call of `enqueue` gives what a queue runner alone runs, made before anything is taken out.

    The queue is then what is put into it, as a data set is: no run of the program's own fills it. That holds
    where one queue runner is given the queue and the operation, no other call of a library is given either,
    and the queue is asked for nothing but its elements. It costs one question for each argument of each call.
    """
    called = call.func
    if not (isinstance(called, ast.Attribute) and called.attr in _PUTTING):
        return False
    if not definitions.are_made_by(bindings, called.value, _QUEUES):
        return False
    queues, operations = definitions.given(bindings, called.value), definitions.given(bindings, call)
    runners, taking = list[ast.Call](), list[ast.Call]()
    for home in definitions.together(bindings):
        for other in calls_in(home.module.tree):
            symbol = home.tensorflow(other.func)
            held = (definitions.within(home, value) for value in passed_values(other))
            if symbol not in _ADDING and any(not one.isdisjoint(queues | operations) for one in held):
                if symbol in _RUNNERS:
                    runners.append(other)
                elif not definitions.is_followed(home, other):
                    return False
            asked = other.func if isinstance(other.func, ast.Attribute) else None
            whose = definitions.given(home, asked.value) if asked is not None else frozenset[Object]()
            if asked is not None and not whose.isdisjoint(queues) and asked.attr not in _PUTTING:
                if asked.attr not in _TAKING:
                    return False
                taking.append(other)
            if not whose.isdisjoint(operations):
                return False
    if len(runners) != 1:
        return False
    (runner,) = runners
    named = {one.arg for one in as_keywords(runner, ("queue", "enqueue_ops")) or ()}
    tree = definitions.homes[runner].module.tree
    scope, turn = _innermost(tree, runner, _SCOPES), _innermost(tree, runner, _REPEATED)
    made = {node for one in queues for node in made_at(one)}
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
