"""A session with hooks whose runs become steps: what runs these with the same hooks around them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from migrate.model.edit import Code, Replacement
from migrate.model.runs import Monitored, RunSite

from ..steps.step import Step


def monitored_of(sites: Sequence[RunSite]) -> Monitored | None:
    """The session with hooks that runs the sites, if there is one."""
    return next((site.monitored for site in sites if site.monitored is not None), None)


def monitoring(session: Monitored, steps: Sequence[Step], variables: str) -> Iterator[Replacement]:
    """The edits by which the session runs steps, and hooks ask for values by name."""
    parts: dict[str, ast.AST] = {f"o{index}": one.value for index, one in enumerate(session.options)}
    called = [step.name for step in steps for site in step.sites if site.call is session.opening]
    function = "monitor" if called else "MonitoredSteps"
    arguments = [*called, variables]
    if session.values:
        arguments.append(f"values={list(session.values)}")
    arguments += [f"{one.arg}={{o{index}}}" for index, one in enumerate(session.options)]
    lines = "".join(f"    {argument},\n" for argument in arguments)
    code = Code(f"compat.train.{function}(\n{lines})", parts, imports=("import compat",))
    yield Replacement(session.opening, code)
    for node, name in session.asked.items():
        yield Replacement(node, Code(repr(name)))
