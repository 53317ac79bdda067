"""What this process emulates, shared by all patches."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tensorflow.python.eager import context
from tensorflow.python.framework import ops

from .. import journal, logs
from ..errors import EmulateError
from ..names import Names


@dataclass
class Emulation:
    """The emulated devices of this process.

    `gpus` is how many physical GPUs were asked for; `visible()` how many of them a mask leaves.
    """

    gpus: int
    visible: Callable[[], int]
    translate_logs: bool
    missing: dict[str, None] = field(default_factory=dict)


_current: Emulation | None = None


def current() -> Emulation | None:
    """Returns what this process emulates, or None."""
    return _current


def set_current(emulation: Emulation) -> None:
    """Makes `emulation` what this process emulates, for good."""
    global _current
    _current = emulation


def emulation() -> Emulation:
    """Returns what this process emulates; the patches run only once that is set."""
    assert _current is not None
    return _current


def fail(message: str) -> None:
    """Ends what would have let two names mean one device, and tells the launcher."""
    journal.record_collapse(message)
    raise EmulateError(message)


def translate_output_if_asked() -> None:
    """Called when the program turns placement logging on: C++ is about to write raw names to its output."""
    if emulation().translate_logs:
        logs.translate_output(names.gpus)


def translate_error(error: Any) -> None:
    """Puts the program's names into an error that has just come from C++; once only, for names overlap."""
    error._message = names.text_to_user(error._message)


def fail_if_missing(soft_placement: bool) -> None:
    """Fails if soft placement is about to move ops from a GPU that does not exist to another name's."""
    missing = emulation().missing
    if missing and soft_placement:
        fail(_missing_message(list(missing)))


def _logical_gpus() -> int:
    """Counts the context's logical GPUs; this is when the physical ones are listed and a mask is read."""
    ctx: Any = context.context()
    ctx._initialize_physical_devices()
    split = ctx._virtual_device_map
    return sum(len(split.get(d) or [d]) for d in ctx._visible_device_list if d.device_type == "GPU")


def _on_missing(name: str) -> None:
    """A GPU is asked for that does not exist.

    Without soft placement TensorFlow itself fails, in its own words. In eager code and functions, soft
    placement is the default and it is now that it would apply; in a TF 1 graph it is the Session that decides
    later.
    """
    if not ops.executing_eagerly_outside_functions():
        emulation().missing[name] = None
    elif context.context()._soft_device_placement is not False:
        fail(_missing_message([name]))


def _missing_message(asked: list[str]) -> str:
    there = ", ".join(f"/gpu:{i}" for i in range(names.gpus)) or "no GPU"
    return (
        f"the program asks for {', '.join(asked)}, but there is only {there}: soft placement would put "
        "the ops on a device with another name. Emulate more GPUs, or name only those that exist"
    )


names = Names(_logical_gpus, _on_missing)
