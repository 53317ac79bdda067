"""What stands in the place of a call of `Session.run`."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from migrate.model.driver import Driver, Point
from migrate.model.edit import Code, Replacement
from migrate.model.nodes import declared_names, nodes_of
from migrate.model.refusal import Refused
from migrate.model.runs import Element, Keys, RunSite
from migrate.syntax.runs import run_session

from ..steps.step import Step


def outside_replacements(driver: Driver, site: RunSite, step: Step) -> Iterator[Replacement]:
    """The edits of a run of an object's graph outside of its class, in the block of `driver`."""
    assert site.outside is not None
    known_as = f"{site.outside.name}.{step.name}"
    call, dictionaries = site.outside.call, site.outside.fed
    here = replace(site, point=driver.at[site.outside.statement], call=call)
    if site.feed_name is None:
        values = [value for fed in dictionaries for value in fed.values]
        feeds = tuple(replace(feed, value=value) for feed, value in zip(site.feeds, values, strict=True))
        yield from call_replacements(driver, replace(here, feeds=feeds), step, known_as)
    else:
        keys = [key for one in dictionaries for key in one.keys if isinstance(key, ast.Attribute)]
        keys += site.outside.added
        properties = site.outside.properties
        named = tuple((key, properties.get(key.attr, key).attr) for key in keys)
        yield from call_replacements(
            driver, replace(here, feed_name=site.outside.feed, feed_keys=named), step, known_as
        )


def replacements_without_step(sites: Sequence[RunSite]) -> Iterator[Replacement]:
    """Runs that no step stands for.

    Those of an attribute that there is not: what they fetch raises the same error. Those that compute from
    Python values alone, or fetch handles of iterators, or that only call a function.
    """
    for site in sites:
        if site.calls and site.monitored is None:  # else it is run as a step is
            yield Replacement(site.call, Code("{called}()", {"called": site.written}))
        elif site.raises:
            yield Replacement(site.call, Code("{fetched}", {"fetched": site.written}))
        elif site.at_once:
            parts = {f"value{index}": value for index, value in enumerate(site.at_once)}
            values = ", ".join(f"{{{name}}}.numpy()" for name in parts)
            if site.several:
                values = f"({values},)" if isinstance(site.written, ast.Tuple) else f"[{values}]"
            yield Replacement(site.call, Code(values, parts))


def call_replacements(driver: Driver, site: RunSite, step: Step, known_as: str) -> Iterator[Replacement]:
    """One run site: the call of the step, by its name there, and the dictionary that it is fed."""
    parts: dict[str, ast.AST] = {}
    if site.traced is not None:
        parts |= dict(zip(("options", "metadata"), site.traced, strict=True))
        known_as = f"compat.traced({known_as}, {{options}}, {{metadata}})"
    opening = f"{known_as}("
    if site.monitored is not None or site.in_hook:
        session = run_session(site.call, gives_int=site.gives_int)
        assert session is not None
        parts["session"] = session
        opening = f"{{session}}.run({known_as}{', ' if site.feeds or site.feed_name else ''}"
    if site.feed_name is not None:
        parts["feed"] = site.feed_name
        stars = "*{feed}.values()" if step.returns_inputs else "**{feed}"
        if step.is_open:
            stars = "{feed}"
        call = f"{opening}{stars})"
        yield from string_keys(site)
    else:
        in_order = [feed.placeholder for feed in site.feeds] == list(step.parameters)
        arguments = []
        for index, feed in enumerate(site.feeds):  # in the order in which the values were computed
            parts[f"v{index}"] = feed.value
            keyword = ""
            if not (in_order or step.returns_inputs):
                assert feed.placeholder is not None
                (name,) = feed.placeholder.defines
                keyword = f"{step.arguments[name]}="
            arguments.append(f"{keyword}{{v{index}}}")
        call = f"{opening}{', '.join(arguments)})"
    if site.gives_int:
        yield Replacement(site.call, Code(f"int({call})", parts))
    elif step.pruned is not None:  # it returns what the session did
        yield Replacement(site.call, Code(call, parts))
    else:
        yield _replacement(driver, site, call, parts)


def string_keys(site: RunSite) -> Iterator[Replacement]:
    """The names of the parameters, for the keys of what a run is fed by a name."""
    for key, name in site.feed_keys:
        if isinstance(name, Keys):
            continue  # see key_replacements()
        if isinstance(name, Element):
            yield Replacement(key, _element(name))
            continue
        several = isinstance(name, tuple)
        names = [one.removeprefix("self.") for one in ([*name] if isinstance(name, tuple) else [name])]
        text = repr(names if several else names[0])
        yield Replacement(key, Code(text.replace("{", "{{").replace("}", "}}")))


def _element(key: Element) -> Code:
    parts: dict[str, ast.AST] = {f"i{number}": index for number, index in enumerate(key.indices)}
    name = repr(key.name.removeprefix("self.")).replace("{", "{{").replace("}", "}}")
    return Code(f"({name}, {', '.join(f'{{{part}}}' for part in parts)})", parts)


def _replacement(driver: Driver, site: RunSite, call: str, parts: dict[str, ast.AST]) -> Replacement:
    statement = site.point.node
    values = [fetch for fetch in site.fetches if not fetch.is_operation]
    if isinstance(statement, ast.Expr) and statement.value is site.call and len(values) != 1:
        return Replacement(site.call, Code(call, parts))
    if isinstance(statement, ast.Assign) and statement.value is site.call and site.several:
        target = statement.targets[0]
        if (
            len(statement.targets) == 1
            and isinstance(target, (ast.Tuple, ast.List))
            and len(target.elts) == len(site.fetches)
            and not any(isinstance(element, ast.Starred) for element in target.elts)
            and _are_names_alone(driver, site, target.elts)
        ):
            return _unpacked(driver, site, target.elts, call, parts)
    if not site.several or isinstance(statement, ast.Expr) and statement.value is site.call:
        return Replacement(site.call, Code(f"{call}.numpy()" if values else call, parts))
    picked = _picked(site)
    if picked is not None:
        position = sum(not fetch.is_operation for fetch in site.fetches[: picked.fetched])
        value = f"{call}[{position}].numpy()" if len(values) > 1 else f"{call}.numpy()"
        return Replacement(picked.node, Code(value, parts))
    listed = _listed(driver, site, call)
    if isinstance(site.fetched, ast.Tuple):
        listed = f"tuple({listed})"
    return Replacement(site.call, Code(listed, parts))


class _Picked(NamedTuple):
    """The subscript that takes one value out of what a run gives, and which of the fetches that is."""

    node: ast.Subscript
    fetched: int


def _picked(site: RunSite) -> _Picked | None:
    """`sess.run([train_op, loss])[1]`, of which the list is never seen."""
    for node in site.point.nodes:
        if not (isinstance(node, ast.Subscript) and node.value is site.call):
            continue
        index = _whole_number(node.slice)
        if index is not None and -len(site.fetches) <= index < len(site.fetches):
            index %= len(site.fetches)
            return None if site.fetches[index].is_operation else _Picked(node, index)
    return None


def _whole_number(node: ast.expr) -> int | None:
    try:
        value = ast.literal_eval(node)
    except ValueError:
        return None
    return value if type(value) is int else None


def _unpacked(
    driver: Driver, site: RunSite, targets: Sequence[ast.expr], call: str, parts: dict[str, ast.AST]
) -> Replacement:
    """`_, loss_value = sess.run([train_op, loss])`: names of operations go, unless something reads them."""
    lines, kept = [], []
    for index, (target, fetch) in enumerate(zip(targets, site.fetches, strict=True)):
        if not fetch.is_operation:
            parts[f"t{index}"] = target
            kept.append(f"{{t{index}}}")
        elif isinstance(target, ast.Name) and _is_read(driver, target.id, site.point):
            lines.append(f"{target.id} = None")
    if not kept:
        lines.append(call)
    elif len(kept) == 1:
        lines.append(f"{kept[0]} = {call}.numpy()")
    else:
        lines.append(f"{', '.join(kept)} = (value.numpy() for value in {call})")
    return Replacement(site.point.node, Code("\n".join(lines), parts))


def _are_names_alone(driver: Driver, site: RunSite, targets: Sequence[ast.expr]) -> bool:
    """Whether names get the `None` of operations, which these may be given in front of the run, or never."""
    named = Counter(one.id for one in targets if isinstance(one, ast.Name))
    of_operations = [one for one, fetch in zip(targets, site.fetches, strict=True) if fetch.is_operation]
    return all(
        isinstance(one, ast.Name)
        and (not _is_read(driver, one.id, site.point) or named[one.id] == 1 and one.id not in site.point.uses)
        for one in of_operations
    )


def _is_read(driver: Driver, name: str, by: Point) -> bool:
    """Whether something may read what a statement gives a name: other code, or what asks for all names."""
    if name in declared_names(nodes_of(driver.owner)):
        return True
    names = (one.id for one in nodes_of(driver.bindings.module.tree) if isinstance(one, ast.Name))
    asks_all = not _NAMESPACES.isdisjoint(names)
    return asks_all and name != "_" or any(by in point.uses.get(name, ()) for point in driver.points)


_NAMESPACES = frozenset({"dir", "eval", "globals", "locals", "vars"})


def _listed(driver: Driver, site: RunSite, call: str) -> str:
    """A list with `None` for each operation, as `Session.run` returned it."""
    values = [fetch for fetch in site.fetches if not fetch.is_operation]
    if not values:
        return f"[{call}]" if len(site.fetches) == 1 else f"[{call}] * {len(site.fetches)}"
    if len(values) == 1:
        fetched = f"{call}.numpy()"
        items = [("None" if fetch.is_operation else fetched) for fetch in site.fetches]
        return f"[{', '.join(items)}]"
    if len(values) == len(site.fetches):
        return f"[value.numpy() for value in {call}]"
    kinds = "".join("o" if fetch.is_operation else "v" for fetch in site.fetches)
    if "vo" in kinds.rstrip("o"):
        found = "a list of fetches with operations between values, kept as a list"
        raise Refused("SES203", driver.path_of(site.call), site.call, found, "fetch the operations first")
    first = next(index for index, fetch in enumerate(site.fetches) if not fetch.is_operation)
    before = "None, " * first
    after = ", None" * (len(site.fetches) - first - len(values))
    return f"[{before}*(value.numpy() for value in {call}){after}]"
