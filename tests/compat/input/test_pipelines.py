"""What pipelines promise beyond order: sharing, effects, towers, shuffling, errors."""

import numpy as np
import pytest
import tensorflow as tf

import compat

from .arguments import arguments

inputs = compat.input
v1 = tf.compat.v1


@pytest.fixture(params=["function", "pruned"])
def step_of(request):
    return getattr(compat.VariableStore(), request.param)


def numbers(count=8, **options):
    return inputs.range_input_producer(count, **{"shuffle": False} | options).dequeue()


def plain(value):
    return np.asarray(value).tolist()


def test_lists_that_are_joined_have_one_rank(step_of):
    def joined(*ranks):
        def build():
            lists = [[tf.zeros([2] * rank)] for rank in ranks]
            return inputs.batch_join(lists, 1)

        return plain(step_of(build)())

    assert joined(1, 1) == [[0, 0]]
    with pytest.raises(ValueError, match="not compatible"):
        joined(1, 2)


def test_steps_share_a_pipeline_that_both_build(step_of):
    def build():
        return inputs.batch([numbers()], 2)

    train, loss = step_of(build), step_of(lambda: build() * 10)
    assert [plain(train()), plain(loss()), plain(train())] == [[0, 1], [20, 30], [4, 5]]


@pytest.mark.parametrize("smaller", [False, True])
@pytest.mark.parametrize(
    "batched",
    [
        lambda **options: inputs.batch([numbers(3, num_epochs=1)], 2, **options),
        lambda **options: inputs.batch_join([[numbers(3, num_epochs=1)]], 2, **options),
        lambda **options: inputs.maybe_batch([numbers(3, num_epochs=1)], True, 2, **options),
        lambda **options: inputs.maybe_batch_join([[numbers(3, num_epochs=1)]], True, 2, **options),
    ],
)
def test_what_is_left_over_is_given_where_that_is_asked_for(batched, smaller):
    step = compat.VariableStore().function(
        lambda: batched(allow_smaller_final_batch=True) if smaller else batched()
    )
    assert plain(step()) == [0, 1]
    if smaller:
        assert plain(step()) == [2]
    with pytest.raises(tf.errors.OutOfRangeError):
        step()


def test_inputs_of_other_arguments_are_others(step_of):
    train = step_of(lambda: inputs.batch([numbers(8)], 2))
    test = step_of(lambda: inputs.batch([numbers(4)], 2))
    flipped = step_of(lambda: inputs.batch([-numbers(8)], 2))
    assert [plain(train()), plain(test()), plain(train())] == [[0, 1], [0, 1], [2, 3]]
    assert all(value <= 0 for value in plain(flipped()))


def test_equal_inputs_are_told_apart_by_names_and_by_order(step_of):
    def of(name):
        def build():
            with inputs.named(name):
                return numbers()

        return step_of(build)

    one, other, again = of("a"), of("b"), of("a")
    assert [int(one()), int(other()), int(again()), int(other())] == [0, 0, 1, 1]

    @step_of
    def both():
        return numbers(5), numbers(5)

    assert [[int(value) for value in both()] for _ in range(2)] == [[0, 0], [1, 1]]


def test_retracing_makes_no_new_pipeline():
    @compat.VariableStore().function
    def step(x):
        return numbers() + tf.cast(tf.reduce_sum(x), tf.int32)

    assert [int(step(tf.zeros([size]))) for size in (1, 2, 3)] == [0, 1, 2]


def test_what_a_pipeline_computes_a_step_does_not(step_of):
    calls = []

    def seen(value):
        calls.append(int(value))
        return value

    @step_of
    def step():
        number = numbers(6, num_epochs=1)
        value = v1.py_func(seen, [number], tf.int32)
        value.set_shape([])
        with tf.control_dependencies([tf.debugging.Assert(number >= 0, [number])]):
            value = tf.identity(value)
        return inputs.batch([value], 3)

    assert [plain(step()), plain(step())] == [[0, 1, 2], [3, 4, 5]]
    with pytest.raises(tf.errors.OutOfRangeError):
        step()
    assert calls == list(range(6))


def test_a_step_that_does_not_depend_on_input_pulls_none(step_of):
    @step_of
    def build_only():
        inputs.batch([numbers()], 2)
        numbers(3)
        return tf.constant(1)

    take = step_of(lambda: inputs.batch([numbers()], 2))
    build_only()
    build_only()
    assert plain(take()) == [0, 1]


@pytest.mark.parametrize("waits", [False, True])
def test_what_nothing_needs_of_an_element_goes_with_what_waits_for_it_or_uses_it(step_of, waits):
    taken = inputs.batch if waits else inputs.shuffle_batch

    @step_of
    def step():
        number = numbers(6) * 10
        unused = tf.square(number)  # of what the pipeline computes
        pulled = taken([number], 2) if waits else taken([number], 2, 1, 0)
        with tf.control_dependencies([tf.square(pulled), unused]):
            tf.no_op()
        return pulled if waits else tf.constant(1)

    for _ in range(2):
        step()


def test_effects_run_with_what_they_pull(step_of):
    @step_of
    def step():
        total = v1.get_variable("total", [], tf.int32, initializer=v1.zeros_initializer())
        with tf.control_dependencies([total.assign_add(tf.reduce_sum(inputs.batch([numbers()], 2)))]):
            return tf.identity(total.read_value())

    assert [int(step()) for _ in range(3)] == [1, 6, 15]


def test_random_operations_draw_for_each_element(step_of):
    @step_of
    def step():
        return inputs.batch([tf.image.random_flip_left_right(tf.ones([2, 2, 1])), tf.random.uniform([])], 8)

    draws = np.concatenate([step()[1] for _ in range(4)])
    assert len(set(draws.tolist())) == 32


def test_functions_loops_and_branches_go_into_the_pipeline(step_of):
    @tf.function
    def double(x):
        return x * 2

    @step_of
    def step():
        x = numbers()
        y = tf.cond(x > 2, lambda: double(x), lambda: -x)
        total = tf.while_loop(lambda i, s: i < x, lambda i, s: (i + 1, s + i), [0, 0])[1]
        return inputs.batch({"y": y, "total": total}, 5, num_threads=4, capacity=64)

    assert {name: plain(value) for name, value in step().items()} == {
        "y": [0, -1, -2, 6, 8],
        "total": [0, 0, 1, 3, 6],
    }


def test_shuffled_batches_hold_each_element_once_an_epoch(step_of):
    step = step_of(lambda: inputs.shuffle_batch([numbers(20, num_epochs=1)], 5, 15, 10, seed=4))
    drawn = [plain(step()) for _ in range(4)]
    flat = [value for batch in drawn for value in batch]
    assert sorted(flat) == list(range(20))
    assert flat != sorted(flat)
    with pytest.raises(tf.errors.OutOfRangeError):
        step()


def test_file_names_are_shuffled_anew_each_epoch(step_of):
    names = [str(i) for i in range(6)]
    step = step_of(lambda: inputs.string_input_producer(names, num_epochs=8).dequeue())
    epochs = [tuple(np.asarray(step()).item() for _ in names) for _ in range(8)]
    assert all(sorted(epoch) == [name.encode() for name in names] for epoch in epochs)
    assert len(set(epochs)) > 1


def test_rows_of_several_examples_are_batched(step_of):
    step = step_of(lambda: inputs.batch([tf.fill([2, 3], numbers(shuffle=False))], 4, enqueue_many=True))
    assert step().shape == (4, 3)


@pytest.mark.parametrize("join", ["batch_join", "shuffle_batch_join"])
def test_readers_that_share_a_queue_read_each_record_once(step_of, join, tmp_path):
    files = []
    for i in range(4):
        files.append(str(tmp_path / f"{i}.txt"))
        (tmp_path / f"{i}.txt").write_text("".join(f"{i * 3 + j}\n" for j in range(3)))

    @step_of
    def step():
        queue = inputs.string_input_producer(files, num_epochs=1, shuffle=False)
        examples = [[tf.strings.to_number(inputs.TextLineReader().read(queue)[1])] for _ in range(2)]
        if join == "batch_join":
            return inputs.batch_join(examples, 6)
        return inputs.shuffle_batch_join(examples, 6, 20, 5, seed=1)

    assert sorted(plain(step()) + plain(step())) == list(range(12))
    with pytest.raises(tf.errors.OutOfRangeError):
        step()


def test_tf1s_errors(step_of):
    def fails(error, match, build):
        with pytest.raises(error, match=match):
            step_of(build)()

    fails(ValueError, "non-null input tensor", lambda: inputs.string_input_producer([]))
    fails(ValueError, "must be bigger", lambda: inputs.shuffle_batch([numbers()], 2, 5, 5))
    fails(ValueError, "fully defined", lambda: inputs.batch([tf.range(numbers())], 2))
    fails(ValueError, "cannot be a vector", lambda: inputs.maybe_batch([numbers()], [True], 2))
    fails(ValueError, "num_epochs must be > 0", lambda: numbers(num_epochs=0))
    fails(TypeError, "consistent", lambda: inputs.batch_join([[numbers()], [tf.constant("a")]], 2))
    fails(
        tf.errors.InvalidArgumentError,
        "non-null",
        lambda: inputs.string_input_producer(tf.constant([], tf.string)).dequeue(),
    )


def test_an_element_that_depends_on_an_argument_is_refused(step_of):
    with pytest.raises(compat.InputError, match="depends on an argument"):

        @step_of(input_signature=[tf.TensorSpec([], tf.int32)])
        def step(x):
            return inputs.batch([numbers() + x], 2)


def test_input_outside_a_step_is_refused():
    with pytest.raises(compat.InputError, match="outside a step"):
        inputs.batch([tf.constant(1)], 2)


TOWERS = """
import numpy as np, tensorflow as tf
import emulate
emulate.gpus(2)
import compat
inputs = compat.input
strategy = tf.distribute.MirroredStrategy(["/gpu:0", "/gpu:1"])
store = compat.VariableStore(strategy)

def own():
    number = inputs.range_input_producer(8, shuffle=False).dequeue()
    with tf.device("/gpu:%d" % compat.replica_index()):
        return inputs.batch([number * 2], 2)

@store.function
def per_tower():
    return strategy.run(own)

@store.function
def shared():
    batch = inputs.batch([inputs.range_input_producer(9, shuffle=False).dequeue()], 2)
    number = inputs.range_input_producer(12, shuffle=False, num_epochs=1).dequeue()
    queue = inputs.prefetch_queue([inputs.batch([number], 2)])
    iterator = inputs.one_shot_iterator(tf.data.Dataset.range(100))
    return strategy.run(lambda: (batch + 0, queue.dequeue(), iterator.get_next()))

def rows(value):
    return [one.numpy().tolist() for one in strategy.experimental_local_results(value)]

assert [rows(per_tower()) for _ in range(2)] == [[[0, 2], [0, 2]], [[4, 6], [4, 6]]]
first, second = shared(), shared()
assert [rows(step[0]) for step in (first, second)] == [[[0, 1], [0, 1]], [[2, 3], [2, 3]]]
assert [rows(step[1]) for step in (first, second)] == [[[0, 1], [2, 3]], [[4, 5], [6, 7]]]
assert [rows(step[2]) for step in (first, second)] == [[0, 1], [2, 3]]
print("fine")
"""


def test_towers_on_emulated_gpus_pull_in_their_order(ran):
    assert ran(TOWERS).strip().endswith("fine")


def test_arguments_are_those_of_tensorflow_1():
    theirs = {name: getattr(v1.train, name, getattr(v1, name, None)) for name in inputs.__all__}
    alike = [name for name, one in theirs.items() if one is not None]
    assert len(alike) >= 24
    for name in alike:
        assert arguments(getattr(inputs, name)) == arguments(theirs[name]), name
