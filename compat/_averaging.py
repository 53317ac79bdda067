"""The gradients of towers that one function computes, averaged as the helpers of TF 1 programs did it."""

from __future__ import annotations

import functools
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import tensorflow as tf

from . import _tf
from ._errors import TowerError

GradientAndVariable = tuple[Any, Any]
Tower = list[GradientAndVariable]
Reduce = Callable[[Sequence[tf.Tensor]], tf.Tensor]

# How many bytes a gradient may have, and how many there must be, for one transfer of all to beat one for
# each: within a machine, and between machines (python -m benchmarks.towers).
_NEAR = (1 << 12, 16)
_FAR = (1 << 16, 2)

# From twice eight towers on, tf.reduce_mean adds in groups.
_ADDED_IN_ORDER = 15


def towers_in(gradients: Sequence[Any]) -> list[Tower] | None:
    """The towers of the classic helper's argument; None for one list of (gradient, variable) pairs.

    Raises:
      TowerError: it is neither.
    """
    items = [_materialised(item) for item in gradients]
    if all(_is_pair(item) for item in items):
        return None
    for index, tower in enumerate(items):
        if not isinstance(tower, (list, tuple)) or _is_pair(tower) or not all(map(_is_pair, tower)):
            raise TowerError(
                f"Item {index} of tower_grads is no list of (gradient, variable) pairs: pass a list with "
                "what compute_gradients() returned for each tower, or, in a replica, what it returned there"
            )
    return [[(as_gradient(gradient), variable) for gradient, variable in tower] for tower in items]


def as_gradient(gradient: Any) -> Any:
    """Arrays are as good as tensors; `IndexedSlices` and `None` stay."""
    kept = gradient is None or isinstance(gradient, tf.IndexedSlices) or tf.is_tensor(gradient)
    return gradient if kept else tf.convert_to_tensor(gradient)


def _materialised(item: Any) -> Any:
    """What TF 1 programs gave may also be a `zip` of gradients and variables."""
    if isinstance(item, (list, tuple)) or tf.is_tensor(item) or isinstance(item, (tf.Variable, str)):
        return item
    return list(item) if isinstance(item, Iterable) else item


def _is_pair(item: Any) -> bool:
    return (
        isinstance(item, (list, tuple))
        and len(item) == 2
        and not any(isinstance(part, (list, tuple)) for part in item)
    )


def name_of(variable: Any) -> str:
    """What messages call a variable."""
    return str(getattr(variable, "name", variable))


def check_match(towers: Sequence[Sequence[GradientAndVariable]]) -> None:
    """See that all towers have gradients of one type and shape for the same variables, in one order.

    Raises:
      TowerError: with the tower and the variable that do not match those of tower 0.
    """
    first = towers[0]
    for index, tower in enumerate(towers):
        for (gradient, variable), (expected, shared) in zip(tower, first, strict=False):
            if variable is not shared:
                raise TowerError(
                    f"Tower {index} has a gradient for {name_of(variable)} where tower 0 has one for "
                    f"{name_of(shared)}: let all towers share their variables, by reuse, and list them in "
                    "the same order"
                )
            _check_same_kind(index, name_of(variable), gradient, expected)
        if len(tower) != len(first):
            longer, shorter = (index, 0) if len(tower) > len(first) else (0, index)
            name = name_of(towers[longer][min(len(tower), len(first))][1])
            raise TowerError(
                f"Tower {longer} has a gradient for {name}, tower {shorter} has none: tower 0 lists "
                f"{len(first)} variables and tower {index} {len(tower)}"
            )


def _check_same_kind(index: int, name: str, gradient: Any, expected: Any) -> None:
    if (gradient is None) != (expected is None):
        without, having = (index, 0) if gradient is None else (0, index)
        raise TowerError(
            f"Tower {without} has no gradient (None) for {name}, but tower {having} has one: let every "
            "tower's loss depend on it, or give tf.zeros_like(variable) where it does not"
        )
    if gradient is None:
        return
    if gradient.dtype != expected.dtype:
        raise TowerError(
            f"Tower {index} has a gradient of {gradient.dtype.name} for {name}, tower 0 one of "
            f"{expected.dtype.name}: cast them to one type"
        )
    if not gradient.shape.is_compatible_with(expected.shape):
        raise TowerError(
            f"Tower {index} has a gradient of shape {gradient.shape} for {name}, tower 0 one of shape "
            f"{expected.shape}"
        )


def total(values: Sequence[tf.Tensor]) -> tf.Tensor:
    """The sum in the order of the towers.

    `tf.add_n`, which Grappler makes of other sums, begins with the value whose memory it may take.
    """
    with _tf.as_written():
        return functools.reduce(tf.add, values)


def mean(values: Sequence[tf.Tensor]) -> tf.Tensor:
    """The classic helper's `tf.reduce_mean(tf.concat(expanded, 0), 0)`, to the bit."""
    if _is_plain_mean(values):
        # No copy of all towers' values. A plain division by a constant would become a multiplication.
        return tf.math.divide_no_nan(total(values), tf.constant(len(values), values[0].dtype))
    return tf.reduce_mean(tf.stack(values), axis=0)


def _is_plain_mean(values: Sequence[tf.Tensor]) -> bool:
    """Whether the helper's mean is the sum in the order of the towers, divided by their number.

    A vector of single values it adds in several lanes, and half precision with more digits.
    """
    size = values[0].shape.num_elements()
    return (
        values[0].dtype in (tf.float32, tf.float64)
        and size is not None
        and size > 1
        and len(values) <= _ADDED_IN_ORDER
    )


def divided_total(values: Sequence[tf.Tensor]) -> tf.Tensor:
    """The sum in the order of the towers over their number, as `tf.add_n(values) / n` multiplies it."""
    return total(values) / len(values)


def fast_mean(values: Sequence[tf.Tensor]) -> tf.Tensor:
    """The sum in any order over the number of towers."""
    return tf.add_n(values) / len(values)


def _is_same_in_a_pack(reduce: Reduce, values: Sequence[tf.Tensor]) -> bool:
    """Whether reducing `values` with others in one vector makes no difference to a bit."""
    if reduce in (tf.add_n, fast_mean):
        return True
    if reduce is mean:
        return _is_plain_mean(values)
    return values[0].dtype in (tf.float32, tf.float64)  # half precision depends on the place in the vector


def reduced(
    towers: Sequence[Tower],
    reduce: Reduce,
    *,
    packed: bool | None,
    keep_sparse: bool,
) -> Tower:
    """`reduce` over the towers' gradients for each variable, in the first tower's order.

    Args:
      towers: as `check_match` wants them.
      reduce: one of the functions above, or `tf.add_n`.
      packed: whether small gradients go over together; None: where they are many, and the result is equal
        to the bit.
      keep_sparse: gradients that are `IndexedSlices` in all towers stay so.
    """
    results: dict[int, Any] = {}
    dense: dict[int, list[tf.Tensor]] = {}
    for index, pairs in enumerate(zip(*towers, strict=True)):
        gradients = [gradient for gradient, _ in pairs]
        if gradients[0] is None:
            results[index] = None
        elif keep_sparse and all(isinstance(gradient, tf.IndexedSlices) for gradient in gradients):
            results[index] = _rows_of_all(gradients, 1 if reduce in (total, tf.add_n) else len(towers))
        else:
            dense[index] = [tf.convert_to_tensor(gradient) for gradient in gradients]
    for members in _packs(dense, reduce, packed):
        if len(members) == 1:
            results[members[0]] = reduce(dense[members[0]])
        else:
            results |= zip(members, _reduced_together([dense[one] for one in members], reduce), strict=True)
    return [(results[index], variable) for index, (_, variable) in enumerate(towers[0])]


def _rows_of_all(slices: Sequence[tf.IndexedSlices], divisor: int) -> tf.IndexedSlices:
    values = tf.concat([one.values for one in slices], 0)
    return tf.IndexedSlices(
        values if divisor == 1 else values / divisor,
        tf.concat([one.indices for one in slices], 0),
        slices[0].dense_shape,
    )


def _packs(
    dense: dict[int, list[tf.Tensor]],
    reduce: Reduce,
    packed: bool | None,
) -> list[list[int]]:
    """Which gradients are reduced together: those of one type that lie on the same devices, if it pays."""
    packs: dict[Any, list[int]] = defaultdict(list)
    many: dict[Any, int] = {}
    for index, values in dense.items():
        shape, dtype = values[0].shape, values[0].dtype
        devices = tuple(_device_of(value) for value in values)
        limit, count = _limits(devices) if packed is None else (sys.maxsize, 1)
        known = packed is not False and shape.is_fully_defined() and _is_same_in_a_pack(reduce, values)
        key = (dtype, devices) if known and shape.num_elements() * dtype.size <= limit else index
        many[key] = count
        packs[key].append(index)
    return [
        pack
        for key, members in packs.items()
        for pack in ([members] if len(members) >= many[key] else [[one] for one in members])
    ]


def _limits(devices: Sequence[str]) -> tuple[int, int]:
    """How many bytes a gradient may have to be packed, and how many there must be."""
    specs = [tf.DeviceSpec.from_string(device) for device in devices]
    if len({(spec.job, spec.replica, spec.task) for spec in specs}) > 1:
        return _FAR
    return _NEAR if len(set(devices)) > 1 else (-1, 0)


def _device_of(value: tf.Tensor) -> str:
    return str(value.device or "")


def _reduced_together(gradients: Sequence[Sequence[tf.Tensor]], reduce: Reduce) -> list[tf.Tensor]:
    """Each of `gradients`, lists over towers, reduced by one transfer from each tower for all of them."""
    flat = []
    for parts in zip(*gradients, strict=True):
        with tf.device(_device_of(parts[0]) or None):
            flat.append(tf.concat([tf.reshape(part, [-1]) for part in parts], 0))
    shapes = [values[0].shape for values in gradients]
    pieces = tf.split(reduce(flat), [shape.num_elements() for shape in shapes])
    return [tf.reshape(piece, shape) for piece, shape in zip(pieces, shapes, strict=True)]
