"""Emulates the GPUs that a program of this process is to see."""

from __future__ import annotations

import os

import emulate

from ..devices import GPU_MASK, NO_GPU


def emulate_gpus(gpus: int) -> None:
    """Gives the program so many GPUs; 0 leaves the devices that there are.

    A mask that hides the host's own has done so by then, and is nothing that the program should read.
    """
    if not gpus:
        return
    emulate.gpus(gpus)
    if os.environ.get(GPU_MASK) == NO_GPU:
        del os.environ[GPU_MASK]
