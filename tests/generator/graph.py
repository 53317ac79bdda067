"""Statements that build a graph: layers on the tensor at hand, terms of a loss, what is put into a list."""

from .source import Catalogue, Lines, Scope, Source

LEAVES = Catalogue()


def constant(source: Source) -> str:
    return source.pick(["0.1", "0.2", "0.3", "0.5", "0.7"])


def is_layer(scope: Scope) -> bool:
    return scope.target == "h" and not scope.sealed


def is_loss(scope: Scope) -> bool:
    return scope.target == "loss" and not scope.sealed


def item(source: Source, scope: Scope) -> str:
    """An expression for what the list at hand holds: hidden tensors, terms of a loss, pairs of gradients."""
    if scope.pairs:
        gradient, variable = scope.pairs
        clipped = source.pick([f"tf.clip_by_norm({gradient}, 0.5)", f"{gradient} * 0.5", gradient])
        return f"({clipped}, {variable})"
    if scope.target == "h":
        return source.pick(["h", "tf.tanh(h)", f"h * {number(source, scope)}"])
    return term(source, scope)


def term(source: Source, scope: Scope) -> str:
    if scope.variables:
        return source.pick(
            [
                f"{constant(source)} * tf.nn.l2_loss({scope.variables[-1]})",
                f"tf.reduce_sum(tf.abs({scope.variables[-1]}))",
            ]
        )
    return source.pick(
        [
            f"tf.reduce_mean(h) * {number(source, scope)}",
            "tf.reduce_mean(tf.square(h))",
            *(
                ["0.01 * tf.add_n([tf.nn.l2_loss(v) for v in tf.trainable_variables()])"]
                if source.chance(30)
                else []
            ),
            *(["tf.reduce_mean(h * tf.cast(h[0, 0] != 0.5, tf.float32))"] if source.chance(20) else []),
        ]
    )


def number(source: Source, scope: Scope) -> str:
    """A float that building uses, at times one that a loop counts."""
    if scope.counters and source.chance(50):
        return f"({scope.counters[-1]} + 1.0)"
    return constant(source)


@LEAVES.add("tf.layers.dense", is_layer)
def dense(source: Source, scope: Scope) -> Lines:
    activation = source.pick(["", ", tf.nn.relu", ", activation=tf.tanh"])
    regularizer = ", kernel_regularizer=lambda t: 0.01 * tf.nn.l2_loss(t)" if source.chance(15) else ""
    return [
        f"h = tf.layers.dense(h, 3{activation}, "
        f"kernel_initializer=tf.constant_initializer({constant(source)}){regularizer})"
    ]


@LEAVES.add("tf.Variable", is_layer)
def variable(source: Source, scope: Scope) -> Lines:
    name = source.fresh("w")
    initial = source.pick(["tf.constant({}, shape=[3, 3])", "tf.fill([3, 3], {})"]).format(constant(source))
    return [f"{name} = {made(source, name, initial)}", f"h = tf.matmul(h, {name})"]


def made(source: Source, name: str, initial: str) -> str:
    """A call that makes a variable: by a name of its own, by one that others have as well, or by none."""
    given = source.pick(["", f", name='{name}'", ", name='weights'", ", name='Weights'"])
    if source.chance(30):
        source.helper("made", "def made(value, name=None):\n    return tf.Variable(value, name=name)")
        return f"made({initial}{given})"
    return f"tf.Variable({initial}{given})"


@LEAVES.add("tf.get_variable with reuse", is_layer)
def shared(source: Source, scope: Scope) -> Lines:
    name = source.fresh("shared")
    at = f"'{name}'" if not scope.counters or source.chance(50) else f"'{name}_%d' % {scope.counters[-1]}"
    regularizer = ", regularizer=lambda t: 0.01 * tf.nn.l2_loss(t)" if source.chance(15) else ""
    return [
        f"with tf.variable_scope({at}, reuse=tf.AUTO_REUSE):",
        f"    w = tf.get_variable('w', [3, 3], "
        f"initializer=tf.constant_initializer({constant(source)}){regularizer})",
        "    h = tf.matmul(h, w)",
    ]


@LEAVES.add(
    "tf.layers.batch_normalization",
    lambda scope: is_layer(scope) and not scope.counters and not scope.function,
)
def batch_normalization(source: Source, scope: Scope) -> Lines:
    return [f"h = tf.layers.batch_normalization(h, training={source.pick(['True', 'False'])}, momentum=0.9)"]


@LEAVES.add("activation", is_layer)
def activation(source: Source, scope: Scope) -> Lines:
    value = number(source, scope)
    return [f"h = {source.pick(['tf.nn.relu(h)', 'tf.tanh(h)', f'h * {value}', f'h + {value}'])}"]


@LEAVES.add("term of the loss", is_loss)
def loss_term(source: Source, scope: Scope) -> Lines:
    return [
        source.pick(
            [
                f"loss = loss + {term(source, scope)}",
                f"loss += {term(source, scope)}",
                f"loss = loss * {number(source, scope)}",
            ]
        )
    ]


@LEAVES.add("append to the list")
def append(source: Source, scope: Scope) -> Lines:
    ways = [f"{one}.append({{}})" for one in [*scope.seconds, scope.items]] + [
        f"{one}({{}})" for one in scope.adders
    ]
    ways = ways[::-1]
    return [source.pick(ways).format(item(source, scope))]


def plain(source: Source, scope: Scope) -> Lines:
    """A plain statement that fits; in a scope that must not bind its target, one that fills the list."""
    found = source.pick([one for one in LEAVES if one.fits(scope)])
    source.constructs.add(found.name)
    return found.write(source, scope)
