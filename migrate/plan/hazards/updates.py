"""Updates beside each other, of which a program should know what they do."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.driver import Driver, Point
from migrate.model.facts import DriverFacts
from migrate.model.kinds import Context, Kind
from migrate.model.nodes import nodes_of
from migrate.syntax.placeholders import may_be_number

from ..state.variable_names import renumbered_tags
from ..steps.step import Step
from ..steps.updates import updates


def hazards(facts: DriverFacts, steps: Sequence[Step]) -> Iterator[Diagnostic]:
    """What the steps of a driver do as the graph did, though it may not be what is meant."""
    told = dict.fromkeys(_of_batches(facts))
    for step in steps:
        told |= dict.fromkeys(_of_all_towers(facts, step))
        told |= dict.fromkeys(_beside_weights(facts.driver, step))
        told |= dict.fromkeys(_said_again(facts, step))
        told |= dict.fromkeys(_of_tags(facts.driver, step))
        told |= dict.fromkeys(_fed_numbers(facts.driver, step))
    yield from told


def _fed_numbers(driver: Driver, step: Step) -> Iterator[Diagnostic]:
    """What may be one number, is fed, and comes back: a session gave it as an array."""
    for site in step.sites:
        fed = {feed.placeholder for feed in site.feeds}
        for fetch in site.fetches:
            made = fetch.sources.get(fetch.node.id, ()) if isinstance(fetch.node, ast.Name) else ()
            if any(one in fed and may_be_number(one) for one in made):
                found = f"{ast.unparse(fetch.node)}, which is fed: a session gave one number back as an "
                found += "array, np.ndarray, and a step gives it as np.float32 or such"
                yield _note(driver, "HAZ116", fetch.node, found, "np.asarray of it, if its type matters")


def _of_batches(facts: DriverFacts) -> Iterator[Diagnostic]:
    """What the update of several towers is of, which another number of them changes."""
    for towers in facts.towers:
        if towers.averagings:
            found = "an update by the mean of the towers' gradients, as before: for more towers, each with a "
            found += "batch as large, the learning rate may not fit"
            yield _note(facts.driver, "HAZ108", towers.loop, found, "another rate, if you add GPUs")
    for loop in _gathering(facts):
        found = (
            "an update by the towers' gradients, not known to be their mean: as before, and of as many as "
        )
        found += "there are towers"
        yield _note(facts.driver, "HAZ151", loop, found, "divide by the number of towers for a mean")


def _gathering(facts: DriverFacts) -> Iterator[ast.For]:
    """Other loops over devices that compute gradients, which are applied behind them."""
    known = {towers.loop for towers in facts.towers if towers.averagings}
    for header in facts.driver.points:
        if not isinstance(header.node, ast.For) or header.node in known:
            continue
        inside = {*facts.driver.under(header.node)}
        computing = {one for one in inside if any(map(_computes_gradients, nodes_of(one.node)))}
        places = any(Context.DEVICE in around.contexts for one in computing for around in one.parents)
        applied = (one for one in facts.driver.points if one.kind is Kind.APPLY and one not in inside)
        if places and any(one.index > header.index for one in applied):
            yield header.node


def _computes_gradients(node: ast.AST) -> bool:
    name = node.func.attr if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else ""
    return name in ("compute_gradients", "gradients")


def _of_all_towers(facts: DriverFacts, step: Step) -> Iterator[Diagnostic]:
    """Updates that layers collected, taken from the whole graph behind a tower loop, or by its last tower."""
    for loop in {*(towers.loop for towers in facts.towers), *_gathering(facts)}:
        header = facts.driver.at[loop]
        inside = {*facts.driver.under(loop)} - {header}
        for point in sorted(step.selected, key=lambda point: point.index):
            is_chosen = point in inside and not point.is_straight_within(header)
            for node in point.nodes if point.index > header.index and not is_chosen else ():
                if _takes_all_updates(facts.driver, node):
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
    if not waiting:
        return
    for point in sorted(step.selected, key=lambda point: point.index):
        beside = point.kind is Kind.AVERAGE and point not in waiting
        if beside or point.kind is not Kind.AVERAGE and _groups_averages(driver, point, waiting):
            found = "averages updated beside the weights, in no order: here always of those before the update"
            instead = "tf.control_dependencies on the update, where the new ones are meant"
            yield _note(driver, "HAZ106", point.node, found, instead)


def _groups_averages(driver: Driver, point: Point, waiting: frozenset[Point]) -> bool:
    """Whether a statement makes an update of averages where it groups that with the update of weights."""
    if any(source in waiting for parent in point.parents for source in parent.sources):
        return False
    nodes = point.calls
    groups = any(driver.tensorflow(node.func) == "tf.group" for node in nodes)
    return groups and any(_applies_averages(driver, point, node) for node in nodes)


def _applies_averages(driver: Driver, point: Point, call: ast.Call) -> bool:
    """Whether it is `average.apply(…)`, of an `ExponentialMovingAverage`."""
    function = call.func
    if not (isinstance(function, ast.Attribute) and function.attr == "apply"):
        return False
    name = function.value.id if isinstance(function.value, ast.Name) else ""
    made = (getattr(one.node, "value", None) for one in point.uses.get(name, ()))
    return any(
        isinstance(one, ast.Call) and driver.tensorflow(one.func) == "tf.train.ExponentialMovingAverage"
        for one in made
    )


def _said_again(facts: DriverFacts, step: Step) -> Iterator[Diagnostic]:
    """Messages of code that built the graph once, and is now run whenever a step is traced."""
    for point in sorted(step.selected & facts.messages.keys(), key=lambda point: point.index):
        for path, call in facts.messages[point]:
            found = f"`{ast.unparse(call.func)}` in code that builds the graph: said when a step is traced"
            span = Span.of(path, call)
            yield Diagnostic("HAZ107", Severity.INFO, span, found, "say it where the program begins")


def _of_tags(driver: Driver, step: Step) -> Iterator[Diagnostic]:
    """Tags of summaries, which TensorFlow numbers as it does names of operations."""
    for point, rival in renumbered_tags(driver, step.selected, step.state):
        line, instead = rival.node.lineno, "a tag of its own"
        found = f"a tag that line {line} gave a number, by its name: {step.name} is without both"
        yield _note(driver, "HAZ103", point.node, found, instead)


def _note(driver: Driver, code: str, node: ast.AST, found: str, instead: str) -> Diagnostic:
    return Diagnostic(code, Severity.INFO, Span.of(driver.path_of(node), node), found, instead)
