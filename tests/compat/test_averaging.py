"""A list of towers averaged equals the helpers of TF 1 programs, or it is said what does not fit."""

import functools

import numpy as np
import pytest
import tensorflow as tf

import compat
from compat import _averaging

SHAPES = ((), (1,), (1, 1), (2,), (7,), (3, 3, 1, 4), (5, 300))
KINDS = [(dtype, shape) for dtype in ("float16", "float32", "float64") for shape in SHAPES]
KINDS += [("float32", (size,)) for size in range(2, 18)]  # enough to be packed


class Named:
    """A variable, as far as averaging knows it; a real one would start TensorFlow too early."""

    def __init__(self, name):
        self.name = name


V = (Named("v:0"), Named("w:0"))
ONES = np.ones(3, np.float32)


def classic(tower_grads):
    average = []
    for pairs in zip(*tower_grads, strict=True):
        stacked = tf.concat([tf.expand_dims(gradient, 0) for gradient, _ in pairs], 0)
        average.append((tf.reduce_mean(stacked, 0), pairs[0][1]))
    return average


@functools.cache
def gradients_of(towers):
    random = np.random.RandomState(towers)
    return [
        [
            tf.cast(tf.constant(random.randn(*shape) * 10.0 ** random.randint(-3, 3)), dtype)
            for dtype, shape in KINDS
        ]
        for _ in range(towers)
    ]


@tf.function(autograph=False)
def averaged(tower_gradients, average):
    tower_grads = []
    for i, gradients in enumerate(tower_gradients):
        with tf.device(f"/cpu:{i % 3 + 1}"):
            tower_grads.append([(tf.identity(gradient), index) for index, gradient in enumerate(gradients)])
    with tf.device("/cpu:0"):
        return [gradient for gradient, _ in average(tower_grads)]


def assert_equal_to_the_bit(towers, average, helper):
    gradients = gradients_of(towers)
    for ours, theirs in zip(averaged(gradients, average), averaged(gradients, helper), strict=True):
        assert ours.dtype == theirs.dtype
        assert ours.numpy().tobytes() == theirs.numpy().tobytes(), (ours.dtype, ours.shape)


@pytest.mark.by_day(one_in=4)
@pytest.mark.parametrize(
    ("towers", "packed"), [(1, None), (2, None), (3, None), (3, True), (15, True), (16, None)]
)
def test_all_types_and_shapes_equal_the_classic_helper_to_the_bit(towers, packed):
    average = functools.partial(compat.average_gradients, packed=packed)
    assert_equal_to_the_bit(towers, average, classic)


@pytest.mark.parametrize("packed", [False, True])
def test_sums_and_divided_sums_add_in_the_order_of_the_towers(packed):
    first, second, third = gradients = gradients_of(3)
    sums = [a.numpy() + b.numpy() + c.numpy() for a, b, c in zip(first, second, third, strict=True)]
    average = functools.partial(compat.average_gradients, packed=packed, reduction="sum")
    for ours, wanted in zip(averaged(gradients, average), sums, strict=True):
        np.testing.assert_array_equal(ours.numpy(), wanted)
    average = functools.partial(compat.average_gradients, packed=packed, sum_then_divide=True)
    for ours, total in zip(averaged(gradients, average), sums, strict=True):
        if ours.dtype in (tf.float32, tf.float64):
            np.testing.assert_array_equal(ours.numpy(), total * (1 / total.dtype.type(3)))


def test_an_unordered_mean_differs_in_the_last_digit_at_most():
    gradients = gradients_of(3)
    fast = averaged(gradients, functools.partial(compat.average_gradients, ordered=False))
    for ours, theirs in zip(fast, averaged(gradients, classic), strict=True):
        digits = np.finfo(ours.dtype.as_numpy_dtype).eps
        wanted = theirs.numpy().astype(np.float64)
        np.testing.assert_allclose(
            ours.numpy().astype(np.float64), wanted, atol=8 * digits * np.abs(wanted).max()
        )


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0)])
def test_the_order_holds_whatever_else_the_values_are_used_for(order):
    values = [np.float32([1e8, 1.0, -1e8])[list(order)] * np.ones([7, 1], np.float32)]
    wanted = np.float32(values[0][:, 0] + values[0][:, 1]) + values[0][:, 2]

    @tf.function(autograph=False)
    def step(values):
        towers = [tf.exp(values[:, i] * 0) * values[:, i] for i in range(3)]
        ((total, _),) = compat.average_gradients([[(tower, 0)] for tower in towers], reduction="sum")
        return total, towers[:2]  # so that tf.add_n would begin with the last

    np.testing.assert_array_equal(step(values[0])[0], wanted)


def transfers(packed):
    """How many values leave the towers' devices for that of the average, of a function that is optimised."""

    @tf.function(autograph=False)
    def step(x):
        tower_grads = []
        for i in (1, 2):
            with tf.device(f"/cpu:{i}"):
                tower_grads.append([(x * index, index) for index in range(20)])
        with tf.device("/cpu:0"):
            return [g for g, _ in compat.average_gradients(tower_grads, packed=packed)]

    operations = step.get_concrete_function(tf.TensorSpec([5], tf.float32)).graph.get_operations()
    towers = [op for op in operations if op.device.endswith(("CPU:1", "CPU:2"))]
    return len({i.name for op in operations if op not in towers for i in op.inputs if i.op in towers})


def test_many_small_gradients_go_over_together():
    assert transfers(packed=False) == 40
    assert transfers(packed=None) == transfers(packed=True) == 2


def test_gradients_of_embeddings_become_dense_or_keep_the_rows_of_all_towers():
    def slices(scale):
        return tf.IndexedSlices(tf.ones([2, 3]) * scale, tf.constant([1, 3]), tf.constant([4, 3]))

    towers = [[(slices(1.0), V[0]), (tf.ones([3]), V[1])], [(slices(4.0), V[0]), (tf.ones([3]) * 2, V[1])]]
    (dense, _), (other, variable) = compat.average_gradients(towers)
    np.testing.assert_array_equal(dense, [[0] * 3, [2.5] * 3, [0] * 3, [2.5] * 3])
    np.testing.assert_array_equal(other, [1.5] * 3)
    assert variable is V[1]
    (kept, _), _ = compat.average_gradients(towers, keep_sparse=True)
    np.testing.assert_array_equal(kept.indices, [1, 3, 1, 3])
    np.testing.assert_array_equal(tf.convert_to_tensor(kept), dense)
    (total, _), _ = compat.average_gradients(towers, keep_sparse=True, reduction="sum")
    np.testing.assert_array_equal(tf.convert_to_tensor(total), dense * 2)


def test_what_no_tower_has_a_gradient_for_stays_without():
    towers = [[(None, V[0]), (tf.ones([3]), V[1])]] * 2
    assert compat.average_gradients(towers)[0] == (None, V[0])


def test_towers_may_be_iterators_and_pairs_lists():
    towers = [zip([tf.ones([3]) * i, tf.ones([3])], V, strict=True) for i in (1, 3)]
    (first, _), (second, _) = compat.average_gradients(towers)
    assert [list(first.numpy()), list(second.numpy())] == [[2.0] * 3, [1.0] * 3]
    (only, _), _ = compat.average_gradients([[[tf.ones([3]), V[0]], [tf.ones([3]), V[1]]]])
    assert list(only.numpy()) == [1.0] * 3


@pytest.mark.parametrize(
    ("towers", "message"),
    [
        ([[(ONES, V[0]), (ONES, V[1])], [(ONES, V[0])]], "Tower 0 has a gradient for w:0, tower 1 has none"),
        ([[(ONES, V[0])], [(ONES, V[0]), (ONES, V[1])]], "Tower 1 has a gradient for w:0, tower 0 has none"),
        ([[(ONES, V[0])], [(ONES, V[0])], [(ONES, V[1])]], "Tower 2 has a gradient for w:0 where .* v:0"),
        ([[(ONES, V[0])], [(None, V[0])]], r"Tower 1 has no gradient \(None\) for v:0, but tower 0"),
        ([[(None, V[0])], [(ONES, V[0])]], r"Tower 0 has no gradient \(None\) for v:0, but tower 1"),
        (
            [[(ONES, V[0])], [(np.ones(4, np.float32), V[0])]],
            r"Tower 1 has a gradient of shape \(4,\) for v:0",
        ),
        ([[(ONES, V[0])], [(np.ones(3, np.float16), V[0])]], "Tower 1 has a gradient of float16 for v:0"),
        ([[(ONES, V[0])], ONES], "Item 1 of tower_grads is no list"),
        ([[ONES, ONES, ONES], [ONES]], "Item 0 of tower_grads is no list"),
        ([(ONES, V[0]), [(ONES, V[0])]], "Item 0 of tower_grads is no list"),
    ],
)
def test_towers_that_do_not_match_are_named(towers, message):
    with pytest.raises(compat.TowerError, match=message):
        compat.average_gradients(towers)


@pytest.mark.parametrize("options", [{"reduction": "max"}, {"reduction": "sum", "sum_then_divide": True}])
def test_a_reduction_that_there_is_not_is_refused(options):
    with pytest.raises(compat.TowerError, match="reduction"):
        compat.average_gradients([[(ONES, V[0])]], **options)


def test_gradients_of_several_tasks_are_packed_as_over_a_network():
    near, far = (
        _averaging._limits([f"/job:worker/task:{task}/device:GPU:{gpu}" for task, gpu in places])
        for places in ([(0, 0), (0, 1)], [(0, 0), (1, 0)])
    )
    assert far == _averaging._FAR
    assert near == _averaging._NEAR != far
