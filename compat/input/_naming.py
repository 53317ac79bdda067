"""Names for inputs that are equal in all their arguments and yet not the same."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from .. import _traces as traces


@contextlib.contextmanager
def named(name: str) -> Iterator[None]:
    """What is made inside belongs to `name`: in every step the same, and never what another name made.

    Inputs are found again by what they are made of and by their order. Two inputs that a graph made with the
    same arguments, of which one step uses the first and another step the second, need names. TensorFlow 1
    needed none: a tensor of its graph was one.

    Args:
      name: any text; names may be inside of each other.

    Raises:
      InputError: outside of a step.
    """
    scopes = traces.current("named()").scopes
    scopes.append(name)
    try:
        yield
    finally:
        scopes.pop()
