"""`tf.contrib.framework.nest`: structures of tensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .._errors import CompatError
from .._tf.contrib import nest as _nest
from ._names import lookup


def is_sequence(o: Any) -> bool:
    """Whether `o` is a structure."""
    return bool(_nest.is_nested(o))


def is_sequence_or_composite(o: Any) -> bool:
    """Whether `o` is a structure, or a composite tensor."""
    return bool(_nest.is_nested_or_composite(o))


def _of_two_trees(function: Callable[..., Any], summary: str) -> Callable[..., Any]:
    """`function` with 1.15's arguments: TensorFlow 2 compares the lengths of structures always."""

    def compared(
        shallow_tree: Any,
        input_tree: Any,
        check_types: bool = True,
        expand_composites: bool = False,
        check_subtrees_length: bool = True,
    ) -> Any:
        if not check_subtrees_length:
            raise CompatError(
                "TensorFlow 2 compares the lengths of structures always: leave the argument out"
            )
        return function(shallow_tree, input_tree, check_types, expand_composites)

    compared.__name__ = compared.__qualname__ = function.__name__
    compared.__doc__ = summary
    return compared


assert_shallow_structure = _of_two_trees(
    _nest.assert_shallow_structure,
    "Raise an error unless `input_tree` is `shallow_tree` with more structure in its leaves.",
)
flatten_up_to = _of_two_trees(
    _nest.flatten_up_to, "The parts of `input_tree` where `shallow_tree` has leaves."
)
flatten_with_tuple_paths_up_to = _of_two_trees(
    _nest.flatten_with_tuple_paths_up_to,
    "The parts of `input_tree` where `shallow_tree` has leaves, with the paths to them.",
)

__getattr__ = lookup("framework.nest", [_nest])
