"""What is known of libraries by their names."""

import pytest

from migrate.values.eager_libraries import gives_no_tensors, may_build_graph


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


@pytest.mark.parametrize(
    ("name", "may_build"),
    [
        ("pipeline.batch", True),  # of a module that nobody knows
        ("tensorlayer.layers.DenseLayer", True),
        ("numpy.sum", False),
        ("PIL.Image.new", False),
        ("max", False),
    ],
)
def test_libraries_that_are_not_known_may_build_graphs(name, may_build):
    assert may_build_graph(name) is may_build
