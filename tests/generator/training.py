"""From a loss to an operation that trains: optimizers, clipped gradients, averages over towers."""

from dataclasses import dataclass

from .control_flow import condition
from .graph_state import BY_SCOPE, FOUND
from .source import Lines, Scope, Source, indented

OPTIMIZERS = ["GradientDescentOptimizer(0.1)", "MomentumOptimizer(0.1, 0.9)", "AdamOptimizer(0.05)"]

# How each gradient gets into `clipped` but by its name: what stands before the loop, and the call.
SECONDS = {
    "alias: second name": ("kept = clipped", "kept.append({})"),
    "alias: bound method": ("keep = clipped.append", "keep({})"),
    "alias: in a dictionary": ("held = {'all': clipped}", "held['all'].append({})"),
    "alias: unpacked": ("kept, count = clipped, 0", "kept.append({})"),
    "alias: in a list": ("held = [clipped]", "held[0].append({})"),
    "alias: changed in place by an operator": ("kept = clipped", "kept += [{}]"),
}
# What an iteration over `pairs` has of its place among the others: the head of the loop, what stands before
# it, what ends each iteration, and a factor or test of that.
PLACES = {
    "index": ("for i, (g, v) in enumerate(pairs):", [], [], "(i + 1.0)", "i % 2"),
    "list beside": ("for (g, v), factor in zip(pairs, RATES):", [], [], "factor", "factor > 0.4"),
    "carried": ("for g, v in pairs:", ["rate = 1.0"], ["rate = rate * 0.5"], "rate", "rate < 0.6"),
    "counted": ("for g, v in pairs:", ["seen = []"], ["seen.append(v)"], "(len(seen) + 1.0)", "seen"),
    "the last one": ("for g, v in pairs:", ["last = 1.0"], ["last = g"], "tf.reduce_sum(last)", "last is g"),
}


@dataclass(frozen=True)
class Container:
    """What holds the operation `UPDATE` and the loss, and by which expressions sessions fetch them."""

    lines: Lines
    train: str
    loss: str
    above: str = ""


HELD_IN = "operation in a container"
CONTAINERS = {
    "dictionary": Container(["ops = {'train': UPDATE, 'loss': loss}"], "ops['train']", "ops['loss']"),
    "dict": Container(["ops = dict(loss=loss, train=UPDATE)"], "ops['train']", "ops['loss']"),
    "item": Container(
        ["ops = {}", "ops['loss'] = loss", "ops['train'] = UPDATE"], "ops['train']", "ops['loss']"
    ),
    "nested": Container(["ops = {'all': [UPDATE, loss]}"], "ops['all'][0]", "ops['all'][1]"),
    "list": Container(["ops = [UPDATE, loss]"], "ops[0]", "ops[1]"),
    "appended": Container(["ops = [loss]", "ops.append(UPDATE)"], "ops[1]", "ops[0]"),
    "added": Container(["ops = [loss]", "ops += [UPDATE]"], "ops[1]", "ops[0]"),
    "counted": Container(
        ["ops = [loss]", "ops.append(UPDATE)", "ops.append(loss * float(len(ops)))"], "ops[1]", "ops[2]"
    ),
    "tuple": Container(["ops = UPDATE, loss"], "ops[0]", "ops[1]"),
    "unpacked": Container(
        ["first, second = UPDATE, loss * 2.0", "ops = [first, second]"], "ops[0]", "ops[1]"
    ),
    "attribute": Container(
        ["ops = argparse.Namespace()", "ops.loss = loss", "ops.train = UPDATE"], "ops.train", "ops.loss"
    ),
    "named": Container(
        ["ops = Operations(train=UPDATE, loss=loss)"],
        "ops.train",
        "ops.loss",
        "import collections\n\nOperations = collections.namedtuple('Operations', ['train', 'loss'])",
    ),
    "of a function": Container(
        ["ops = both(UPDATE, loss)"],
        "ops['train']",
        "ops['loss']",
        "def both(train, loss):\n    return {'train': train, 'loss': loss}",
    ),
}
CAUGHT = "raise in a loop over gradients that a caller catches"
PLACED = "places among gradients"
CLIPS = ["(tf.clip_by_norm(g, 0.5), v)", "(g * 0.5, v)", "(tf.clip_by_value(g, -1.0, 1.0), v)"]


def train(source: Source, twists: int) -> Lines:
    """Lines that bind `train_op`, which minimises `loss`."""
    made, step = counted_steps(source)
    rate, optimizer = learning_rate(source, step), source.pick(OPTIMIZERS)
    if rate:
        optimizer = optimizer.replace("0.1", "rate", 1).replace("0.05", "rate")
    lines = [*made, *rate, f"optimizer = tf.train.{optimizer}"]
    if PLACED in source.wished or twists and source.chance(20):
        lines += placed(source)
        train_op = f"optimizer.apply_gradients(clipped{step})"
    elif twists or CAUGHT in source.wished or source.chance(20):
        source.constructs.add("gradients clipped in a loop")
        lines += clipped(source, twists)
        train_op = f"optimizer.apply_gradients(clipped{step})"
    elif source.chance(15):
        source.constructs.add("gradients of tf.gradients")
        lines += [
            "variables = tf.trainable_variables()",
            "grads, _ = tf.clip_by_global_norm(tf.gradients(loss, variables), 1.0)",
        ]
        train_op = f"optimizer.apply_gradients(zip(grads, variables){step})"
    else:
        train_op = f"optimizer.minimize(loss{step})"
    return [*lines, *after_updates(source, train_op)]


def counted_steps(source: Source) -> tuple[Lines, str]:
    """A global step, or none: what makes it, and the argument for it."""
    if not source.chance(50):
        return [], ""
    made = source.pick(
        [
            "global_step = tf.train.get_or_create_global_step()",
            "global_step = tf.Variable(0, trainable=False, name='global_step')",
        ]
    )
    return [made], ", global_step=global_step"


def learning_rate(source: Source, step: str) -> Lines:
    """A learning rate that is a tensor: one that decays, or that is fed; or none."""
    if step and source.chance(12):
        source.constructs.add("learning rate decays")
        return ["rate = tf.train.exponential_decay(0.1, global_step, 2, 0.5, staircase=True)"]
    if source.chance(8):
        source.constructs.add("learning rate is fed")
        source.fed["rate"] = "0.05"
        return ["rate = tf.placeholder(tf.float32, [])"]
    return []


def after_updates(source: Source, update: str) -> Lines:
    """Lines that bind the operation that trains, behind the collected updates if there are some."""
    lines = kept_operation(source, update)
    if not {"collection: UPDATE_OPS", "tf.layers.batch_normalization"} & source.constructs:
        return lines
    kind = source.pick([""] * 6 + [*FOUND, BY_SCOPE])
    kind = next((one for one in FOUND if one in source.wished), kind)
    if kind:
        source.constructs.add(kind)
    found = source.pick(FOUND[kind]) if kind else "tf.get_collection(tf.GraphKeys.UPDATE_OPS)"
    return [f"updates = {found}", "with tf.control_dependencies(updates):", *indented(lines)]


def kept_operation(source: Source, update: str) -> Lines:
    """Lines that bind the operation that trains: by a name, or beside others in a container."""
    if HELD_IN not in source.wished and not source.chance(6):
        return [f"train_op = {update}"]
    kind = source.pick(list(CONTAINERS))
    source.constructs |= {HELD_IN, f"{HELD_IN}: {kind}"}
    held = CONTAINERS[kind]
    if held.above:
        source.helper("Operations", held.above)
    source.held = {"train_op": held.train, "loss": held.loss}
    return [line.replace("UPDATE", update) for line in held.lines]


def caught(source: Source) -> Lines:
    """A loop over gradients that may raise, be it by a function, where a caller catches that."""
    source.constructs.add(CAUGHT)
    test = source.pick(["len(v.get_shape()) == 1", "'w' in v.op.name", "SETTINGS['deep']"])
    raising = [f"if {test}:", "    raise ValueError('not this one')"]
    if source.chance(50):
        source.helper("halved", "\n".join(["def halved(g, v):", *indented([*raising, "return g * 0.5"])]))
        raising, value = [], "halved(g, v)"
    else:
        value = "g * 0.5"
    loop = ["for g, v in pairs:", *indented([*raising, f"kept.append(({value}, v))"])]
    if source.chance(50):
        body = [
            "kept = []",
            "try:",
            *indented(loop),
            "except ValueError:",
            "    pass",
            "return kept or pairs",
        ]
    else:
        source.helper(
            "all_of", "\n".join(["def all_of(pairs):", *indented(["kept = []", *loop, "return kept"])])
        )
        body = ["try:", "    return all_of(pairs)", "except ValueError:", "    return pairs"]
    source.helper("kept_of", "\n".join(["def kept_of(pairs):", *indented(body)]))
    return ["pairs = optimizer.compute_gradients(loss)", "clipped = kept_of(pairs)"]


def clipped(source: Source, twists: int) -> Lines:
    """A loop over gradients and their variables that puts each but once into `clipped`."""
    if CAUGHT in source.wished or twists and source.chance(10):
        return caught(source)
    scope = Scope("pairs", "clipped", sealed=True, pairs=("g", "v"))
    before, append = [], "clipped.append({})"
    if twists and source.chance(50):
        twists -= 1
        construct = source.pick(list(SECONDS))
        source.constructs.add(construct)
        line, append = SECONDS[construct]
        before = [line]
    last = append.format(source.pick(CLIPS))
    body = [last]
    if twists and source.chance(60):
        kind = source.pick(["continue", "break", "raise"])
        test, first = condition(source, scope), [append.format("(g, v)")] if source.chance(60) else []
        source.constructs.add(f"{kind} in a loop over gradients")
        if kind == "raise":
            body = [f"if {test}:", *indented([*first, "raise ValueError(v.op.name)"]), last]
            body = ["try:", *indented(body), "except ValueError:", "    SETTINGS['seen'].append('raised')"]
        else:
            body = [f"if {test}:", *indented([*first, kind]), last]
    elif twists:
        source.constructs.add("branch in a loop over gradients")
        body = [f"if {condition(source, scope)}:", "    " + append.format("(g, v)"), "else:", "    " + last]
    lines = [
        "pairs = optimizer.compute_gradients(loss)",
        "clipped = []",
        *before,
        "for g, v in pairs:",
        *indented(body),
    ]
    # A jump before anything was kept leaves nothing to apply.
    return [*lines, "if not clipped:", "    clipped = pairs"] if body != [last] else lines


def placed(source: Source) -> Lines:
    """A loop over gradients in which each has something of its place among the others."""
    kind = source.pick([*PLACES, "slice", "break"])
    source.constructs |= {PLACED, f"{PLACED}: {kind}"}
    lines = ["pairs = optimizer.compute_gradients(loss)"]
    if source.chance(30):
        source.constructs.add(f"{PLACED}: variables of the collection")
        lines = ["variables = tf.get_collection(tf.GraphKeys.TRAINABLE_VARIABLES)"]
        lines += ["pairs = list(zip(tf.gradients(loss, variables), variables))"]
    if kind == "slice":
        return [*lines, "clipped = [(g * 0.5, v) for g, v in pairs[:2]] + pairs[2:]"]
    if kind == "break":
        source.constructs.add("break in a loop over gradients")
        body = ["clipped.append((g * 0.5, v))", "if len(v.get_shape()) == 1:", "    break"]
        return [*lines, "clipped = []", "for g, v in pairs:", *indented(body)]
    head, before, after, factor, test = PLACES[kind]
    if "RATES" in head:
        source.helper("RATES", "RATES = [0.5, 0.3, 0.5, 0.2] * 5")
    made = source.pick([f"(g * {factor}, v)", f"(g * 0.5 if {test} else g, v)"])
    if kind in ("index", "list beside") and source.chance(40):
        return [*lines, f"clipped = [{made} {head[:-1]}]"]
    if source.chance(40):
        source.constructs.add(f"{PLACED}: in a function")
        body = [
            "clipped = []",
            *before,
            head,
            *indented([f"clipped.append({made})", *after]),
            "return clipped",
        ]
        source.helper("scaled_by_place", "\n".join(["def scaled_by_place(pairs):", *indented(body)]))
        return [*lines, "clipped = scaled_by_place(pairs)"]
    return [*lines, "clipped = []", *before, head, *indented([f"clipped.append({made})", *after])]


def average(source: Source, twists: int, *jumps: str) -> Lines:
    """Lines that average the gradients of towers, by a function or where they stand, maybe with a jump."""
    body = ["grads = []"]
    inner = ["grads.append(tf.expand_dims(g, 0))"]
    if source.chance(40):
        inner = ["if g is None:", "    continue", *inner]
    mean = ["grad = tf.reduce_mean(tf.concat(grads, 0), 0)", "averaged.append((grad, pairs[0][1]))"]
    if twists or jumps:
        kind = source.pick(jumps or ["continue", "break", "if"])
        source.constructs.add(f"{kind} in a loop over averaged gradients")
        test = source.pick(
            ["'bias' in pairs[0][1].name", "len(averaged) > 0", "len(pairs[0][1].get_shape()) == 1"]
        )
        if kind == "if":
            mean = [f"if {test}:", "    averaged.append(pairs[0])", "else:", *indented(mean)]
        else:
            first = [
                f"if {test}:",
                *indented([*(["averaged.append(pairs[0])"] if source.chance(60) else []), kind]),
            ]
            body = [*first, *body]
    body += ["for g, _ in pairs:", *indented(inner), *mean]
    lines = ["averaged = []", "for pairs in zip(*tower_grads):", *indented(body)]
    if source.chance(30):
        source.constructs.add("averages where they stand")
        return lines
    define = ["def average_gradients(tower_grads):", *indented([*lines, "return averaged"])]
    source.helper("average_gradients", "\n".join(define))
    return ["averaged = average_gradients(tower_grads)"]
