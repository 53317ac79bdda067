"""A store makes each variable once, under its TF 1 name, whatever the number of traces."""

import numpy as np
import pytest
import tensorflow as tf

import compat

v1 = tf.compat.v1


@pytest.fixture(params=[1, 2, 3], ids=lambda count: f"{count} devices")
def store(request):
    if request.param == 1:
        return compat.VariableStore()
    return compat.VariableStore(tf.distribute.MirroredStrategy([f"/cpu:{i}" for i in range(request.param)]))


def test_variables_are_made_once_and_shared_by_all_steps(store):
    @store.function
    def write(x):
        with v1.variable_scope("net"):
            v1.get_variable("w", [2], initializer=v1.ones_initializer()).assign_add(x)

    @store.function
    def read():
        with v1.variable_scope("net"):
            return tf.identity(v1.get_variable("w", [2], initializer=v1.zeros_initializer()))

    write(tf.constant([1.0, 2.0]))
    write(tf.constant([[1.0, 2.0]])[0])
    np.testing.assert_array_equal(read(), [3.0, 5.0])
    assert list(store.variables) == ["net/w"]


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"shape": [3]}, r"'w' has shape \(2,\), but \(3,\) was asked for"),
        ({"shape": [2], "dtype": tf.float64}, "'w' is float32, but .*float64.* was asked for"),
        ({"shape": [2], "dtype": tf.float32}, None),
        ({"shape": None}, None),
    ],
)
def test_a_step_that_asks_for_another_variable_of_that_name_is_told(asked, message):
    store = compat.VariableStore()
    store.function(lambda: tf.identity(v1.get_variable("w", [2], initializer=v1.ones_initializer())))()

    @store.function
    def other():
        with v1.variable_scope(v1.get_variable_scope(), reuse=v1.AUTO_REUSE):
            return tf.identity(v1.get_variable("w", initializer=v1.ones_initializer(), **asked))

    if message is None:
        assert other().numpy().tolist() == [1.0, 1.0]
    else:
        with pytest.raises(compat.VariableError, match=message):
            other()


def test_retracing_makes_no_new_variables(store):
    traces = []

    @store.function
    def step(x):
        traces.append(tuple(x.shape))
        return tf.reduce_sum(x) * v1.get_variable("w", [], initializer=v1.ones_initializer())

    assert [float(step(tf.ones([size]))) for size in (1, 2, 3)] == [1.0, 2.0, 3.0]
    assert set(traces) == {(1,), (2,), (3,)}
    assert list(store.variables) == ["w"]


def four_variables():
    return [v1.Variable(1.0), v1.Variable(2.0), v1.Variable(3.0, name="b"), v1.Variable(4.0, name="b")]


def test_names_are_made_unique_as_in_a_graph(store):
    @store.function
    def step():
        return tf.add_n([tf.identity(variable) for variable in four_variables()])

    assert float(step()) == 10.0
    assert float(step()) == 10.0
    with tf.Graph().as_default():
        names = [variable.op.name for variable in four_variables()]
    assert list(store.variables) == names == ["Variable", "Variable_1", "b", "b_1"]


@pytest.mark.parametrize("is_step", [False, True])
def test_names_that_differ_by_case_alone_are_told_apart_as_in_a_graph(store, is_step):
    def variables():
        return [v1.Variable(1.0, name=name) for name in ("out", "Out", "OUT", "out_1")]

    if is_step:
        store.function(lambda: tf.add_n([tf.identity(variable) for variable in variables()]))()
    else:
        with store.scope():
            variables()
    with tf.Graph().as_default():
        names = [variable.op.name for variable in variables()]
    assert list(store.variables) == names == ["out", "Out_1", "OUT_2", "out_1_1"]


def test_initial_values_may_be_tensors_of_the_step(store):
    outside = tf.constant(2.0)

    @store.function
    def step():
        return tf.identity(v1.get_variable("w", initializer=tf.fill([2], 3.0) * outside))

    np.testing.assert_array_equal(step(), [6.0, 6.0])


def test_an_initial_value_that_depends_on_an_argument_is_refused(store):
    @store.function
    def step(x):
        return tf.identity(v1.get_variable("w", initializer=x * 2.0))

    with pytest.raises(compat.VariableError, match="'w' depends on an argument"):
        step(tf.constant(1.0))


def test_another_shape_under_the_same_name_is_refused(store):
    @store.function
    def one():
        return tf.identity(v1.get_variable("w", [2]))

    @store.function
    def other():
        return tf.identity(v1.get_variable("w", [3]))

    one()
    with pytest.raises(compat.VariableError, match=r"'w' has shape \(2,\)"):
        other()


def test_a_name_that_is_taken_is_told_as_programs_expect_that_then_reuse_it(store):
    @store.function
    def step():
        try_again = []
        for _ in range(2):
            with v1.variable_scope("net") as scope:
                try:
                    found = v1.get_variable("w", [2], initializer=v1.ones_initializer())
                except ValueError as error:
                    try_again.append(str(error))
                    scope.reuse_variables()
                    found = v1.get_variable("w", [2])
        assert "Variable net/w already exists, disallowed" in try_again.pop()
        return tf.identity(found)

    np.testing.assert_array_equal(step(), [1.0, 1.0])
    assert list(store.variables) == ["net/w"]


def test_code_that_made_variables_in_steps_gives_them_again(store):
    def made():
        with v1.variable_scope("net"):
            found = {name: v1.get_variable(name, [2], initializer=v1.ones_initializer()) for name in "vw"}
        v1.add_to_collection("decays", tf.reduce_sum(found["w"]))
        return found

    @store.function(input_signature=[])
    def step():
        return tf.reduce_sum(made()["v"]) + tf.add_n(v1.get_collection("decays"))

    with store.again():
        found = made()

    @store.function(input_signature=[])
    def step_again():
        made()
        return tf.add_n(v1.get_collection("decays"))

    assert {name: one is store.variables[f"net/{name}"] for name, one in found.items()} == {
        "v": True,
        "w": True,
    }
    assert list(store.variables) == ["net/v", "net/w"]
    assert (float(step()), float(step_again())) == (4.0, 2.0)


def test_collections_hold_what_the_trace_made_and_what_was_made_before(store):
    with store.scope():
        v1.get_variable("global_step", [], trainable=False, initializer=v1.zeros_initializer())
    seen = {}

    @store.function
    def step():
        v1.get_variable("w", [2])
        v1.get_variable("local", [2], trainable=False, collections=[v1.GraphKeys.LOCAL_VARIABLES])
        for key in (
            v1.GraphKeys.GLOBAL_VARIABLES,
            v1.GraphKeys.TRAINABLE_VARIABLES,
            v1.GraphKeys.LOCAL_VARIABLES,
        ):
            seen[key] = [variable.name.split(":")[0] for variable in v1.get_collection(key)]

    step()
    assert seen == {
        "variables": ["global_step", "w"],
        "trainable_variables": ["w"],
        "local_variables": ["local"],
    }


def test_arrays_of_another_type_are_converted_as_feeds_were(store):
    traces = []

    @store.function(input_signature=[tf.TensorSpec([None, 2], tf.float32), tf.TensorSpec([], tf.float32)])
    def step(x, rate):
        traces.append(1)
        return tf.reduce_sum(x) * rate

    assert float(step(np.ones((3, 2)), 1)) == 6.0
    assert float(step([[1, 2]], np.float64(2))) == 6.0
    assert len(traces) == 1


def build_part(scope, reuse):
    weight = v1.Variable(1.0)
    with v1.variable_scope("shared", reuse=reuse):
        shared = v1.get_variable("w", [], initializer=v1.ones_initializer())
    with v1.variable_scope(scope):
        own = v1.get_variable("w", [], initializer=v1.ones_initializer())
    with v1.variable_scope("train"):
        loss = weight * shared + own
        v1.train.AdamOptimizer(0.1).minimize(loss, var_list=[weight, own])
    return loss, [variable.name for variable in v1.trainable_variables()]


@pytest.mark.parametrize("reuse", [True, v1.AUTO_REUSE])
def test_a_second_step_shares_the_parts_of_a_partitioned_variable(store, reuse):
    def step(again):
        @store.function(input_signature=[])
        def total():
            with v1.variable_scope("model", reuse=again):
                table = v1.get_variable(
                    "table", [5], partitioner=v1.fixed_size_partitioner(2), initializer=v1.ones_initializer()
                )
            return tf.reduce_sum(table)

        return total

    assert [float(step(again)()) for again in (None, reuse)] == [5.0, 5.0]
    assert list(store.variables) == ["model/table/part_0", "model/table/part_1"]


def test_parts_of_a_graph_count_its_names_on():
    variables = compat.VariableStore()
    parts = {"a": None, "b": True, "c": v1.AUTO_REUSE}
    seen = []

    def make(store, scope, reuse):
        @store.function(input_signature=[])
        def step():
            loss, names = build_part(scope, reuse)
            seen.append(names)
            return loss

    for scope, reuse in parts.items():
        make(variables if scope == "a" else variables.next_part(), scope, reuse)
    with tf.Graph().as_default():
        wanted = [build_part(scope, reuse)[1] for scope, reuse in parts.items()]
        names = [variable.op.name for variable in v1.global_variables()]
    assert seen == wanted
    assert list(variables.variables) == names


@pytest.mark.parametrize("pruned", [False, True])
def test_what_a_step_names_is_numbered_as_in_a_graph_with_its_variables_and_placeholders(pruned):
    variables = compat.VariableStore()
    with variables.scope():
        weight = v1.Variable(1.0, name="w")
    signature = [tf.TensorSpec([], tf.float32), tf.TensorSpec([], tf.float32, name="named")]

    def step(x, y):
        named = [tf.identity(weight, name="w"), tf.identity(x, name="x"), tf.identity(y, name="named")]
        names.extend(one.op.name for one in named)
        return named

    names = []
    make = variables.pruned if pruned else variables.function
    make(step, input_signature=signature)
    with tf.Graph().as_default():
        weight = v1.Variable(1.0, name="w", use_resource=True)
        placeholders = [v1.placeholder(tf.float32, []), v1.placeholder(tf.float32, [], name="named")]
        step(*placeholders)
    assert names[:3] == names[3:] == ["w_1", "x", "named_1"]


def test_at_once_a_store_has_its_variables_and_the_process_its_other_collections(store):
    def weights():
        with v1.variable_scope("net", reuse=v1.AUTO_REUSE):
            return v1.get_variable("w", [2], initializer=v1.ones_initializer())

    before = v1.trainable_variables()
    other = compat.VariableStore()
    with store.scope():
        made = weights()
        assert weights() is made
        v1.add_to_collection("of the process", made)
    with other.scope():
        assert weights() is not made
        assert v1.trainable_variables() == [other.variables["net/w"]]
    with v1.variable_scope("net"), store.scope():
        assert v1.get_variable("w", [2]) is made
        assert v1.global_variables() == v1.trainable_variables() == [made]
    assert v1.trainable_variables() == before
    assert v1.get_collection_ref("of the process").pop() is made


@pytest.mark.parametrize(
    "assign",
    [
        lambda one: v1.assign(one, [2.0, 2.0]),
        lambda one: v1.assign_add(one, [1.0, 1.0]),
        lambda one: one.assign_sub([1.0, 1.0]),
        lambda one: v1.scatter_update(one, [0], [3.0]),
        lambda one: v1.assign(one, [2.0, 2.0], name="mine"),
        lambda one: v1.assign(one, [2.0, 2.0]).assign_add([1.0, 1.0]),
    ],
)
def test_assignments_are_found_by_the_scope_they_are_made_in(assign):
    def found() -> list[str]:
        one = v1.get_variable("w", [2], initializer=v1.ones_initializer())
        for scope in ("tower_0", "tower_1"):
            with v1.name_scope(scope), v1.variable_scope("norm"):
                v1.add_to_collection(v1.GraphKeys.UPDATE_OPS, assign(one))
        every = v1.get_collection(v1.GraphKeys.UPDATE_OPS)
        assert [update.op.name for update in every] == [update.name for update in every]
        return [update.name for update in v1.get_collection(v1.GraphKeys.UPDATE_OPS, "tower_1")]

    with tf.Graph().as_default():
        expected = found()
    names = []

    @compat.VariableStore().function(input_signature=[])
    def step():
        names.extend(found())

    step()
    assert names == expected
    assert all(name.startswith("tower_1/norm/") for name in names)
    assert len(names) == 1


@pytest.mark.parametrize("optimizer", [v1.train.AdamOptimizer, v1.train.MomentumOptimizer])
def test_optimizers_that_a_step_before_used_keep_their_names(optimizer):
    store = compat.VariableStore()

    def optimizers():
        return [optimizer(0.1, rate) for rate in (0.5, 0.9)]

    def updates(*both):
        shared, own = (v1.get_variable(name, [], initializer=v1.ones_initializer()) for name in "ab")
        for each, variables in zip(both, ([shared], [shared, own]), strict=False):
            each.apply_gradients(each.compute_gradients(shared * own, variables))

    with store.scope():
        first, second = optimizers()
    store.function(lambda: updates(first), input_signature=[])
    store.function(lambda: updates(first, second), input_signature=[])
    with tf.Graph().as_default():
        updates(*optimizers())
        names = {one.op.name for one in v1.global_variables()}
    assert set(store.variables) == names


def test_what_a_step_takes_off_a_collection_is_not_in_it_afterwards(store):
    @store.function
    def step():
        kept, other = (v1.get_variable(name, [], initializer=v1.zeros_initializer()) for name in "ab")
        trainable = v1.get_collection_ref(v1.GraphKeys.TRAINABLE_VARIABLES)
        trainable[:] = [one for one in trainable if one is not other]
        return kept + other

    step()
    assert list(store.trainable_variables) == ["a"]
    assert list(store.global_variables) == ["a", "b"]


@pytest.mark.parametrize("method", ["function", "pruned"])
def test_what_a_step_returns_of_an_iterator_is_run_and_is_no_value(method):
    variables = compat.VariableStore()
    numbers = compat.input.initializable_iterator(tf.data.Dataset.range(3))

    @getattr(variables, method)(input_signature=[])
    def begin():
        return numbers.initializer

    @variables.function
    def following():
        return numbers.get_next()

    assert begin() is None
    assert [int(following()) for _ in range(2)] == [0, 1]
    begin()
    assert int(following()) == 0
