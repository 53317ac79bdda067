"""Where in TensorFlow a symbol is."""

from __future__ import annotations

from collections.abc import Iterable


def is_in(symbol: str, homes: Iterable[str]) -> bool:
    """Whether a symbol, such as `tf.estimator.Estimator`, is one of `homes` or in one of them."""
    return any(symbol == home or symbol.startswith(home + ".") for home in homes)
