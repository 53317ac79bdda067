"""What a whole program should know of its steps: what they do as its graph did, or cannot do so."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from migrate.model.bindings import Bindings
from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.facts import ModuleFacts
from migrate.model.nodes import calls_in, nodes_of
from migrate.syntax.arguments import argument_of, is_none
from migrate.syntax.seeds import keeps_stream, seeds_graph
from migrate.syntax.servers import SERVER

_SEEDS = ("tf.set_random_seed", "tf.random.set_random_seed")
# Layers that keep averages, and the argument by which they move them, with what it is by default.
_NORMALISING = {
    "tf.contrib.layers.batch_norm": ("is_training", True),
    "tf.contrib.slim.batch_norm": ("is_training", True),
    "tf.layers.batch_normalization": ("training", False),
}
# What runs the updates of such layers without being told.
_UPDATING = (
    "tf.contrib.layers.optimize_loss",
    "tf.contrib.slim.learning.create_train_op",
    "tf.contrib.training.create_train_op",
)
_COLLECTION = "UPDATE_OPS"
# Functions whose queues say in a summary how full they are, and what writes all summaries of a graph.
_PRODUCERS = frozenset(f"tf.train.{name}input_producer" for name in ("", "range_", "slice_", "string_"))
_BATCHES = frozenset(
    f"tf.train.{maybe}{kind}{join}"
    for maybe in ("", "maybe_")
    for kind in ("batch", "shuffle_batch")
    for join in ("", "_join")
)
_SUMMARISED_QUEUES = _PRODUCERS | _BATCHES | {"tf.contrib.slim.prefetch_queue.prefetch_queue"}
# What counts how often the input is gone through, and where it is told how often it may be.
_COUNTED = {
    **dict.fromkeys(_PRODUCERS, 1),
    "tf.train.input_producer": 2,
    "tf.train.limit_epochs": 1,
    "tf.contrib.slim.dataset_data_provider.DatasetDataProvider": 5,
    "tf.contrib.slim.parallel_reader.parallel_read": 3,
}
_WRITING_SUMMARIES = frozenset(
    {
        "tf.contrib.deprecated.merge_all_summaries",
        "tf.contrib.slim.evaluation.SummaryAtEndHook",
        "tf.contrib.slim.evaluation.evaluate_once",
        "tf.contrib.slim.evaluation.evaluation_loop",
        "tf.contrib.slim.learning.train",
        "tf.contrib.training.SummaryAtEndHook",
        "tf.merge_all_summaries",
        "tf.summary.merge_all",
        "tf.train.MonitoredTrainingSession",
        "tf.train.Supervisor",
    }
)


def program_hazards(modules: Sequence[ModuleFacts], programs: Sequence[ModuleFacts]) -> Iterator[Diagnostic]:
    """What is told of `programs` among some modules that run together."""
    if programs:
        for module in modules:
            yield from _seeds(module)
    if any(facts.has_towers for module in modules for facts in module.drivers):
        for module in modules:
            yield from _moved_by_towers(module.bindings)
    if not any(map(_updates_averages, modules)):
        for module in modules:
            yield from _never_moved(module.bindings)
    if any(bindings.tensorflow(call.func) in _WRITING_SUMMARIES for bindings, call in _all_calls(modules)):
        for bindings, call in _all_calls(modules):
            if bindings.tensorflow(call.func) in _SUMMARISED_QUEUES:
                found = (
                    "a queue whose summary, fraction_of_…_full, is no longer written: input has no queue now"
                )
                yield _note(bindings, "HAZ113", call, found, "write a summary of your own if you need it")
    yield from _counted_epochs(modules)


def wrapped_hazards(modules: Sequence[ModuleFacts]) -> Iterator[Diagnostic]:
    """What is told where functions run parts of a graph: random numbers that each set of fetches begins."""
    with_seed = any(seeds_graph(module.bindings) for module in modules)
    for bindings, call in _all_calls(modules):
        if keeps_stream(bindings.tensorflow(call.func) or "", call, with_seed=with_seed):
            found = (
                "random numbers of a seed, which begin anew for each set of fetches that has them: a session "
                "went on with them in all of its runs"
            )
            yield _note(bindings, "HAZ115", call, found, "one set of fetches that has it")


def _counted_epochs(modules: Sequence[ModuleFacts]) -> Iterator[Diagnostic]:
    """The input of workers who counted together how often it was gone through, by a variable on a server."""
    if any(bindings.tensorflow(call.func) == SERVER for bindings, call in _all_calls(modules)):
        for bindings, call in _all_calls(modules):
            place = _COUNTED.get(bindings.tensorflow(call.func) or "")
            count = None if place is None else argument_of(call, place, "num_epochs")
            if count is not None and not is_none(count):
                found = "epochs that all workers counted together, on a server: each counts its own now"
                yield _note(
                    bindings, "HAZ114", call, found, "a share of the epochs, or of the files, for each"
                )


def _seeds(module: ModuleFacts) -> Iterator[Diagnostic]:
    """The seeds that a module gives the graph, which the program's steps do not have."""
    bindings, dead = module.bindings, module.dead_nodes
    for call in calls_in(bindings.module.tree):
        if call not in dead and bindings.tensorflow(call.func) in _SEEDS:
            found = "a seed for the graph: random numbers are others than before, of the same kind"
            yield _note(bindings, "HAZ104", call, found, "give each random operation a seed")


def _moved_by_towers(bindings: Bindings) -> Iterator[Diagnostic]:
    """Layers that move their averages wherever they are computed, and so in each tower."""
    for call in calls_in(bindings.module.tree):
        if _moves_at_once(call):
            found = "averages that every tower moves: each run does it once per tower, in any order"
            yield _note(bindings, "HAZ105", call, found, "updates_collections, and those of one tower")


def _never_moved(bindings: Bindings) -> Iterator[Diagnostic]:
    """Layers that train, in a program that runs none of their updates."""
    for call in calls_in(bindings.module.tree):
        if _trains(bindings, call):
            found = "averages of batch normalisation that no run moves: they stay as they begin, as before"
            yield _note(bindings, "HAZ152", call, found, "run tf.GraphKeys.UPDATE_OPS with the update")


def _updates_averages(module: ModuleFacts) -> bool:
    """Whether a module names the collection of such updates, or has something run them."""
    for node in nodes_of(module.bindings.module.tree):
        if isinstance(node, ast.Attribute) and node.attr == _COLLECTION:
            return True
        if isinstance(node, ast.Constant) and node.value == _COLLECTION.lower():
            return True
        if isinstance(node, ast.Call) and (
            _moves_at_once(node) or module.bindings.tensorflow(node.func) in _UPDATING
        ):
            return True
    return False


def _moves_at_once(call: ast.Call) -> bool:
    """Whether a call of a layer, or of what gives its arguments, says that it moves its averages at once."""
    return any(
        word.arg == "updates_collections"
        and isinstance(word.value, ast.Constant)
        and word.value.value is None
        for word in call.keywords
    )


def _trains(bindings: Bindings, call: ast.Call) -> bool:
    name, default = _NORMALISING.get(bindings.tensorflow(call.func) or "", ("", False))
    if not name:
        return False
    given = next((word.value for word in call.keywords if word.arg == name), None)
    return default if given is None else not (isinstance(given, ast.Constant) and not given.value)


def _all_calls(modules: Sequence[ModuleFacts]) -> Iterator[tuple[Bindings, ast.Call]]:
    return ((module.bindings, call) for module in modules for call in calls_in(module.bindings.module.tree))


def _note(bindings: Bindings, code: str, node: ast.AST, found: str, instead: str) -> Diagnostic:
    return Diagnostic(code, Severity.INFO, Span.of(bindings.module.path, node), found, instead)
