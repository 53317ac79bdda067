"""A loop that opened a session for itself, and whose runs become steps: what calls these as often."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from migrate.model.driver import Driver, Point
from migrate.model.edit import Code, Replacement
from migrate.model.runs import EvaluatedPart, RunSite
from migrate.syntax.arguments import is_none
from migrate.syntax.command_line import flag_defaults, is_here

from ..state.global_step import is_before
from ..state.saved_lists import Listing
from ..statements.objections import refuse
from ..steps.step import Step


def check_looped(driver: Driver, steps: Sequence[Step]) -> None:
    """Loops run on this machine.

    Raises:
      Refused: one may run elsewhere.
    """
    defaults = flag_defaults([driver.bindings.module.tree])
    for step in steps:
        for site in step.sites:
            looped = site.looped
            if looped is None:
                continue
            if looped.master is not None and not is_here(looped.master, defaults):
                found = "a loop of steps in a session on another machine"
                refuse(driver, "SES230", looped.master, found, "a session and a loop of the program's own")


def looping(steps: Sequence[Step], variables: str) -> Iterator[Replacement]:
    """The edits by which loops call steps."""
    for step in steps:
        for site in step.sites:
            looped = site.looped
            if looped is None or site.monitored is not None or looped.part is not None:
                continue
            parts: dict[str, ast.AST] = {f"o{index}": one.value for index, one in enumerate(looped.options)}
            arguments = [step.name, variables]
            arguments += [_passed(one, index) for index, one in enumerate(looped.options)]
            if looped.step is not None and is_before(looped.step, steps):
                arguments.append("global_step={step}")
                parts["step"] = looped.step.node
            if looped.summarises:
                arguments.append("summarises=True")
            lines = "".join(f"    {argument},\n" for argument in arguments)
            code = Code(f"compat.train.supervise(\n{lines})", parts, imports=("import compat",))
            yield Replacement(site.call, code)


def evaluating(
    steps: Sequence[Step], variables: str, listings: Mapping[Point, Listing]
) -> Iterator[Replacement]:
    """The edits by which evaluations call steps."""
    sites = [(site, step) for step in steps for site in step.sites if _evaluates(site)]
    for call in dict.fromkeys(site.call for site, _ in sites):
        named = {site.looped.part: step.name for site, step in sites if site.call is call and site.looped}
        site = next(one for one, _ in sites if one.call is call)
        assert site.looped is not None
        options = {str(one.arg): one.value for one in site.looped.options}
        given = {name: one for name, one in options.items() if not is_none(one)}
        parts: dict[str, ast.AST] = {f"o{index}": one for index, one in enumerate(given.values())}
        held = {name: f"{{o{index}}}" for index, name in enumerate(given)}
        arguments = [variables, *(f"{name}={held.get(name, 'None')}" for name in options)]
        arguments += [f"{part.value}={named[part]}" for part in EvaluatedPart if part in named]
        listing = listings.get(site.point)
        if listing is not None:
            told = listing.told
            parts |= told.parts
            arguments.append(f"variables_to_restore={told.template}")
        lines = "".join(f"    {argument},\n" for argument in arguments)
        function = "evaluate_repeatedly" if site.looped.repeats else "evaluate"
        code = Code(f"compat.train.{function}(\n{lines})", parts, imports=("import compat",))
        yield Replacement(call, code)


def _evaluates(site: RunSite) -> bool:
    return site.looped is not None and site.looped.part is not None


def _passed(option: ast.keyword, index: int) -> str:
    """An option, as it was; what chooses variables, for where the store lists them."""
    value = option.value
    if option.arg != "init_fn" or isinstance(value, ast.Name):
        return f"{option.arg}={{o{index}}}"
    is_plain = isinstance(value, ast.Call) and not (value.args or value.keywords)
    if is_plain and isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
        return f"choose_init_fn={value.func.id}"
    return f"choose_init_fn=lambda: {{o{index}}}"
