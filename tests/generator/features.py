"""Parts of TensorFlow 1 beside the model: what else a graph has, and what a session makes of it."""

from collections.abc import Callable

from .source import Lines, Source

Feature = Callable[[Source], Lines]
FEATURES: dict[str, Feature] = {}


def feature(name: str) -> Callable[[Feature], Feature]:
    def register(write: Feature) -> Feature:
        FEATURES[name] = write
        return write

    return register


def features(source: Source) -> Lines:
    """Lines that stand behind `loss` and `train_op`; what they add for sessions is noted in the source."""
    lines = []
    for name, write in FEATURES.items():
        if name in source.wished or source.chance(6):
            source.constructs.add(name)
            lines += write(source)
    return lines


@feature("tf.cond")
def cond(source: Source) -> Lines:
    source.fetched.append("chosen")
    test = source.pick(["loss > 0.5", "tf.reduce_sum(x) > 0.0"])
    return [f"chosen = tf.cond({test}, lambda: loss * 2.0, lambda: loss - 1.0)"]


@feature("tf.while_loop")
def while_loop(source: Source) -> Lines:
    source.fetched.append("grown")
    return ["_, grown = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * 0.5), [0, loss])"]


@feature("counter in the graph")
def counter(source: Source) -> Lines:
    source.effects.append("count_one")
    update = source.pick(
        ["tf.assign_add(seen, 1.0)", "seen.assign(seen + tf.reduce_mean(h))", "tf.assign(seen, loss)"]
    )
    return ["seen = tf.Variable(0.0, trainable=False, name='seen')", f"count_one = {update}"]


@feature("moving average of the weights")
def moving_average(source: Source) -> Lines:
    if source.held:  # the session fetches what the container holds
        return []
    return ["ema = tf.train.ExponentialMovingAverage(0.8)", "with tf.control_dependencies([train_op]):",
            "    train_op = ema.apply(tf.trainable_variables())"]  # fmt: skip


@feature("moving average of the loss")
def average_of_loss(source: Source) -> Lines:
    source.effects.append("average_op")
    return ["loss_ema = tf.train.ExponentialMovingAverage(0.8)", "average_op = loss_ema.apply([loss])"]


@feature("metric")
def metric(source: Source) -> Lines:
    source.effects.append("update_loss")
    source.local = True
    return ["mean_loss, update_loss = tf.metrics.mean(loss)"]


@feature("summary")
def summary(source: Source) -> Lines:
    if not source.summaries:
        source.fetched.append("merged")
    source.summaries = True
    # Something else may be called so: a layer's kernel, a mean, or what was built before a variable.
    tag = source.pick(["loss", "loss", "Mean", "mean", "dense/kernel", "taken", "scale", "x", "Variable"])
    return [f"tf.summary.scalar('{tag}', loss)", "merged = tf.summary.merge_all()"]


@feature("saver")
def saver(source: Source) -> Lines:
    source.saves = True
    return []


@feature("saver of some variables")
def told_saver(source: Source) -> Lines:
    """What it saves begins with a value or with random numbers, and changes between saving and restoring."""
    source.told = source.pick(["{{'first': {}}}", "[{}]"])
    source.fetched.append("kept")
    source.effects.append("change_kept")
    initial = source.pick(
        ["tf.random_normal([3], seed=3)", "tf.truncated_normal([3], seed=1)", "tf.zeros([3])"]
    )
    return [
        f"kept = tf.Variable({initial}, name='kept')",
        "change_kept = tf.assign_add(kept, tf.reduce_mean(x, 0))",
    ]


@feature("part that not every run builds")
def optional(source: Source) -> Lines:
    if {"layout: class", "layout: built in a function"} & source.constructs:  # whose names leave a block
        return []
    wanted = source.helper("WANTED", f"WANTED = {source.pick(['False', 'True'])}")
    source.optional["extra"] = source.pick([wanted, f"not {wanted}"])
    count = "tf.assign_add(tf.Variable(0.0, trainable=False, name='extra'), 1.0)"
    return [f"if {source.optional['extra']}:", f"    extra = {source.pick([count, 'loss * 3.0'])}"]


@feature("weights of a recurrent cell")
def cell_weights(source: Source) -> Lines:
    source.fetched.append("size")
    attribute = source.pick(["trainable_variables", "trainable_weights", "variables", "weights"])
    sizes = f"sum(tf.nn.l2_loss(w) for w in cell.{attribute})"
    if source.chance(40):
        source.helper("size_of", f"def size_of(cell):\n    return {sizes}")
        sizes = "size_of(cell)"
    return [
        f"cell = tf.nn.rnn_cell.{source.pick(['GRUCell', 'BasicLSTMCell'])}(3)",
        "with tf.variable_scope('unrolled', initializer=tf.constant_initializer(0.3)):",
        "    outputs_of_time, _ = tf.nn.dynamic_rnn(cell, tf.stack([x, y], 1), dtype=tf.float32)",
        f"size = {sizes} + tf.constant(0.0)",
    ]


@feature("slots of the optimizer")
def slots(source: Source) -> Lines:
    source.fetched.append("momenta")
    found = "optimizer.get_slot(v, name) for v in tf.trainable_variables()"
    return [
        f"slots = [{found} for name in optimizer.get_slot_names()]",
        "momenta = tf.add_n([tf.nn.l2_loss(one) for one in slots if one is not None] + [tf.constant(0.0)])",
    ]


@feature("second optimizer of shared variables")
def second_optimizer(source: Source) -> Lines:
    """Another loss, whose optimizer updates some of the variables that the first one does."""
    source.effects.append("other_op")
    some = source.pick(["tf.trainable_variables()", "tf.trainable_variables()[:1]", "[v for v in "
                        "tf.trainable_variables() if len(v.get_shape()) == 2]"])  # fmt: skip
    optimizer = source.pick(["GradientDescentOptimizer(0.1)", "AdamOptimizer(0.05)"])
    return [
        "other_loss = tf.reduce_mean(tf.abs(h))",
        f"other_op = tf.train.{optimizer}.minimize(other_loss, var_list={some})",
    ]


@feature("sum over all variables")
def sum_over_all(source: Source) -> Lines:
    source.fetched.append("weight")
    listed = source.pick(["tf.global_variables()", "tf.trainable_variables()"])
    floats = f"[v for v in {listed} if v.dtype.base_dtype == tf.float32]"
    total = source.pick(["sum(tf.nn.l2_loss(v) for v in {})", "tf.add_n([tf.nn.l2_loss(v) for v in {}])"])
    return [f"weight = {total.format(floats)} + tf.constant(0.0)"]
