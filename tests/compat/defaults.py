"""What arguments are that are not given, of a function and of another one."""

import inspect
from collections.abc import Callable, Collection
from typing import Any


def shared_defaults(
    ours: Callable[..., Any], theirs: Callable[..., Any], but: Collection[str] = ()
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The defaults of the arguments that both have, `but` some: those of the first, and of the second."""
    told, known = (inspect.signature(one).parameters for one in (ours, theirs))
    shared = [one for one in told if one in known and one not in but]
    return {one: told[one].default for one in shared}, {one: known[one].default for one in shared}
