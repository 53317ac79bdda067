"""What a Program computes is what a Session computes, to the bit: fetches, and the variables afterwards."""

import collections
import threading

import numpy as np
import pytest
import tensorflow as tf
from tensorflow.python.ops import data_flow_ops

import compat

v1 = tf.compat.v1
Pair = collections.namedtuple("Pair", ["first", "second"])


@pytest.fixture(autouse=True)
def _resource_variables():
    """A Session's own reference variables would be read after updates, but in no fixed order."""
    assert v1.resource_variables_enabled()


def outcome(call):
    """The value of `call`, or the type of its error: what must be the same."""
    try:
        return call()
    except Exception as error:
        return type(error).__name__


def ran(make_session, build, script):
    """What `script` yields for a new graph of `build`, and all variables in the end."""
    with tf.Graph().as_default() as graph:
        v1.set_random_seed(1234)
        made = build()
        init = v1.group(v1.global_variables_initializer(), v1.local_variables_initializer())
        with make_session(graph=graph) as session:
            session.run(init)
            results = [outcome(call) for call in script(session.run, *made)]
            variables = session.run(v1.global_variables() + v1.local_variables())
    return results, variables


def assert_same(ours, theirs):
    assert type(ours) is type(theirs)
    if isinstance(ours, dict):
        assert list(ours) == list(theirs)
        ours, theirs = list(ours.values()), list(theirs.values())
    if isinstance(ours, (list, tuple)):
        assert len(ours) == len(theirs)
        for a, b in zip(ours, theirs, strict=True):
            assert_same(a, b)
    elif isinstance(ours, (np.ndarray, np.generic)):
        assert ours.dtype == theirs.dtype
        np.testing.assert_array_equal(ours, theirs)
    else:
        assert ours == theirs


def check(build, script, *, errors=0):
    """`script(run, *made)` gives calls; both sessions must answer alike, with `errors` errors."""
    ours, theirs = ran(compat.Program, build, script), ran(v1.Session, build, script)
    assert_same(ours, theirs)
    assert sum(isinstance(value, str) and value.endswith("Error") for value in ours[0]) == errors


def x_and_w():
    x = v1.placeholder(tf.float32, [None, 3], name="x")
    w = v1.get_variable("w", [3, 2], initializer=v1.random_normal_initializer(seed=3))
    return x, w, tf.matmul(x, w, name="y")


ROWS = np.arange(12, dtype=np.float32).reshape(4, 3)


def test_forms_of_fetches():
    def build():
        a, b = tf.constant([1.0, 2.0], name="a"), tf.constant(3, name="b")
        return a, b, v1.get_variable("v", initializer=[[1.5]]), tf.no_op(name="nothing")

    def script(run, a, b, v, nothing):
        ordered = collections.OrderedDict([("z", a), ("a", [b, {"n": nothing}])])
        forms = [
            *(a, b, v, nothing, "a:0", "b:0", "nothing", "v/Read/ReadVariableOp:0"),
            *([a, b], (a, b), Pair(a, [b, v]), {"k": a, "o": nothing}, ordered, [[a, (b,)], {"v": v}]),
            *([], (), [a, a, a], [nothing, nothing], {"x": {}}),
        ]
        return [lambda form=form: run(form) for form in forms]

    check(build, script)


def test_what_cannot_be_fetched():
    def build():
        return (tf.constant(1.0),)

    def script(run, a):
        return [
            *(lambda f=f: run(f) for f in (None, [a, None], 7, "missing:0", "missing", "Const:1", object())),
            lambda: run(a),
        ]

    check(build, script, errors=7)


def test_what_is_inside_a_loop_cannot_be_fetched():
    inner = []

    def build():
        def body(i):
            inner.append(i + 1)
            return inner[-1]

        return v1.while_loop(lambda i: i < 3, body, [0]), inner[-1]

    with v1_control_flow():
        check(build, lambda run, loop, within: [lambda: run(loop), lambda: run(within)], errors=1)


def test_sparse_tensors_and_slices():
    def build():
        sparse = v1.sparse_placeholder(tf.float32)
        table = v1.get_variable("table", [4, 2], initializer=v1.ones_initializer())
        slices = tf.gradients(tf.reduce_sum(tf.gather(table, [1, 1, 3]) ** 2), table)[0]
        return sparse, v1.sparse_reduce_sum(sparse), tf.sparse.SparseTensor([[0, 1]], [2.0], [2, 2]), slices

    def script(run, sparse, total, constant, slices):
        value = v1.SparseTensorValue([[0, 1]], [3.0], [2, 2])
        parts = {sparse.indices: [[1, 1]], sparse.values: [4.0], sparse.dense_shape: [2, 2]}
        return [
            lambda: run([total, sparse], {sparse: value}),
            lambda: run(total, {sparse: ([[0, 0]], [1.0], [1, 1])}),
            lambda: run(total, parts),
            lambda: run(constant),
            lambda: run([slices, [constant]]),
        ]

    check(build, script)


def test_values_that_are_fed():
    def build():
        x, w, y = x_and_w()
        flags, words = v1.placeholder(tf.bool), v1.placeholder(tf.string, [None])
        small, default = v1.placeholder(tf.uint8), v1.placeholder_with_default(7.0, [], name="default")
        return x, y, flags, words, small, default, tf.strings.length(words)

    def script(run, x, y, flags, words, small, default, lengths):
        return [
            lambda: run(y, {x: ROWS}),
            lambda: run(y, {x: ROWS[:1]}),
            lambda: run(y, {x: ROWS.tolist()}),
            lambda: run(y, {x: ROWS.astype(np.float64)}),
            lambda: run(y, {x: ROWS.astype(int)}),
            lambda: run(y, {x: ROWS[::2, ::-1]}),
            lambda: run(y, {"x:0": ROWS}),
            lambda: run(y, {x: np.zeros([0, 3])}),
            lambda: run([flags, small], {flags: [True, False], small: 200}),
            lambda: run([words, lengths], {words: ["a", "bcé"]}),
            lambda: run(lengths, {words: np.array([b"abc"])}),
            lambda: run(tf.constant([b"\x00\xff", "é".encode()])),
            lambda: run(default),
            lambda: run(default, {default: 2}),
            lambda: run([x, y], {x: ROWS}),
            lambda: run(y + default, {(x, default): (ROWS, 3.0)}),
        ]

    check(build, script)


def test_values_that_cannot_be_fed():
    def build():
        x, w, y = x_and_w()
        small, held = v1.placeholder(tf.uint8), tf.constant(1.0)
        v1.get_default_graph().prevent_feeding(held)
        return x, y, small, held

    def script(run, x, y, small, held):
        return [
            lambda: run(y, {x: [[1.0, 2.0]]}),
            lambda: run(y, {x: [1.0, 2.0, 3.0]}),
            lambda: run(y, {x: "abc"}),
            lambda: run(small, {small: 300}),
            lambda: run(y, {x: y}),
            lambda: run(y, {"nowhere:0": ROWS}),
            lambda: run(y, {object(): ROWS}),
            lambda: run(y, {y.op: ROWS}),
            lambda: run(held, {held: 2.0}),
            lambda: run(y),
            lambda: run(y, {x: ROWS}),
        ]

    check(build, script, errors=10)


def test_a_fed_tensor_cuts_the_graph():
    def build():
        x, w, y = x_and_w()
        count = v1.get_variable("count", initializer=0)
        counted = v1.assign_add(count, 1)
        with tf.control_dependencies([counted]):
            z = tf.identity(y, name="z")
        return x, w, y, z, tf.reduce_sum(z)

    def script(run, x, w, y, z, total):
        return [
            lambda: run(total, {z: np.ones([2, 2])}),  # neither x nor the count is needed
            lambda: run(total, {y: np.ones([2, 2])}),  # the count is
            lambda: run([total, z, z.op], {z: np.ones([2, 2]), x: ROWS}),
            lambda: run(w, {w: np.full([3, 2], 5.0)}),
        ]

    check(build, script)


def test_one_of_several_outputs_is_fed():
    def build():
        queue = v1.FIFOQueue(9, [tf.float32, tf.int32], shapes=[[], []])
        image, label = queue.dequeue()
        return queue.enqueue_many([[1.0, 2.0, 3.0], [1, 2, 3]]), image * 10, image, label, queue.size()

    def script(run, fill, scaled, image, label, size):
        return [
            lambda: run(fill),
            lambda: run([scaled, label], {image: 7.0}),
            lambda: run(size),
            lambda: run([scaled], {image: 7.0}),
            lambda: run(size),
            lambda: run([scaled, label]),
        ]

    check(build, script)


def test_only_what_is_fetched_runs():
    calls = []

    def build():
        calls.clear()
        v = v1.get_variable("v", initializer=1.0)
        add, double = v1.assign_add(v, 1.0), v1.assign(v, v * 2)
        note = v1.py_func(lambda value: calls.append(float(value)), [v], [], stateful=True)
        with tf.control_dependencies([add]):
            after = v.read_value()
        return v, add, double, note, after, v + 0

    def script(run, v, add, double, note, after, plus):
        return [
            lambda: run(plus),
            lambda: run(after),
            lambda: run(double),
            lambda: run(note),
            lambda: run([after, after]),
            lambda: run(v),
            lambda: list(calls),
        ]

    check(build, script)


@pytest.mark.parametrize(
    "optimizer",
    [
        lambda: v1.train.GradientDescentOptimizer(0.1),
        lambda: v1.train.MomentumOptimizer(0.1, 0.9, use_nesterov=True),
        lambda: v1.train.AdamOptimizer(0.01),
        lambda: v1.train.RMSPropOptimizer(0.01, centered=True),
        lambda: v1.train.AdagradOptimizer(0.1),
        lambda: v1.train.FtrlOptimizer(0.1),
    ],
    ids=["sgd", "momentum", "adam", "rmsprop", "adagrad", "ftrl"],
)
def test_training(optimizer):
    def build():
        x, w, y = x_and_w()
        step = v1.train.get_or_create_global_step()
        rate = v1.train.exponential_decay(1.0, step, 2, 0.5)
        loss = tf.reduce_mean(tf.tanh(y) ** 2) * rate
        average = tf.train.ExponentialMovingAverage(0.9, step)
        train = optimizer().minimize(loss, global_step=step)
        with tf.control_dependencies([train]):
            both = average.apply([w])
        return x, loss, both, average.average(w)

    def script(run, x, loss, train, average):
        return [lambda: run([train, loss], {x: ROWS}) for _ in range(10)] + [lambda: run(average)]

    check(build, script)


def test_dropout_with_a_seed_goes_on_over_runs():
    def build():
        x, w, y = x_and_w()
        return (
            x,
            v1.nn.dropout(y, rate=0.5, seed=5),
            tf.random.normal([3]),
            tf.random.shuffle([1, 2, 3, 4], seed=2),
        )

    def script(run, x, dropped, normal, shuffled):
        steps = [lambda: run(dropped, {x: ROWS}) for _ in range(3)]
        steps += [lambda: run([normal]), lambda: run([dropped, normal], {x: ROWS})]
        return steps + [lambda: run([normal, shuffled]) for _ in range(4)]

    check(build, script)


@pytest.mark.parametrize("size", [tf.int32, tf.int64])
def test_random_numbers_are_the_same_in_all_sets_of_fetches(size):
    def build():
        shape = v1.placeholder(size, [None])
        drawn = [
            v1.random_uniform(shape, seed=1),
            v1.random_uniform(shape, seed=2, dtype=tf.float64),
            v1.random_uniform(shape, -5, 1000, dtype=tf.int32, seed=3),
            v1.random_uniform(shape, 0, 2**40, dtype=tf.int64, seed=4),
            v1.random_normal(shape, seed=5, dtype=tf.float16),
            v1.truncated_normal(shape, seed=6),
        ]
        return shape, drawn, v1.get_variable("w", [3, 3], initializer=v1.glorot_uniform_initializer())

    def script(run, shape, drawn, w):
        fetches = [drawn, *drawn, drawn[::2], drawn, drawn[1:]]
        return [lambda f=f, n=n: run(f, {shape: [n, 3]}) for n, f in enumerate(fetches)] + [lambda: run(w)]

    check(build, script)


def test_batch_normalisation_and_update_ops():
    def build():
        x = v1.placeholder(tf.float32, [None, 3])
        mean = v1.get_variable("mean", [3], initializer=v1.zeros_initializer(), trainable=False)
        batch = tf.reduce_mean(x, 0)
        v1.add_to_collection(v1.GraphKeys.UPDATE_OPS, v1.assign_sub(mean, 0.1 * (mean - batch)))
        w = v1.get_variable("w", initializer=[1.0, 2.0, 3.0])
        loss = tf.reduce_sum(
            (x - batch) * w
        )  # a read of `mean` would be before or after its update by chance
        with tf.control_dependencies(v1.get_collection(v1.GraphKeys.UPDATE_OPS)):
            train = v1.train.GradientDescentOptimizer(0.1).minimize(loss)
        return x, loss, train, mean

    def script(run, x, loss, train, mean):
        return [
            lambda: run(loss, {x: ROWS}),
            *(lambda: run([train], {x: ROWS}) for _ in range(3)),
            lambda: run(mean),
        ]

    check(build, script)


class v1_control_flow:  # noqa: N801 - reads as the switch that it is
    """TensorFlow 1's own control flow in graphs, and what there was before afterwards."""

    def __enter__(self):
        self.was = v1.control_flow_v2_enabled()
        v1.disable_control_flow_v2()

    def __exit__(self, *error):
        if self.was:
            v1.enable_control_flow_v2()


class v2_control_flow:  # noqa: N801
    """Control flow as functions, which is what TensorFlow 2 has in graphs."""

    def __enter__(self):
        self.was = v1.control_flow_v2_enabled()
        v1.enable_control_flow_v2()

    def __exit__(self, *error):
        if not self.was:
            v1.disable_control_flow_v2()


@pytest.mark.parametrize("control_flow", [v1_control_flow, v2_control_flow])
def test_loops_and_branches_with_gradients(control_flow):
    def build():
        x = v1.placeholder(tf.float32, [])
        w, hits = v1.get_variable("w", initializer=1.5), v1.get_variable("hits", initializer=0.0)
        _, product = v1.while_loop(lambda i, a: i < 4, lambda i, a: (i + 1, a * w + x), [0, 1.0])
        chosen = v1.cond(x > 0, lambda: v1.assign_add(hits, 1.0) * w, lambda: w * 3)
        steps = v1.scan(lambda a, b: a * w + b, tf.range(5.0))
        grads = tf.gradients(product * chosen + tf.reduce_sum(steps), [w, x])
        train = v1.train.MomentumOptimizer(0.001, 0.9).minimize(product, var_list=[w])
        return x, product, chosen, steps, grads, train, v1.case([(x > 5, lambda: 1)], default=lambda: 2)

    def script(run, x, product, chosen, steps, grads, train, case):
        fetches = [[product, chosen], grads, steps, [train, product], case, [grads, product, steps]]
        return [lambda f=f, value=value: run(f, {x: value}) for f in fetches for value in (2.0, -1.0, 7.0)]

    with control_flow():
        check(build, script)


def test_queues_without_a_name_are_shared_by_all_runs():
    def build():
        x = v1.placeholder(tf.float32, [])
        queues = [v1.FIFOQueue(4, [tf.float32], [[]]), v1.PriorityQueue(4, [tf.float32], [[]])]
        first, second = queues
        return x, first.enqueue(x), first.dequeue(), second.enqueue([tf.cast(x, tf.int64), x]), second, first

    def script(run, x, put, take, rank, second, first):
        return [
            *(lambda i=i: run([put, rank], {x: i}) for i in (3.0, 1.0, 2.0)),
            lambda: run([first.size(), second.size()]),
            lambda: run(take),
            lambda: run(second.dequeue()),
            lambda: run([take, second.dequeue()]),
            lambda: run(first.close()),
            lambda: run(take),
            lambda: run(take),
            lambda: run(put, {x: 1.0}),
        ]

    check(build, script, errors=2)


def test_iterators():
    def build():
        numbers = tf.data.Dataset.range(3)
        initializable = v1.data.make_initializable_iterator(numbers.map(lambda n: n * 2))
        once = v1.data.make_one_shot_iterator(numbers.shuffle(3, seed=1).repeat(2))
        kinds = v1.data.get_output_types(numbers), v1.data.get_output_shapes(numbers)
        either = v1.data.Iterator.from_structure(*kinds)
        switches = [either.make_initializer(numbers), either.make_initializer(numbers.skip(1))]
        handle = v1.placeholder(tf.string, [])
        feedable = v1.data.Iterator.from_string_handle(handle, *kinds).get_next()
        handles = once.string_handle(), initializable.string_handle()
        return initializable, once.get_next(), either.get_next(), switches, handle, feedable, handles

    def script(run, initializable, once, either, switches, handle, feedable, handles):
        value = initializable.get_next()
        names = []
        return [
            lambda: run(value),
            lambda: run(initializable.initializer),
            *[lambda: run(value)] * 2,
            lambda: run([value, value + 1]),
            lambda: run(value),
            *[lambda: run(once)] * 2,
            lambda: run(either),
            lambda: run(switches[0]),
            *[lambda: run([once, either])] * 3,
            lambda: run(switches[1]),
            lambda: run(either),
            lambda: names.extend(run(list(handles))),
            lambda: run(initializable.initializer),
            *(lambda i=i: run(feedable, {handle: names[i]}) for i in (1, 0, 1, 0)),
        ]

    check(build, script, errors=4)


def test_tables_local_variables_and_metrics():
    def build():
        words = v1.placeholder(tf.string, [None])
        table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["a", "b"], [5, 6]), -1)
        mean, update = v1.metrics.mean(v1.cast(tf.strings.length(words), tf.float32))
        auc, more = v1.metrics.auc(tf.constant([True, False, True]), tf.constant([0.9, 0.2, 0.4]))
        return words, table.lookup(words), v1.tables_initializer(), mean, update, auc, more

    def script(run, words, found, init, mean, update, auc, more):
        return [
            lambda: run(found, {words: ["a"]}),
            lambda: run(init),
            lambda: run(found, {words: ["b", "c"]}),
            *(lambda w=w: run([update, found], {words: w}) for w in (["a", "bb"], ["cccc"])),
            lambda: run(mean),
            *[lambda: run(more)] * 2,
            lambda: run([auc, mean]),
        ]

    check(build, script, errors=1)


def test_an_error_in_the_middle_and_then_on():
    def build():
        x = v1.placeholder(tf.float32, [])
        v = v1.get_variable("v", initializer=1.0)
        fine = v1.Assert(x > 0, [x])
        with tf.control_dependencies([fine]):
            add = v1.assign_add(v, x)
        never = v1.get_variable("never", initializer=1.0, collections=["apart"])
        return x, add, v, never, tf.strings.to_number(v1.placeholder_with_default("a", []))

    def script(run, x, add, v, never, number):
        return [
            lambda: run(add, {x: 2.0}),
            lambda: run(add, {x: -2.0}),
            lambda: run(never),
            lambda: run(never + 1),
            lambda: run(number),
            lambda: run([add, v1.assign(never, 3.0)], {x: 1.0}),
            lambda: run([never, v]),
        ]

    check(build, script, errors=4)


def test_ops_that_are_built_late():
    def build():
        return x_and_w()

    def script(run, x, w, y):
        late = []

        def grow():
            late.append(v1.get_variable("late", initializer=tf.reduce_sum(w)))
            run(late[0].initializer)
            return run(late[0] * 2)

        return [
            lambda: run(y, {x: ROWS}),
            grow,
            lambda: run([y + late[0], late[0]], {x: ROWS}),
            *(lambda i=i: run(v1.assign(w, np.full([3, 2], i))) for i in range(3)),
            lambda: run(tf.gradients(y, w)[0], {x: ROWS}),
        ]

    check(build, script)


def test_functions_called_in_the_graph():
    def build():
        w = v1.get_variable("w", initializer=2.0)

        @tf.function
        def inner(a):
            return a * w

        @tf.function
        def outer(a):
            if a > 0:
                a = inner(a) + 1
            return a

        y = outer(tf.constant(3.0))
        mapped = tf.map_fn(lambda a: a * w, tf.constant([1.0, 2.0]))
        return y, tf.gradients(y, w), mapped, v1.train.GradientDescentOptimizer(0.1).minimize(y)

    def script(run, y, grads, mapped, train):
        return [
            lambda: run(y),
            lambda: run(grads),
            lambda: run(mapped),
            lambda: run([train, y]),
            lambda: run([y, grads]),
        ]

    check(build, script)


def test_reference_variables_and_old_kernels():
    def build():
        v = v1.get_variable("v", initializer=[1.0, 2.0], use_resource=False)
        add = v1.assign_add(v, [1.0, 1.0])
        loss = tf.reduce_sum(tf.gather(v, [0, 0]) ** 2)
        return v, add, v1.train.AdamOptimizer(0.1).minimize(loss), v1.scatter_update(v, [1], [9.0])

    def script(run, v, add, train, scatter):
        return [
            lambda: run(v),
            lambda: run(add),
            lambda: run([train]),
            lambda: run(scatter),
            lambda: run("v:0"),
        ]

    check(build, script)


def test_devices_of_the_graph_are_kept():
    def build():
        with tf.device("/cpu:0"):
            v = v1.get_variable("v", initializer=1.0)
        with tf.device("/device:CPU:0"), v1.colocate_with(v.handle.op):
            return v, v * 2

    check(build, lambda run, v, y: [lambda: run([v, y])])


def test_partial_gradients_and_stopped_ones():
    def build():
        x, w, y = x_and_w()
        hidden = tf.nn.relu(y)
        loss = tf.reduce_sum(hidden * tf.stop_gradient(y))
        return (
            x,
            tf.gradients(loss, [hidden, w]),
            tf.hessians(loss, y),
            tf.gradients(loss, y, stop_gradients=[hidden]),
        )

    def script(run, x, *fetches):
        return [lambda f=f: run([g for g in f if g is not None], {x: ROWS[:1]}) for f in fetches]

    check(build, script)


def test_accumulators_stages_and_sets_of_work():
    def build():
        gradients = v1.ConditionalAccumulator(tf.float32, [2])
        area = tf.raw_ops
        stage = area.Stage(values=[tf.constant(4.0)], shared_name="stage")
        return gradients, gradients.apply_grad([1.0, 3.0]), gradients.take_grad(2), stage

    def script(run, gradients, apply, take, stage):
        return [
            *[lambda: run(apply)] * 2,
            lambda: run(gradients.num_accumulated()),
            lambda: run(take),
            lambda: run(stage),
            lambda: run(tf.raw_ops.Unstage(dtypes=[tf.float32], shared_name="stage")),
        ]

    check(build, script)


def test_a_barrier_is_the_same_in_all_runs():
    """It is named by a reference: no handle is made of it beforehand."""

    def build():
        barrier = data_flow_ops.Barrier(tf.float32, shapes=((),))
        return barrier, barrier.insert_many(0, keys=["a", "b"], values=[1.0, 2.0]), barrier.take_many(2)

    def script(run, barrier, insert, take):
        return [lambda: run(insert), lambda: run(barrier.ready_size()), lambda: run(take)]

    check(build, script)


def test_a_callable_takes_what_is_fed_in_order():
    with tf.Graph().as_default():
        x, y = v1.placeholder(tf.float32, []), v1.placeholder(tf.float32, [])
        with compat.Program() as program:
            assert program.make_callable(x - y, feed_list=[y, x])(1.0, 3.0) == 2.0
            assert program.make_callable(x - y, feed_list=(x, y))(1.0, 3.0) == -2.0
            assert program.make_callable(tf.constant(4.0))() == 4.0
            with pytest.raises(TypeError, match="must be a list or tuple"):
                program.make_callable(x, feed_list=x)


@pytest.mark.parametrize("value", [1.0, (1.0,), (1.0, 2.0, 3.0)])
def test_a_feed_of_several_tensors_has_their_form(value):
    with tf.Graph().as_default():
        pair = v1.placeholder(tf.float32, []), v1.placeholder(tf.float32, [])
        with compat.Program() as program:
            assert program.run(pair[0] - pair[1], {pair: [3.0, 1.0]}) == 2.0
            with pytest.raises(ValueError, match="another form"):
                program.run(pair[0] - pair[1], {pair: value})


def test_two_programs_over_one_graph_share_nothing():
    with tf.Graph().as_default() as graph:
        v = v1.get_variable("v", initializer=1.0)
        queue = v1.FIFOQueue(4, [tf.float32], [[]], shared_name="queue")
        add, put, size = v1.assign_add(v, 1.0), queue.enqueue(v), queue.size()
        one, two = compat.Program(graph=graph), compat.Program(graph=graph)
        one.run(v.initializer)
        with pytest.raises(tf.errors.FailedPreconditionError):
            two.run(v)
        two.run(v.initializer)
        one.run(add)
        one.run(put)
        assert (one.run(v), two.run(v)) == (2.0, 1.0)
        assert (one.run(size), two.run(size)) == (1, 0)


def test_a_variable_comes_back_after_its_own_update():
    with tf.Graph().as_default() as graph, compat.Program(graph=graph) as program:
        step = v1.train.get_or_create_global_step()
        w = v1.get_variable("w", initializer=[4.0])
        train = v1.train.GradientDescentOptimizer(0.5).minimize(w * 2, global_step=step)
        before = step + 0
        program.run(v1.global_variables_initializer())
        fetches = [train, step, w, before, "global_step:0", step.value()]
        for done in range(1, 50):
            _, at, value, plus, by_name, _ = program.run(fetches)
            assert (at, value, plus, by_name) == (done, 4.0 - done, done - 1, done)


def test_threads_run_one_program():
    with tf.Graph().as_default() as graph, compat.Program(graph=graph) as program:
        v = v1.get_variable("v", initializer=0)
        add = v1.assign_add(v, 1, use_locking=True)
        queue = v1.FIFOQueue(2, [tf.int32], [[]])
        put, take = queue.enqueue(v), queue.dequeue()
        program.run(v.initializer)
        errors = []

        def work():
            try:
                for _ in range(50):
                    program.run(add)
                    program.run(put)
            except Exception as error:
                errors.append(error)

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        taken = [program.run(take) for _ in range(200)]
        for thread in threads:
            thread.join(60)
        assert not errors
        assert program.run(v) == 200
        assert len(taken) == 200


def test_dimensions_are_those_of_tensorflow_1_where_a_graph_is_built_and_only_there():
    variables = compat.VariableStore()

    def unknown(x):
        return x.shape[0] != 4, x.shape[0] == None  # noqa: E711

    with compat.build_graph():
        x = v1.placeholder(tf.float32, [None, 3])
        assert unknown(x) == (None, None)
        assert [type(one) for one in x.shape] == [v1.Dimension, v1.Dimension]

        @variables.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
        def step(x):
            assert unknown(x) == (True, True)
            return x

    assert step(np.ones([2, 3])).shape[0] == 2
    assert unknown(x) == (True, True)


SEEDED = """
import threading
import tensorflow as tf
import compat

tf.compat.v1.set_random_seed(7)
compat.build_graph()
print(tf.compat.v1.get_default_graph().seed)


def build():
    with compat.build_graph():
        print(tf.compat.v1.get_default_graph().seed)


thread = threading.Thread(target=build)
thread.start()
thread.join()
compat.reset_default_graph()
print(tf.compat.v1.get_default_graph().seed)
"""


def test_a_seed_that_was_set_before_is_that_of_the_graph(ran):
    assert ran(SEEDED).split() == ["7", "None", "None"]  # a thread has one of its own, and so has a new one


def test_a_seed_of_a_graph_that_was_left_before_is_not(ran):
    assert (
        ran(
            SEEDED.replace(
                "compat.build_graph()\n", "compat.reset_default_graph()\ncompat.build_graph()\n", 1
            )
        ).split()[0]
        == "None"
    )
