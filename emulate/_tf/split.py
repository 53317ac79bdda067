"""Real GPUs, split into as many logical ones as are asked for."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tensorflow.core.protobuf import config_pb2
from tensorflow.python import pywrap_tfe
from tensorflow.python.client import session
from tensorflow.python.eager import context
from tensorflow.python.training import server_lib

from .._errors import EmulateError
from .._mask import MASK_VARIABLE
from .._request import Request
from . import nccl
from .patching import changing_server_config, replace

# What CUDA, cuDNN and the other processes on a card take beside TensorFlow's own memory.
_SHARE = 0.9


def real_gpus(mask: str | None) -> list[str]:
    """Returns the names of the host's GPUs that TensorFlow can use, with `mask` on them if there is one.

    CUDA reads the mask once, when its devices are first listed, which is here: afterwards the variable is the
    program's.
    """
    raw_list = getattr(pywrap_tfe.TF_ListPhysicalDevices, "__wrapped__", pywrap_tfe.TF_ListPhysicalDevices)
    with _environment(MASK_VARIABLE, mask):
        return [name.decode() for name in raw_list() if b":GPU:" in name]


@contextmanager
def _environment(name: str, value: str | None) -> Iterator[None]:
    """Sets a variable for as long as the block runs, unless the value is None."""
    before = os.environ.get(name)
    if value is not None:
        os.environ[name] = value
    try:
        yield
    finally:
        if value is not None:
            os.environ.pop(name)
            if before is not None:
                os.environ[name] = before


def split_gpus(request: Request) -> None:
    """Makes `request.gpus` logical GPUs of the real ones, as evenly as they come, and replaces NCCL.

    The tasks of a cluster share the cards: each takes what would be its own if one process had the GPUs of
    all. A task without GPUs, such as a ps, sees none. NCCL refuses two devices on one card. TensorFlow itself
    reduces to one device by default once GPUs are split; what asks for NCCL by name gets the same sums.
    """
    ctx = context.context()
    physical = ctx.list_physical_devices("GPU")
    together = request.cluster_gpus or request.gpus
    parts = _parts(together, len(physical))
    mine = parts[request.first_gpu : request.first_gpu + request.gpus]
    ctx.set_visible_devices([physical[card] for card in sorted(set(mine))], "GPU")
    for card in sorted(set(mine)):
        if request.memory_limit is None and together <= len(physical):
            continue
        limit = (request.memory_limit or _share_of_card(card, parts.count(card))) // 2**20
        ctx.set_logical_device_configuration(
            physical[card],
            [context.LogicalDeviceConfiguration(memory_limit=limit) for _ in range(mine.count(card))],
        )
    if together > len(physical):
        nccl.patch()
        _split_in_sessions()


def _split_in_sessions() -> None:
    """Lets Sessions and servers that are given a configuration have the parts of the cards, too.

    TensorFlow gives them the context's only where they are given none.
    """

    def init(original: Any) -> Any:
        def __init__(self: Any, target: Any = "", graph: Any = None, config: Any = None) -> None:
            self._session = None  # which its deletion looks for, should it be refused here
            if isinstance(config, config_pb2.ConfigProto):
                config = _with_parts(config)
            original(self, target, graph, config)

        return __init__

    replace(session.BaseSession, "__init__", init)
    replace(server_lib, "_make_server_def", changing_server_config(_with_parts))


def _with_parts(config: Any) -> Any:
    """A copy of a ConfigProto that splits the cards as the context does.

    A `visible_device_list` counts the parts: as many as it names are left, the first ones. A configuration
    that splits cards itself stays as it is. Where the process has no part, it sees no card.
    """
    if config.gpu_options.experimental.virtual_devices:
        return config
    whole = context.context().config.gpu_options
    listed = config.gpu_options.visible_device_list
    left = len(listed.split(",")) if listed else sum(len(card.memory_limit_mb) for card in _cards(whole))
    mine = config_pb2.ConfigProto()
    mine.CopyFrom(config)
    if not _cards(whole):
        mine.device_count["GPU"] = 0
        return mine
    used = []
    for number, card in zip(whole.visible_device_list.split(","), _cards(whole), strict=True):
        limits = card.memory_limit_mb[:left]
        left -= len(limits)
        if limits:
            used.append(number)
            mine.gpu_options.experimental.virtual_devices.add(memory_limit_mb=limits)
    mine.gpu_options.visible_device_list = ",".join(used)
    return mine


def _cards(options: Any) -> Any:
    return options.experimental.virtual_devices


def _parts(gpus: int, cards: int) -> list[int]:
    """The card of each of so many GPUs: neighbours share one, and the first cards have one more."""
    fewest, more = divmod(gpus, cards)
    return [card for card in range(cards) for _ in range(fewest + (card < more))]


def _share_of_card(index: int, parts: int) -> int:
    """Returns one part of what a card can hold, in bytes, as `nvidia-smi` says."""
    program = shutil.which("nvidia-smi")
    if program is None:
        raise EmulateError(
            "a real GPU is here and nvidia-smi is not: give memory_limit, its share of the card"
        )
    query = [program, "--query-gpu=memory.total", "--format=csv,noheader,nounits", f"--id={index}"]
    answer: Any = subprocess.run(query, capture_output=True, text=True, timeout=30)
    try:
        return int(int(answer.stdout.split()[0]) * 2**20 * _SHARE / parts)
    except (IndexError, ValueError) as error:
        raise EmulateError("nvidia-smi does not tell the card's memory: give memory_limit") from error
