"""State of the graph itself: seeds and random streams, collections, names and scopes."""

from .graph import constant, item, made, plain
from .source import Lines, Scope, Source, indented
from .statements import TWISTS

BY_SCOPE = "collection: UPDATE_OPS by scope"
# How training finds some of the updates.
FOUND = {
    BY_SCOPE: [
        "tf.get_collection(tf.GraphKeys.UPDATE_OPS, 'norm')",
        "tf.get_collection(tf.GraphKeys.UPDATE_OPS, scope='norm_1')",
    ],
    "collection: UPDATE_OPS by name": [
        "[op for op in tf.get_collection('update_ops') if 'moving' in op.name]",
        "[op for op in tf.get_collection('update_ops') if op.name.startswith('norm')]",
    ],
}


def is_layer(scope: Scope) -> bool:
    return scope.target == "h" and not scope.sealed


def random_initializer(source: Source) -> str:
    seed = source.pick(["1", "1", "2"])
    return source.pick(
        [
            f"tf.random_normal_initializer(stddev=0.5, seed={seed})",
            f"tf.random_uniform_initializer(-1.0, 1.0, seed={seed})",
            f"tf.truncated_normal_initializer(stddev=0.5, seed={seed})",
        ]
    )


@TWISTS.add("seed: two initialisers", is_layer)
def two_initializers(source: Source, scope: Scope) -> Lines:
    lines = []
    initializer = random_initializer(source)
    for _ in range(2):
        name = source.fresh("kernel")
        lines += (
            [f"{name} = tf.get_variable('{name}', [3, 3], initializer={initializer})"]
            if not loops(scope)
            else [f"{name} = tf.Variable({initializer}([3, 3]))"]
        )
        lines.append(f"h = tf.matmul(h, {name})")
    return lines


@TWISTS.add("seed: one initialiser", is_layer)
def one_initializer(source: Source, scope: Scope) -> Lines:
    return [f"h = tf.layers.dense(h, 3, kernel_initializer={random_initializer(source)})"]


@TWISTS.add("seed: variable begins with a random tensor", is_layer)
def random_tensor(source: Source, scope: Scope) -> Lines:
    name = source.fresh("begun")
    drawn = source.pick(
        ["tf.random_normal([3, 3], stddev=0.5, seed=1)", "tf.truncated_normal([3, 3], stddev=0.5, seed=2)"]
    )
    if source.chance(30):
        lines = [f"start = {drawn}", f"{name} = {made(source, name, 'start')}", f"h = tf.matmul(h, {name})"]
        if source.chance(50):
            lines += [f"{name}_twin = {made(source, f'{name}_twin', 'start')}", f"h = h * {name}_twin[0]"]
        return lines
    return [f"{name} = {made(source, name, drawn)}", f"h = tf.matmul(h, {name})"]


@TWISTS.add("names: two variables of one name", is_layer)
def one_name(source: Source, scope: Scope) -> Lines:
    """Which is the first tells the order alone, whichever of them could be made earlier."""
    first, second = source.fresh("first"), source.fresh("second")
    source.helper(
        "begun",
        """
def begun(shape, name):
    start = tf.truncated_normal(shape, stddev=0.5, seed=4)
    return tf.Variable(start, name=name)
""",
    )
    again = source.pick([first, first.upper()])  # which a graph counts as the same
    both = [f"begun([3, 3], name='{first}')", made(source, again, f"tf.fill([3, 3], {constant(source)})")]
    if source.chance(50):
        both.reverse()
    return [
        f"{first} = {both[0]}",
        f"{second} = {both[1]}",
        f"h = tf.matmul(tf.matmul(h, {first}), {second})",
    ]


@TWISTS.add("names: variable called as what was built before it", is_layer)
def taken_name(source: Source, scope: Scope) -> Lines:
    """An operation or a scope has asked for the name, be it that nothing needs what that is."""
    name, variable = source.pick(["taken", "scale", "x"]), source.fresh("renamed")
    value = f"tf.fill([3, 3], {constant(source)})"
    given = source.pick([name, name.upper()])
    before = source.pick(
        [
            [f"h = tf.multiply(h, 0.5, name='{name}')"],
            [f"tf.multiply(h, 0.5, name='{name}')"],
            [f"tf.summary.scalar('{name}', tf.reduce_mean(h))"],
            [f"with tf.name_scope('{name}'):", "    h = h * 0.5"],
            [f"with tf.variable_scope('{name}'):", "    h = h + 0.1"],
            [f"{variable}_before = tf.Variable(0.5, name='{name}')", f"h = h * {variable}_before"],
            [f"h = h * tf.placeholder_with_default(0.5, [], name='{name}')"],
            [],
        ]
    )
    made = f"{variable} = tf.Variable({value}, name="
    after = source.pick([[f"{made}'{given}')"], [f"with tf.name_scope('{given}'):", f"    {made}'w')"]])
    return [*before, *after, f"h = tf.matmul(h, {variable})"]


@TWISTS.add("seed: operation in the forward pass", lambda scope: is_layer(scope))
def noise(source: Source, scope: Scope) -> Lines:
    return [
        source.pick(
            [
                "h = h + tf.random_normal([3], stddev=0.1, seed=1)",
                "h = tf.nn.dropout(h, 0.5, seed=1)",
                "h = h * tf.random_uniform([3], 0.5, 1.5, seed=2)",
            ]
        )
    ]


@TWISTS.add("collection: UPDATE_OPS", is_layer)
def update_ops(source: Source, scope: Scope) -> Lines:
    """Moving statistics by hand, found again by whoever trains."""
    source.constructs.add("training finds UPDATE_OPS")
    name = source.fresh("moving")
    make = f"{name} = tf.Variable(tf.zeros([3]), trainable=False, name='{name}')"
    value = f"{name} * 0.9 + tf.reduce_mean(h, 0) * 0.1"
    update = source.pick(
        [
            f"tf.assign({name}, {value})",
            f"tf.assign({name}, {value}, name='{name}_update')",
            f"{name}.assign({value})",
            f"tf.assign_add({name}, tf.reduce_mean(h, 0))",
        ]
    )
    lines = [
        make,
        f"tf.add_to_collection({source.pick(['tf.GraphKeys.UPDATE_OPS', repr('update_ops')])}, {update})",
    ]
    if BY_SCOPE in source.wished or source.chance(40):
        lines = [f"with tf.variable_scope('{source.fresh('norm')}'):", *indented(lines)]
    return lines


@TWISTS.add("collection: the program's own", lambda scope: not scope.pairs)
def own(source: Source, scope: Scope) -> Lines:
    value = source.pick(["tf.reduce_mean(tf.abs(h))", "0.01 * tf.nn.l2_loss(h)"])
    add = source.pick(
        [
            f"tf.add_to_collection('penalties', {value})",
            f"tf.get_default_graph().add_to_collection('penalties', {value})",
            f"tf.get_collection_ref('penalties').append({value})",
        ]
    )
    return [add]


@TWISTS.add("collection: losses", lambda scope: not scope.pairs)
def losses(source: Source, scope: Scope) -> Lines:
    source.constructs.add("loss from the collection of losses")
    return [
        source.pick(
            [
                "tf.losses.mean_squared_error(y, h)",
                "tf.add_to_collection(tf.GraphKeys.LOSSES, tf.reduce_mean(h))",
                "tf.losses.add_loss(tf.reduce_mean(h))",
            ]
        )
    ]


@TWISTS.add("collection: counted and printed")
def counted(source: Source, scope: Scope) -> Lines:
    """How much the graph has collected so far."""
    name = source.fresh("count")
    found = source.pick(
        [
            "tf.losses.get_losses()",
            "tf.get_collection(tf.GraphKeys.UPDATE_OPS)",
            "tf.get_collection(tf.GraphKeys.REGULARIZATION_LOSSES)",
            "tf.get_collection('penalties')",
        ]
    )
    return source.pick(
        [
            [f"print('collected', len({found}))"],
            [f"{name} = {found}", f"print('collected', len({name}))"],
            [f"{name} = len({found})", f"print('collected %d' % {name})"],
        ]
    )


@TWISTS.add("scope entered again", lambda scope: is_layer(scope) and not loops(scope))
def again(source: Source, scope: Scope) -> Lines:
    name = source.fresh("twice")
    make = "h = tf.matmul(h, tf.get_variable('w', [3, 3], initializer=tf.constant_initializer({})))"
    value = constant(source)
    second = source.pick(
        [
            [f"with tf.variable_scope('{name}', reuse=True):", "    " + make.format(value)],
            [
                f"with tf.variable_scope('{name}') as scope:",
                "    scope.reuse_variables()",
                "    " + make.format(value),
            ],
        ]
    )
    return [f"with tf.variable_scope('{name}'):", "    " + make.format(value), *plain(source, scope), *second]


@TWISTS.add("control dependencies while building", lambda scope: is_layer(scope))
def controlled(source: Source, scope: Scope) -> Lines:
    # No variable is made in there: its initial value would wait for the count, which is not initialised yet.
    name = source.fresh("seen")
    return [
        f"{name} = tf.Variable(0.0, trainable=False)",
        f"with tf.control_dependencies([tf.assign_add({name}, 1.0)]):",
        f"    h = {source.pick(['tf.identity(h)', 'tf.tanh(h)', 'h * 0.5'])}",
    ]


def loops(scope: Scope) -> bool:
    return bool(scope.loop or scope.counters or scope.function)


__all__ = ["item"]


@TWISTS.add("graph: updated by a method", is_layer)
def updated_by_method(source: Source, scope: Scope) -> Lines:
    """What a method of an object updates no run asks for, wherever the object is and whatever its name."""
    method = source.pick(["bump", "apply", "load", "update"])
    source.helper(
        f"Counted_{method}",
        f"""
class Counted_{method}(object):
    def __init__(self, count):
        self.count = count

    def {method}(self, by):
        return self.count.assign_add(by)
""",
    )
    name = source.fresh("count")
    owner = f"Counted_{method}({name})"
    held, found = source.pick(
        [(owner, ""), (f"[{owner}]", "[0]"), (f"dict(one={owner})", "['one']"), (f"({owner},)", "[0]")]
    )
    return [
        f"{name} = {made(source, name, '0.5')}",
        f"{name}_held = {held}",
        f"{name}_held{found}.{method}(1.0)",
        f"h = h * (0.5 + {name})",
    ]
