"""What is known of libraries by their names."""

import pytest

from migrate.values.eager_libraries import gives_no_tensors


@pytest.mark.parametrize(
    ("name", "is_without"),
    [
        ("PIL.Image.new", True),
        ("json.load", True),
        ("numpy.sum", False),  # of tensors, it is one
        ("random.choice", False),
        ("functools.partial", False),
        ("tensorflow.constant", False),
        ("tensorlayer.layers.DenseLayer", False),
        ("max", False),
    ],
)
def test_some_libraries_give_nothing_of_tensorflow(name, is_without):
    assert gives_no_tensors(name) is is_without
