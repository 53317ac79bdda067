"""`tf.contrib.framework.nest`: structures of tensors."""

from __future__ import annotations

from typing import Any

from .._tf_inner import inner
from ..errors import CompatError
from ._names import lookup

_nest = inner("util.nest")


def is_sequence(o: Any) -> bool:
    """Whether `o` is a structure."""
    return bool(_nest.is_nested(o))


def is_sequence_or_composite(o: Any) -> bool:
    """Whether `o` is a structure, or a composite tensor."""
    return bool(_nest.is_nested_or_composite(o))


def assert_shallow_structure(
    shallow_tree: Any,
    input_tree: Any,
    check_types: bool = True,
    expand_composites: bool = False,
    check_subtrees_length: bool = True,
) -> None:
    """Raise an error unless `input_tree` is `shallow_tree` with more structure in its leaves."""
    _check_lengths(check_subtrees_length)
    _nest.assert_shallow_structure(shallow_tree, input_tree, check_types, expand_composites)


def flatten_up_to(
    shallow_tree: Any,
    input_tree: Any,
    check_types: bool = True,
    expand_composites: bool = False,
    check_subtrees_length: bool = True,
) -> Any:
    """The parts of `input_tree` where `shallow_tree` has leaves."""
    _check_lengths(check_subtrees_length)
    return _nest.flatten_up_to(shallow_tree, input_tree, check_types, expand_composites)


def flatten_with_tuple_paths_up_to(
    shallow_tree: Any,
    input_tree: Any,
    check_types: bool = True,
    expand_composites: bool = False,
    check_subtrees_length: bool = True,
) -> Any:
    """The parts of `input_tree` where `shallow_tree` has leaves, with the paths to them."""
    _check_lengths(check_subtrees_length)
    return _nest.flatten_with_tuple_paths_up_to(shallow_tree, input_tree, check_types, expand_composites)


def _check_lengths(are_checked: bool) -> None:
    if not are_checked:
        raise CompatError("TensorFlow 2 compares the lengths of structures always: leave the argument out")


__getattr__ = lookup("framework.nest", [_nest])
