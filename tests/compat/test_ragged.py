"""`compat.ragged` gives what NumPy 1.18.5, TensorFlow 1.15's, made of the same values."""

import numpy as np
import pytest

from compat import ragged

Z = np.zeros
WHOLE = [
    ([[1, 2], [3, 4.5]], np.float64, (2, 2)),
    ([Z(2, np.int32), Z(2, np.int32)], np.int32, (2, 2)),
    (Z((2, 3), np.float32), np.float32, (2, 3)),
    (["a", "bc"], "<U2", (2,)),
    ([], np.float64, (0,)),
]
RAGGED = [
    ([[1, 2], [3]], (2,)),
    ([[[1], [2]], [[3], [4, 5]]], (2, 2)),
    (list(zip(Z((3, 5)), Z((3, 2)), strict=True)), (3, 2)),
    ([Z((2, 3)), Z((3, 3))], (2,)),
    ([Z((4, 2)), Z(3), Z(3)], (3,)),
    ([1, [2]], (2,)),
    ([[1, 2], "ab"], (2,)),
]


@pytest.mark.parametrize(("value", "dtype", "shape"), WHOLE)
def test_rows_of_one_length_are_numbers(value, dtype, shape):
    made = ragged(value)
    assert (made.dtype, made.shape) == (np.dtype(dtype), shape)
    assert ragged(made) is made


@pytest.mark.parametrize(("value", "shape"), RAGGED)
def test_rows_of_several_lengths_are_objects(value, shape):
    made = ragged(value)
    assert (made.dtype, made.shape) == (np.dtype(object), shape)
    first = value
    for _ in shape:
        first = first[0]
    assert made.flat[0] is first


@pytest.mark.parametrize("value", [[Z((2, 3)), Z((2, 4))], [Z((3, 2)), Z(3)]])
def test_what_numpy_never_took_is_still_refused(value):
    with pytest.raises(ValueError, match="broadcast"):
        ragged(value)
