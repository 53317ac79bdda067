"""What this process emulates, shared by all patches."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tensorflow.python.eager import context
from tensorflow.python.framework import ops

from .. import _journal as journal
from .. import _logs as logs
from .._errors import EmulateError
from .._names import Layout, Names
from .._request import Request
from .kernels import only_for_gpus

# What C++ says where no device has a kernel of an op: in functions and Sessions, and in eager code.
_NO_KERNEL = re.compile(
    r"No OpKernel was registered to support Op '(\w+)'|Could not find device for node: \{\{.*?\}\} = (\w+)\["
)


@dataclass
class Emulation:
    """The emulated devices of this process: what was asked for, and how many GPUs a mask leaves of it.

    `missing` says that some graph names a GPU that does not exist.
    """

    request: Request
    visible: Callable[[], int]
    missing: bool = False


_NOTHING = Emulation(Request(), lambda: 0)
_current: Emulation = _NOTHING


def is_active() -> bool:
    """Whether this process emulates anything."""
    return _current is not _NOTHING


def emulation() -> Emulation:
    """Returns what this process emulates; zero devices if nothing."""
    return _current


def set_current(emulation: Emulation) -> None:
    """Makes `emulation` what this process emulates."""
    global _current
    _current = emulation
    names.forget()


def fail(message: str) -> None:
    """Ends what would have let two names mean one device, and tells the launcher."""
    journal.record_collapse(message)
    raise EmulateError(message)


def translate_output_if_asked() -> None:
    """Called when the program turns placement logging on: C++ is about to write raw names to its output."""
    if is_active():
        logs.translate_output(names.layout)


def translate_error(error: Any) -> None:
    """Puts the program's names into an error that has just come from C++; once only, for names overlap."""
    error._message = error_to_user(error._message)


def error_to_user(message: str) -> str:
    """Returns an error message of C++ with the program's names, and what emulation has to do with it."""
    lacking = _NO_KERNEL.search(message)
    op = lacking and (lacking[1] or lacking[2])
    told = names.text_to_user(message)
    if not is_active() or op not in only_for_gpus():
        return told
    # in front: a Session looks for names of ops behind the message
    return f"{op} has a kernel for real GPUs alone, and emulated ones compute on the CPU. {told}"


def fail_if_missing(graph: Any, gpus: int, soft_placement: bool) -> None:
    """Fails if soft placement is about to move a graph's ops from a GPU that is not there to another's.

    `gpus` is how many the Session that runs it has.
    """
    if not _current.missing or not soft_placement or _current.request.allow_collapse:
        return
    asked = dict.fromkeys(op.device for op in graph.get_operations() if names.is_missing(op.device, gpus))
    if asked:
        fail(_missing_message(list(asked)))


def _layout() -> Layout:
    """Counts the context's logical devices; this is when the physical ones are listed and a mask is read."""
    if not is_active():
        return Layout(0)
    ctx: Any = context.context()
    ctx._initialize_physical_devices()
    split = ctx._virtual_device_map
    gpus = sum(len(split.get(d) or [d]) for d in ctx._visible_device_list if d.device_type == "GPU")
    return Layout(gpus, _current.request.tpus)


def _on_missing(name: str) -> None:
    """A GPU is asked for that does not exist.

    Without soft placement TensorFlow itself fails, in its own words. In eager code and functions, soft
    placement is the default and it is now that it would apply; in a TF 1 graph it is the Session that decides
    later.
    """
    if not is_active() or _current.request.allow_collapse:
        return
    if not ops.executing_eagerly_outside_functions():
        _current.missing = True
    elif context.context()._soft_device_placement is not False:
        fail(_missing_message([name]))


def _missing_message(asked: list[str]) -> str:
    there = names.layout.accelerators
    listed = f"only {', '.join(there)}" if there else "no GPU"
    hidden = _current.request.gpus - names.layout.gpus
    if hidden > 0:
        listed += f" ({hidden} of {_current.request.gpus} are hidden)"
    return (
        f"the program asks for {', '.join(asked)}, but there is {listed}: soft placement would put the ops "
        "on a device with another name. Emulate more GPUs, name only those that exist, or allow it "
        "(--allow-collapse, allow_collapse=True)"
    )


def _jobs() -> Mapping[str, int]:
    return _current.request.jobs


names = Names(_layout, _on_missing, _jobs)
