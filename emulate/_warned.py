"""Warnings of a test's process, filtered as pytest filters them and handed to the process that reports."""

from __future__ import annotations

import builtins
import json
import warnings
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pytest

_PLUGIN = "warnings"


def run_protocol(item: pytest.Item, path: Path) -> None:
    """Runs the protocol of `item` in its process; the warnings there are written to `path`.

    pytest's own plugin would report them from here, where nobody listens, or through a pipe of xdist's that
    another process writes to.
    """
    from _pytest.warnings import catch_warnings_for_item

    told: list[dict[str, Any]] = []
    manager = item.config.pluginmanager
    plugin = manager.getplugin(_PLUGIN)
    catching: AbstractContextManager[None] = nullcontext()
    if plugin is not None:
        catching = catch_warnings_for_item(
            item.config, _Ears(lambda kwargs: told.append(_packed(kwargs))), when="runtest", item=item
        )
    protocol = manager.subset_hook_caller("pytest_runtest_protocol", [] if plugin is None else [plugin])
    with catching:
        protocol(item=item, nextitem=None)
    path.write_text(json.dumps(told), encoding="utf-8")


def take_over(item: pytest.Item, path: Path) -> None:
    """Tells pytest of the warnings that a test's process wrote to `path`, if it came to that."""
    if not path.exists():
        return
    for one in json.loads(path.read_text(encoding="utf-8")):
        category = getattr(builtins, one["category"])
        message = warnings.WarningMessage(category(one["text"]), category, one["filename"], one["lineno"])
        told = {"warning_message": message, "nodeid": item.nodeid, "when": "runtest", "location": None}
        item.ihook.pytest_warning_recorded.call_historic(kwargs=told)


class _Ears:
    """Stands for the hooks that pytest tells of a warning."""

    def __init__(self, hear: Callable[[dict[str, Any]], None]) -> None:
        self.pytest_warning_recorded = SimpleNamespace(call_historic=lambda kwargs: hear(kwargs))


def _packed(kwargs: dict[str, Any]) -> dict[str, Any]:
    """A warning by its nearest builtin category: the module of another may not be imported elsewhere."""
    found = kwargs["warning_message"]
    category = next(kind for kind in found.category.__mro__ if kind.__module__ == "builtins")
    return {
        "text": str(found.message),
        "category": category.__name__,
        "filename": found.filename,
        "lineno": found.lineno,
    }
