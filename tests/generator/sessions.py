"""Sessions: what is run, how it is fetched and fed, and Python's control flow around it."""

from dataclasses import dataclass

from .source import Catalogue, Lines, Source, indented


@dataclass
class Run:
    """How a program calls what it built, and which session it runs it in."""

    names: dict[str, str]  # of x, y, h, loss, train_op
    session: str = "sess"
    function: bool = False  # whether `return` may stand here
    module: bool = False

    def feed(self, source: Source) -> str:
        given = {"x": "batch", "y": "batch * 0.5", **source.fed}
        feed = "{" + ", ".join(f"{self.names[key]}: {value}" for key, value in given.items()) + "}"
        return source.pick([feed, f"feed_dict={feed}"])


def step(source: Source, run: Run) -> Lines:
    """One step of training, which prints the loss before it."""
    train_op, loss, feed = run.names["train_op"], run.names["loss"], run.feed(source)
    fetch = source.pick(["list", "dictionary", "apart"])
    if fetch == "list":
        return [f"_, value = {run.session}.run([{train_op}, {loss}], {feed})"]
    if fetch == "dictionary":
        source.constructs.add("fetches in a dictionary")
        return [f"value = {run.session}.run({{'train': {train_op}, 'loss': {loss}}}, {feed})['loss']"]
    source.constructs.add("run sites apart")
    return [f"value = {run.session}.run({loss}, {feed})", f"{run.session}.run({train_op}, {feed})"]


def evaluation(source: Source, run: Run) -> Lines:
    source.constructs.add("evaluation")
    fetched = source.pick(["h", "loss", *(one for one in source.fetched if one != "merged")][::-1])
    value = f"show({run.session}.run({run.names[fetched]}, {run.feed(source)}))"
    looks = ["tf.trainable_variables()", "tf.global_variables()", "tf.get_collection(tf.GraphKeys.LOSSES)"]
    look = source.pick(looks) if source.chance(20) else ""
    if look:
        source.constructs.add(f"beside a run: {look}")
    return [f"print('evaluated', {f'len({look}), ' if look else ''}{value})"]


def session(source: Source, run: Run, twists: int) -> Lines:
    """A session from its start to its end."""
    if source.unseeded:
        parts = [initialise(run), *starts(source, run)]
        return [f"with tf.Session() as {run.session}:", *indented(parts)]
    parts = [initialise(run), *batches(source), *training(source, run, twists), *beside(source, run)]
    if source.local:
        parts.insert(0, f"{run.session}.run(tf.local_variables_initializer())")
    if "evaluation" in source.wished or source.chance(40):
        parts += evaluation(source, run)
    if source.chance(12):
        parts.append(f"print([show(value) for value in {run.session}.run(tf.trainable_variables())])")
        source.constructs.add("variables fetched")
    config = source.pick(["", "", "config=tf.ConfigProto(allow_soft_placement=True)"])
    if "towers" in source.constructs:
        config = "config=tf.ConfigProto(allow_soft_placement=True)"
    if source.chance(65):
        lines = [f"with tf.Session({config}) as {run.session}:", *indented(parts)]
    else:
        lines = [f"{run.session} = tf.Session({config})", *parts, f"{run.session}.close()"]
    return [*lines, *second(source, run, config)]


def second(source: Source, run: Run, config: str) -> Lines:
    """Another session on the same graph, in which all variables begin again."""
    if "second session" not in source.wished and not source.chance(6):
        return []
    source.constructs.add("second session")
    parts = [initialise(run), *training(source, run, 0)]
    return [f"with tf.Session({config}) as {run.session}:", *indented(parts)]


def beside(source: Source, run: Run) -> Lines:
    """What sessions do with the rest of the graph, behind the training."""
    feed = run.feed(source).removeprefix("feed_dict=")
    lines = [f"{run.session}.run({run.names[effect]}, {feed})" for effect in source.effects]
    lines += [
        f"print('{name}', show({run.session}.run({run.names[name]}, {feed})))"
        for name in source.fetched
        if name != "merged"
    ]
    for name, test in source.optional.items():
        text = f"print('{name}', show({run.session}.run({run.names[name]}, {feed})))"
        lines += [f"if {test}:", f"    {text}"]
    if source.summaries:
        text = f"{run.session}.run({run.names['merged']}, {feed})"
        lines += [
            "writer = tf.summary.FileWriter('events')",
            f"writer.add_summary({text}, 1)",
            "writer.close()",
        ]
    if source.saves:
        train = f"{run.session}.run({run.names['train_op']}, {feed})"
        lines += [
            "saver = tf.train.Saver()",
            f"path = saver.save({run.session}, './model')",
            train,
            f"saver.restore({run.session}, path)",
            f"print('restored', show({run.session}.run({run.names['loss']}, {feed})))",
        ]
    if source.told:
        lines += [
            f"some = tf.train.Saver({source.told.format(run.names['kept'])})",
            f"path = some.save({run.session}, './some')",
            f"{run.session}.run({run.names['change_kept']}, {feed})",
            f"some.restore({run.session}, path)",
            f"print('kept', show({run.session}.run({run.names['kept']}, {feed})))",
        ]
    return lines


def initialise(run: Run) -> str:
    return f"{run.session}.run(tf.global_variables_initializer())"


def batches(source: Source) -> Lines:
    return ["data = np.random.RandomState(1)"]


def training(source: Source, run: Run, twists: int) -> Lines:
    body = ["batch = data.rand(4, 3).astype(np.float32)", *step(source, run)]
    printed = ["print(step, show(value))"]
    if not twists:
        return [f"for step in range({source.pick(['3', '2'])}):", *indented([*body, *printed])]
    fitting = [one for one in RUNNING if run.function or one.name != "return in the training loop"]
    construct = source.pick([one for one in fitting if one.name in source.wished] or fitting)
    source.constructs.add(construct.name)
    return construct.write(source, run, body, printed)  # type: ignore[call-arg, arg-type]


RUNNING = Catalogue()


def test(source: Source) -> str:
    return source.pick(["step == 1", "value < 0.5", "step > 0", "SETTINGS['deep']", "value > 1.0"])


@RUNNING.add("break in the training loop")
def breaks(source: Source, run: Run, body: Lines, printed: Lines) -> Lines:
    return [
        "for step in range(3):",
        *indented(
            [
                *body,
                f"if {test(source)}:",
                *indented([*source.pick([[], ["print('stop', step)"]]), "break"]),
                *printed,
            ]
        ),
    ]


@RUNNING.add("continue in the training loop")
def continues(source: Source, run: Run, body: Lines, printed: Lines) -> Lines:
    first = body[:1]
    return [
        "for step in range(3):",
        *indented([*first, "if step == 1:", "    continue", *body[1:], *printed]),
    ]


@RUNNING.add("return in the training loop")
def returns(source: Source, run: Run, body: Lines, printed: Lines) -> Lines:
    return ["for step in range(3):", *indented([*body, *printed, f"if {test(source)}:", "    return"])]


@RUNNING.add("else of the training loop")
def loop_else(source: Source, run: Run, body: Lines, printed: Lines) -> Lines:
    return [
        "for step in range(3):",
        *indented([*body, f"if {test(source)}:", "    break", *printed]),
        "else:",
        "    print('to the end')",
    ]


@RUNNING.add("while around training")
def while_(source: Source, run: Run, body: Lines, printed: Lines) -> Lines:
    return ["step = 0", "while step < 3:", *indented([*body, *printed, "step += 1"])]


@RUNNING.add("try around training")
def tries(source: Source, run: Run, body: Lines, printed: Lines) -> Lines:
    loop = [
        "for step in range(3):",
        *indented([*body, *printed, f"if {test(source)}:", "    raise StopIteration(step)"]),
    ]
    return [
        "try:",
        *indented(loop),
        "except StopIteration as error:",
        "    print('stopped', error)",
        "finally:",
        "    print('done')",
    ]


@RUNNING.add("evaluation in the training loop")
def evaluates(source: Source, run: Run, body: Lines, printed: Lines) -> Lines:
    return [
        "for step in range(3):",
        *indented([*body, *printed, f"if {test(source)}:", *indented(evaluation(source, run))]),
    ]


@RUNNING.add("initialiser run again")
def again(source: Source, run: Run, body: Lines, printed: Lines) -> Lines:
    return [
        "for fold in range(2):",
        *indented([initialise(run), "for step in range(2):", *indented([*body, *printed])]),
    ]


@RUNNING.add("session beside another one")
def beside_another(source: Source, run: Run, body: Lines, printed: Lines) -> Lines:
    """Each session has variables of its own, while another one is open too."""
    other = Run(run.names, source.pick(["other", "other", run.session.rpartition(".")[2]]))
    shown = f"print('beside', show({other.session}.run({run.names['loss']}, {run.feed(source)})))"
    opened = [f"with tf.Session() as {other.session}:", *indented([initialise(other), shown])]
    call = [f"if {test(source)}:", "    look(batch)"] if source.chance(50) else ["look(batch)"]
    is_function = other.session != "other" or source.chance(70)
    defined = ["def look(batch):", *indented(opened)] if is_function else []
    return [
        *defined,
        "for step in range(3):",
        *indented([*body, *(call if is_function else opened), *printed]),
    ]


@RUNNING.add("session passed to a function")
def passed(source: Source, run: Run, body: Lines, printed: Lines) -> Lines:
    source.helper(
        "run_step", "def run_step(session, fetches, feed):\n    return session.run(fetches, feed)[1]"
    )
    feed = run.feed(source).removeprefix("feed_dict=")
    call = f"value = run_step({run.session}, [{run.names['train_op']}, {run.names['loss']}], {feed})"
    return ["for step in range(3):", *indented([body[0], call, *printed])]


@RUNNING.add("fed dictionary")
def fed(source: Source, run: Run, body: Lines, printed: Lines) -> Lines:
    """What is fed is put together where it is fed, or by a function that is handed the placeholders."""
    x, y = run.names["x"], run.names["y"]
    beside = [f"feed[{run.names[key]}] = {value}" for key, value in source.fed.items()]
    is_given = source.chance(60)
    first, second = ("x", "y") if is_given else (x, y)
    filled = source.pick(
        [
            [f"feed[{second}] = batch * 0.5"],
            [f"feed.update({{{second}: batch * 0.5}})"],
            ["if step > 1:", f"    feed[{second}] = batch", "else:", f"    feed[{second}] = batch * 0.5"],
            ["for part in [0.5, 0.25]:", f"    feed[{second}] = batch * part"],
            [f"for key, value in zip([{second}], [batch]):", "    feed[key] = value"],
            ["also = feed", f"also[{second}] = batch * 0.5"],
            [f"feed[{second}] = batch", "if step > 1:", f"    feed[{first}] = batch * 0.5"],
            [f"feed[{second}] = batch * len(feed)"],
            ["put = feed.update", f"put({{{second}: batch * 0.5}})"],
        ]
    )
    lines = [source.pick([f"feed = {{{first}: batch}}", f"feed = dict([({first}, batch)])"]), *filled]
    if is_given:
        name = source.fresh("fed")
        source.helper(
            name, "\n".join([f"def {name}(x, y, batch, step):", *indented([*lines, "return feed"])])
        )
        lines = [f"feed = {name}({x}, {y}, batch, step)"]
    call = f"_, value = {run.session}.run([{run.names['train_op']}, {run.names['loss']}], feed)"
    return ["for step in range(3):", *indented([body[0], *lines, *beside, call, *printed])]


@RUNNING.add("host state changed between building and running")
def changed(source: Source, run: Run, body: Lines, printed: Lines) -> Lines:
    change = source.pick(
        [
            "SETTINGS['scale'] = 9.0",
            "SETTINGS['deep'] = not SETTINGS['deep']",
            "SETTINGS.update(scale=3.0, depth=3)",
            "SETTINGS['depth'] += 1",
        ]
    )
    if source.changes:
        what = source.pick(list(source.changes))
        source.constructs.add(f"{what} changed between building and running")
        change = source.changes[what].format("3.0")
    where = [change, "for step in range(3):", *indented([*body, *printed])]
    return source.pick([where, ["for step in range(3):", *indented([*body, *printed, change])]])


@RUNNING.add("batches of an iterator")
def iterator(source: Source, run: Run, body: Lines, printed: Lines) -> Lines:
    return [
        "batches = iter([data.rand(4, 3).astype(np.float32) for _ in range(3)])",
        "for step, batch in enumerate(batches):",
        *indented([*body[1:], *printed]),
    ]


@RUNNING.add("batches of a generator")
def generator(source: Source, run: Run, body: Lines, printed: Lines) -> Lines:
    source.helper(
        "read", "def read(data):\n    while True:\n        yield data.rand(4, 3).astype(np.float32)"
    )
    return [
        "for step, batch in enumerate(read(data)):",
        *indented(["if step == 2:", "    break", *body[1:], *printed]),
    ]


@RUNNING.add("fetches in a list with a second name")
def fetches(source: Source, run: Run, body: Lines, printed: Lines) -> Lines:
    lines = [f"fetches = [{run.names['train_op']}]", "more = fetches", f"more.append({run.names['loss']})"]
    return [
        *lines,
        "for step in range(3):",
        *indented([body[0], f"value = {run.session}.run(fetches, {run.feed(source)})[-1]", *printed]),
    ]


def starts(source: Source, run: Run) -> Lines:
    """Variables without a seed: a new start is another one, though which one is chance."""
    source.constructs.add("unseeded initialiser run again")
    values = f"{run.session}.run(tf.trainable_variables())"
    return [
        "batch = np.ones((4, 3), np.float32)",
        f"first = {values}",
        f"{run.session}.run({run.names['train_op']}, {run.feed(source)})",
        initialise(run),
        f"second = {values}",
        "print('same start', [bool((a == b).all()) for a, b in zip(first, second)])",
    ]
