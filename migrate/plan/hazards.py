"""Updates beside each other, of which a program should know what they do."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.driver import Driver
from migrate.model.facts import DriverFacts
from migrate.model.kinds import Kind

from .steps import Step
from .updates import updates


def hazards(facts: DriverFacts, steps: Sequence[Step]) -> Iterator[Diagnostic]:
    """What the steps of a driver do as the graph did, though it may not be what is meant."""
    told = dict.fromkeys(_of_batches(facts))
    for step in steps:
        told |= dict.fromkeys(_of_all_towers(facts, step))
        told |= dict.fromkeys(_beside_weights(facts.driver, step))
        told |= dict.fromkeys(_said_again(facts, step))
    yield from told


def _of_batches(facts: DriverFacts) -> Iterator[Diagnostic]:
    """What the update of several towers is of, which another number of them changes."""
    for towers in facts.towers:
        if towers.averagings:
            found = "an update by the mean of the towers' gradients, as before: for more towers, each with a "
            found += "batch as large, the learning rate may not fit"
            yield _note(facts.driver, "HAZ108", towers.loop, found, "see `tfmigrate explain HAZ108`")


def _of_all_towers(facts: DriverFacts, step: Step) -> Iterator[Diagnostic]:
    """Updates that layers collected, taken behind a tower loop from the whole graph."""
    for towers in facts.towers:
        inside = set(facts.driver.under(towers.loop))
        for point in sorted(step.selected - inside, key=lambda point: point.index):
            for node in (inner for root in point.own_nodes for inner in ast.walk(root)):
                if point.index > towers.point.index and _takes_all_updates(facts.driver, node):
                    found = (
                        "UPDATE_OPS of all towers: each run moves the averages once per tower, in any order"
                    )
                    yield _note(facts.driver, "HAZ105", node, found, "take those of one tower, by its scope")


def _takes_all_updates(driver: Driver, node: ast.AST) -> bool:
    if not (isinstance(node, ast.Call) and driver.tensorflow(node.func) == "tf.get_collection"):
        return False
    key = node.args[0] if len(node.args) == 1 and not node.keywords else None
    return isinstance(key, ast.Attribute) and key.attr == "UPDATE_OPS"


def _beside_weights(driver: Driver, step: Step) -> Iterator[Diagnostic]:
    """Moving averages that do not wait for the update that is run with them."""
    waiting = updates(step.selected)
    if step.pruned is not None or not waiting:
        return
    for point in sorted(step.selected - waiting, key=lambda point: point.index):
        if point.kind is Kind.AVERAGE:
            found = "averages updated beside the weights, in no order: of those before the update, here too"
            instead = "tf.control_dependencies on the update, where the new ones are meant"
            yield _note(driver, "HAZ106", point.node, found, instead)


def _said_again(facts: DriverFacts, step: Step) -> Iterator[Diagnostic]:
    """Messages of functions that built the graph once, and are now run whenever a step is traced."""
    for point in sorted(step.selected & facts.messages.keys(), key=lambda point: point.index):
        for path, call in facts.messages[point]:
            found = f"`{ast.unparse(call.func)}` in a function that builds the graph: each step says it anew"
            span = Span.of(path, call)
            yield Diagnostic("HAZ107", Severity.INFO, span, found, "say it where the program begins")


def _note(driver: Driver, code: str, node: ast.AST, found: str, instead: str) -> Diagnostic:
    return Diagnostic(code, Severity.INFO, Span.of(driver.path_of(node), node), found, instead)
