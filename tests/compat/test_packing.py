"""Results come back in the structure in which a step returned them, as a session gave them."""

import collections

import numpy as np
import pytest
import tensorflow as tf

from compat._packing import packing

One = collections.namedtuple("One", ["only"])
None_ = collections.namedtuple("None_", [])
Pair = collections.namedtuple("Pair", ["first", "second"])
A, B, C = "abc"  # any leaves


@pytest.mark.parametrize(
    "structure",
    [
        A,
        None,
        [A, (B, [C])],
        {"b": A, "a": [B, None], "c": {"z": C, "y": A}},
        Pair(A, {"b": B, "a": C}),
        One(A),
        [One([A])],
        None_(),
        collections.OrderedDict([("b", A), ("a", B)]),
        collections.OrderedDict([("a", A)]),
        [],
        (),
        {},
    ],
)
def test_it_packs_as_nest_does(structure):
    values = list(range(len(tf.nest.flatten(structure))))
    packed = packing(structure)(iter(values))
    expected = tf.nest.pack_sequence_as(structure, values)
    assert packed == expected
    assert type(packed) is type(expected)
    assert not isinstance(packed, dict) or list(packed) == list(expected)


def test_a_sparse_tensor_is_the_value_that_a_session_gave():
    sparse = tf.SparseTensor([[0, 1]], [2.0], [1, 2])
    packed = packing({"x": [A, sparse], "y": B})(
        iter([1.0, np.array([[0, 1]]), np.array([2.0]), np.array([1, 2]), 3.0])
    )
    assert packed["y"] == 3.0
    assert packed["x"][0] == 1.0
    assert isinstance(packed["x"][1], tf.compat.v1.SparseTensorValue)
    assert packed["x"][1].values.tolist() == [2.0]
