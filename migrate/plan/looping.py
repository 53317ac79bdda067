"""A loop that opened a session for itself, and whose runs become steps: what calls these as often."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from migrate.model.driver import Driver
from migrate.model.edit import Code, Replacement

from .counting import is_before
from .machines import flag_defaults, is_here
from .refusing import refuse
from .steps import Step


def check_looped(driver: Driver, steps: Sequence[Step]) -> None:
    """Loops run on this machine.

    Raises:
      Refused: one may run elsewhere.
    """
    defaults = flag_defaults([driver.bindings])
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
            if looped is None or site.monitored is not None:
                continue
            parts: dict[str, ast.AST] = {f"o{index}": one.value for index, one in enumerate(looped.options)}
            arguments = [step.name, variables]
            arguments += [_passed(one, index) for index, one in enumerate(looped.options)]
            if looped.step is not None and is_before(looped.step, steps):
                arguments.append(f"global_step={min(looped.step.defines)}")
            if looped.summarises:
                arguments.append("summarises=True")
            lines = "".join(f"    {argument},\n" for argument in arguments)
            code = Code(f"compat.train.supervise(\n{lines})", parts, imports=("import compat",))
            yield Replacement(site.call, code)


def _passed(option: ast.keyword, index: int) -> str:
    """An option, as it was; what chooses variables, for where the store lists them."""
    value = option.value
    if option.arg != "init_fn" or isinstance(value, ast.Name):
        return f"{option.arg}={{o{index}}}"
    is_plain = isinstance(value, ast.Call) and not (value.args or value.keywords)
    if is_plain and isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
        return f"choose_init_fn={value.func.id}"
    return f"choose_init_fn=lambda: {{o{index}}}"
