"""The only place in `emulate` that touches private TensorFlow.

TensorFlow's Python calls its C++ through few doors; each is patched once, so that names are translated on the
way in (program to raw) and on the way out, and nowhere between. Known to hold for TensorFlow 2.16 to 2.21; a
door that is missing is an `EmulateError` at the start, never a device that quietly stays raw.
"""

from collections.abc import Callable

from .. import journal
from ..errors import EmulateError
from . import active, attributes, context, graphs, keras, nccl, sessions
from .recording import record_kernels

__all__ = ["record_kernels", "start"]


def start(n: int, visible: Callable[[], int], *, translate_logs: bool) -> None:
    """Patches this process's TensorFlow so that `n` GPUs exist, of which the program sees `visible()`.

    Raises:
        EmulateError: another number is emulated already, or it is too late.
    """
    running = active.current()
    if running is not None:
        if running.gpus != n:
            raise EmulateError(
                f"this process already emulates {running.gpus} GPUs and cannot change to {n}: "
                "use one process for each number"
            )
        return
    context.refuse_if_initialised()
    graphs.refuse_if_built()
    active.set_current(active.Emulation(n, visible, translate_logs))
    for module in (context, graphs, sessions, attributes, nccl, keras):
        module.patch()
    journal.record_start()
