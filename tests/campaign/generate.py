"""Composes small TensorFlow 1 programs from pieces at random; a seed always gives the same program.

A program reports what its sessions gave with `log(…)`, from the module `campaign_log`. All initial values are
fixed, so that two runs of it give the same bits.
"""

import random
import textwrap

HEAD = """
import os

import numpy as np
import tensorflow as tf

from campaign_log import folder, log

data = np.random.RandomState({seed})
"""


class Generator:
    """Makes the text of one program, piece by piece."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.random = random.Random(seed)
        self.helpers: list[str] = []
        self.build: list[str] = []
        self.width = self.random.choice([3, 4])
        self.numeric: list[str] = []  # tensors that any run may fetch
        self.effects: list[str] = []  # operations that some runs fetch
        self.feed_extra: dict[str, tuple[str, str]] = {}  # placeholder: value in training, and else
        self.saves = self.summaries = self.local = self.averaged = False

    def chance(self, part: float) -> bool:
        return self.random.random() < part

    def pick(self, *options: str) -> str:
        return self.random.choice(options)

    def add(self, *lines: str) -> None:
        self.build.extend(lines)

    def text(self) -> str:
        self.inputs()
        self.model()
        self.loss()
        self.training()
        for part, piece in (
            (0.3, self.counter),
            (0.25, self.averages),
            (0.2, self.metric),
            (0.2, self.branch),
            (0.2, self.loop),
            (0.2, self.summary),
        ):
            if self.chance(part):
                piece()
        self.saves = self.chance(0.25)
        if self.saves:
            self.add("saver = tf.train.Saver()")
        self.add(
            self.pick("init = tf.global_variables_initializer()", "init = tf.initialize_all_variables()")
        )
        body = [*self.build, *self.session()]
        return self.laid_out(body)

    # What is built.

    def inputs(self) -> None:
        size = self.pick("None", "5")
        self.add(f"x = tf.placeholder(tf.float32, [{size}, {self.width}], name='x')")
        self.add(f"y = tf.placeholder(tf.float32, [{size}, 1]{self.pick('', ', name=' + repr('y'))})")
        if self.chance(0.15):
            self.add("keep = tf.placeholder_with_default(1.0, [], name='keep')")
            self.feed_extra["keep"] = ("1.0", "1.0")
        if self.chance(0.5):
            self.add(
                self.pick(
                    "global_step = tf.Variable(0, trainable=False, name='global_step')",
                    "global_step = tf.train.get_or_create_global_step()",
                    "global_step = tf.get_variable('global_step', [], tf.int64, "
                    "tf.zeros_initializer(), trainable=False)",
                )
            )
            self.has_step = True
        else:
            self.has_step = False

    def model(self) -> None:
        kind = self.pick("variables", "get_variable", "helper", "class", "layers", "norm")
        self.norm = False
        value = self.random.choice([0.1, 0.2, -0.3])
        activation = self.pick("tf.nn.relu", "tf.tanh", "tf.sigmoid", "tf.nn.elu")
        if kind == "variables":
            self.add(
                f"w = tf.Variable(np.linspace(-1, 1, {self.width * 2}).reshape({self.width}, 2)"
                ".astype(np.float32), name='w')",
                f"b = tf.Variable(tf.zeros([2]){self.pick('', ', name=' + repr('b'))})",
                f"hidden = {activation}(tf.matmul(x, w) + b)",
                f"v = tf.Variable(tf.fill([2, 1], {value}))",
                "output = tf.matmul(hidden, v)",
            )
            self.numeric.append("w")
        elif kind == "get_variable":
            self.add(
                "with tf.variable_scope('net'):",
                f"    w = tf.get_variable('w', [{self.width}, 1], "
                f"initializer=tf.constant_initializer({value}){self.regularizer()})",
                "    b = tf.get_variable('b', [1], initializer=tf.zeros_initializer())",
                f"    output = {activation}(tf.matmul(x, w) + b)",
            )
            self.numeric.append("b")
        elif kind == "helper":
            self.helpers.append(
                f"""
def dense(inputs, units, name):
    with tf.variable_scope(name{self.pick("", ", reuse=tf.AUTO_REUSE")}):
        w = tf.get_variable('w', [inputs.get_shape()[1].value, units],
                            initializer=tf.constant_initializer({value}))
        b = tf.get_variable('b', [units], initializer=tf.zeros_initializer())
        {self.pick("", "tf.add_to_collection('losses', 0.01 * tf.nn.l2_loss(w))")}
        return tf.matmul(inputs, w) + b
"""
            )
            self.add(f"hidden = {activation}(dense(x, 3, 'one'))", "output = dense(hidden, 1, 'two')")
        elif kind == "class":
            self.helpers.append(
                f"""
class Model(object):
    def __init__(self, inputs, scale={value}):
        self.w = tf.Variable(tf.fill([{self.width}, 2], scale), name='w')
        self.hidden = {activation}(tf.matmul(inputs, self.w))
        self.output = self.head(self.hidden)

    def head(self, hidden):
        v = tf.get_variable('v', [2, 1], initializer=tf.ones_initializer())
        return tf.matmul(hidden, v)
"""
            )
            self.add("model = Model(x)", "output = model.output")
            self.numeric.append(self.pick("model.w", "model.hidden"))
        else:
            self.add(
                f"hidden = tf.layers.dense(x, 3, kernel_initializer=tf.constant_initializer({value})"
                f"{self.regularizer('kernel_regularizer')})"
            )
            if kind == "norm":
                self.norm = True
                if self.chance(0.7):
                    self.add("is_training = tf.placeholder(tf.bool, name='is_training')")
                    self.feed_extra["is_training"] = ("True", "False")
                    mode = "is_training"
                else:
                    mode = "True"
                self.add(f"hidden = tf.layers.batch_normalization(hidden, training={mode}, momentum=0.9)")
            self.add(
                f"hidden = {activation}(hidden)",
                "output = tf.layers.dense(hidden, 1, kernel_initializer=tf.ones_initializer(), name='out')",
            )
        self.numeric.append("output")

    def regularizer(self, argument: str = "regularizer") -> str:
        return f", {argument}=lambda t: 0.01 * tf.nn.l2_loss(t)" if self.chance(0.4) else ""

    def loss(self) -> None:
        self.add(
            self.pick(
                "loss = tf.reduce_mean(tf.square(output - y))",
                "loss = tf.losses.mean_squared_error(y, output)",
                "loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(labels=y, logits=output))",
                "loss = tf.reduce_sum(tf.abs(output - y), name='loss')",
            )
        )
        if self.chance(0.3):
            self.add("decay = tf.get_collection(tf.GraphKeys.REGULARIZATION_LOSSES)")
            self.add("total = tf.add_n([loss] + decay)")
        elif self.chance(0.3):
            self.add("tf.add_to_collection('losses', loss)", "total = tf.add_n(tf.get_collection('losses'))")
        else:
            self.add("total = loss")
        self.numeric.extend(["loss", "total"])

    def training(self) -> None:
        rate = self.pick("0.1", "0.05", "decayed" if self.has_step else "0.02", "fed")
        if rate == "decayed":
            self.add("rate = tf.train.exponential_decay(0.1, global_step, 2, 0.5, staircase=True)")
            self.numeric.append("rate")
            rate = "rate"
        elif rate == "fed":
            self.add("rate = tf.placeholder(tf.float32, [], name='rate')")
            self.feed_extra["rate"] = ("0.1 / (step + 1)", "0.0")
            rate = "rate"
        kind = self.pick(
            "GradientDescentOptimizer({})",
            "MomentumOptimizer({}, 0.9)",
            "AdamOptimizer({})",
            "RMSPropOptimizer({})",
            "AdagradOptimizer({})",
        ).format(rate)
        self.add(f"optimizer = tf.train.{kind}")
        step = ", global_step=global_step" if self.has_step else ""
        indent = ""
        if self.norm and self.chance(0.8):
            self.add("updates = tf.get_collection(tf.GraphKeys.UPDATE_OPS)")
            self.add("with tf.control_dependencies(updates):")
            indent = "    "
        if self.chance(0.65):
            self.add(f"{indent}train_op = optimizer.minimize(total{step})")
        else:
            clip = self.pick("tf.clip_by_value(g, -1.0, 1.0)", "tf.clip_by_norm(g, 0.5)", "g * 0.5")
            self.add(
                f"{indent}pairs = optimizer.compute_gradients(total)",
                f"{indent}clipped = [({clip}, v) for g, v in pairs if g is not None]",
                f"{indent}train_op = optimizer.apply_gradients(clipped{step})",
            )
        if self.has_step:
            self.numeric.append("global_step")

    def counter(self) -> None:
        self.add(
            "seen = tf.Variable(0.0, trainable=False, name='seen')",
            self.pick(
                "count = tf.assign_add(seen, 1.0)",
                "count = seen.assign(seen + tf.reduce_mean(output))",
                "count = tf.assign(seen, loss)",
            ),
        )
        self.effects.append("count")
        if self.chance(0.5):
            self.numeric.append("seen")

    def averages(self) -> None:
        self.add("ema = tf.train.ExponentialMovingAverage(0.8)")
        self.averaged = True
        if self.chance(0.5):
            self.add(
                "with tf.control_dependencies([train_op]):",
                "    train_op = ema.apply(tf.trainable_variables())",
            )
        else:
            self.add("average_op = ema.apply([loss])", "average = ema.average(loss)")
            self.effects.append("average_op")
            self.numeric.append("average")

    def metric(self) -> None:
        self.add("mean_loss, update_loss = tf.metrics.mean(loss)")
        self.effects.append("update_loss")
        self.numeric.append("mean_loss")
        self.local = True

    def branch(self) -> None:
        test = self.pick("loss > 0.5", "tf.reduce_sum(x) > 0.0")
        self.add(f"chosen = tf.cond({test}, lambda: loss * 2.0, lambda: loss - 1.0)")
        self.numeric.append("chosen")

    def loop(self) -> None:
        self.add("_, grown = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * 0.5), [0, loss])")
        self.numeric.append("grown")

    def summary(self) -> None:
        self.add("tf.summary.scalar('loss', loss)", "merged = tf.summary.merge_all()")
        self.summaries = True

    # What is run.

    def session(self) -> list[str]:
        body = ["sess.run(init)"]
        if self.local:
            body.append("sess.run(tf.local_variables_initializer())")
        if self.summaries:
            body.append("writer = tf.summary.FileWriter(os.path.join(folder, 'events'))")
        body += self.loop_of_steps()
        if self.chance(0.25):
            body += self.evaluation("99")
        if self.saves:
            body += [
                "path = saver.save(sess, os.path.join(folder, 'model'))",
                *self.loop_of_steps(),
                f"saver.restore(sess, {self.pick('path', 'os.path.join(folder, ' + repr('model') + ')')})",
                *self.evaluation("7"),
            ]
        if self.chance(0.15) and not self.averaged:  # averages begin with variables before or after these do
            body += ["sess.run(init)", *self.loop_of_steps()]
        if self.chance(0.25):
            body += self.handed_on()
        if self.chance(0.1):
            body.append(f"log(sess.run({self.pick('tf.trainable_variables()', 'tf.global_variables()')}))")
        if self.chance(0.6):
            return ["with tf.Session() as sess:", *indented(body)]
        return ["sess = tf.Session()", *body, "sess.close()"]

    def loop_of_steps(self) -> list[str]:
        lines = self.batch()
        lines += self.run_site(train=True)
        if self.chance(0.4):
            lines += [
                f"if step % 2 == {self.pick('0', '1')}:",
                *indented(self.evaluation("step", batch=False)),
            ]
        if self.effects and self.chance(0.7):
            lines += self.effect_site()
        return [f"for step in range({self.pick('2', '3', '4')}):", *indented(lines)]

    def batch(self) -> list[str]:
        return [
            f"bx = data.rand(5, {self.width}){self.pick('', '.astype(np.float32)')}",
            f"by = (bx.sum(1, keepdims=True) > {self.width / 2}){self.pick('.astype(np.float32)', ' * 1.0')}",
        ]

    def evaluation(self, step: str, batch: bool = True) -> list[str]:
        lines = ["step = " + step, *self.batch()] if batch else []
        return lines + self.run_site(train=False)

    def handed_on(self) -> list[str]:
        """A call of a function that is given the session, what to fetch and what to feed."""
        names = self.random.sample(self.numeric, k=min(len(self.numeric), self.random.randint(1, 2)))
        parameters = [f"value_{index}" for index in range(len(names))]
        feeds = {"x": "bx", "y": "by", **{key: one[1] for key, one in self.feed_extra.items()}}
        holders = {key: f"{key.replace('.', '_')}_pl" for key in feeds}
        fed = ", ".join(f"{holders[key]}: {value}" for key, value in feeds.items())
        self.helpers.append(
            f"def show(session, {', '.join([*parameters, *holders.values(), 'bx', 'by'])}):\n"
            f"    for _ in range(2):\n"
            f"        log(session.run([{', '.join(parameters)}], {{{fed}}}))"
        )
        return [*self.batch(), f"show(sess, {', '.join([*names, *feeds, 'bx', 'by'])})"]

    def effect_site(self) -> list[str]:
        fetch = self.random.choice(self.effects)
        return [f"log(sess.run({fetch}, {self.feed(True)}))"]

    def feed(self, train: bool) -> str:
        values = {"x": "bx", "y": "by", **{key: one[not train] for key, one in self.feed_extra.items()}}
        pairs = [f"{key}: {value}" for key, value in values.items()]
        self.random.shuffle(pairs)
        return "{" + ", ".join(pairs) + "}"

    def run_site(self, train: bool) -> list[str]:
        fetched = self.random.sample(self.numeric, k=min(len(self.numeric), self.random.randint(1, 3)))
        if train and self.effects and self.chance(0.3):
            fetched.append(self.random.choice(self.effects))
        for reads, writes in (("mean_loss", "update_loss"), ("average", "average_op")):
            if reads in fetched and writes in fetched:
                fetched.remove(writes)  # a session runs the two in any order
        lines, feed = [], self.feed(train)
        form = self.random.randrange(3)
        if form == 1:
            lines.append(f"feed = {feed}")
            feed = "feed"
        feed = self.pick("", "feed_dict=") + feed
        first = ["train_op"] if train else []
        writes = self.summaries and train and self.chance(0.6)
        form = self.random.choice([0] * 8 + [1, 1, 2, 2, 3, 4])  # most programs name what they fetch
        if writes:
            lines += [
                f"_, text, value = sess.run([train_op, merged, {fetched[0]}], {feed})",
                "writer.add_summary(text, step)",
                "log(value)",
            ]
        elif form == 0:
            names = [*["_" for _ in first], *(f"v{i}" for i in range(len(fetched)))]
            if len(names) == 1:
                return [*lines, f"v0 = sess.run({fetched[0]}, {feed})", "log(v0)"]
            lines.append(f"{', '.join(names)} = sess.run([{', '.join([*first, *fetched])}], {feed})")
            lines.append(f"log({', '.join(name for name in names if name != '_')})")
        elif form == 1:
            items = ", ".join(f"{name.split('.')[-1]!r}: {name}" for name in [*first, *fetched])
            lines += [
                f"result = sess.run({{{items}}}, {feed})",
                f"log(result[{fetched[0].split('.')[-1]!r}])",
            ]
        elif form == 2 and train:
            lines.append(f"sess.run(train_op, {feed})")
        elif form == 3:
            lines += [
                f"fetches = [{', '.join([*first, *fetched])}]",
                f"result = sess.run(fetches, {feed})",
                f"log(result[{len(first)}])",
            ]
        else:
            nested = f"({', '.join([*first, '[' + ', '.join(fetched) + ']'])},)"
            lines += [f"result = sess.run({nested}, {feed})", f"log(result[{len(first)}])"]
        return lines

    # Where it stands.

    def laid_out(self, body: list[str]) -> str:
        head = HEAD.format(seed=self.seed % 1000)
        helpers = "\n".join(self.helpers)
        lines = "\n".join(body)
        form = self.random.randrange(4)
        if form == 0:
            main = textwrap.indent(lines, "    ")
            return f"{head}{helpers}\n\ndef main():\n{main}\n\n\nif __name__ == '__main__':\n    main()\n"
        if form == 1:
            main = textwrap.indent(lines, "        ")
            return (
                f"{head}{helpers}\n\ndef train():\n    with tf.Graph().as_default():\n{main}\n\n\n"
                "if __name__ == '__main__':\n    train()\n"
            )
        return f"{head}{helpers}\n\n{lines}\n"


def indented(lines: list[str]) -> list[str]:
    return ["    " + line for line in lines]


def program(seed: int) -> str:
    """The program of a seed."""
    return Generator(seed).text()
