"""Python's and NumPy's random numbers: where they begin, and how far a program has drawn them."""

from __future__ import annotations

import random
import zlib
from typing import Any

import numpy as np
import numpy.random.bit_generator as numpy_seeds


def begin_chance(number: int) -> None:
    """Let what the program draws unseeded from Python and NumPy be the same wherever `number` is.

    A program may ask for new chance itself, by `seed()`, `seed(None)` or a generator of its own, as TF 1's
    MNIST data sets do when they are read. The k-th time it does so it gets what another program gets then.
    """
    random.seed(number)
    np.random.seed(number)
    chance, seeded = random.Random(number), random.seed

    def seed(a: Any = None, version: int = 2) -> None:
        seeded(chance.getrandbits(64) if a is None else a, version)

    random.seed = seed
    setattr(numpy_seeds, "randbits", chance.getrandbits)  # noqa: B010  where NumPy's generators begin


def drawn_so_far() -> str:
    """Where the global generators stand: two programs that drew the same are told the same."""
    own = np.array(random.getstate()[1], np.uint32)
    state = np.random.get_state(legacy=False)["state"]
    drawn = zlib.crc32(own.tobytes(), zlib.crc32(np.asarray(state["key"]).tobytes()))
    return f"{drawn:08x}-{state['pos']}"
