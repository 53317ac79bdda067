"""What the calls of `calls.py` are made of, and what comes out of them, on 1.15 and on `compat`."""

import os
import tempfile

import numpy as np


class Run:
    """What is done in the session, in place of a tensor to be fetched."""

    def __init__(self, function):
        self.function = function


class World:
    """The names that calls use, for one version of TensorFlow."""

    def __init__(self, tf):
        self.tf = tf
        self.c = tf.contrib
        self.np = np

    def names(self):
        return {name: getattr(self, name) for name in dir(self) if not name.startswith("_")}

    def draw(self, *shape, seed=3):
        values = np.random.RandomState(seed).uniform(-1, 1, shape)
        return self.tf.constant(values.astype(np.float32))

    def ints(self, *shape, below=3, dtype="int32", seed=3):
        return self.tf.constant(np.random.RandomState(seed).randint(0, below, shape).astype(dtype))

    def bools(self, *shape):
        return self.tf.constant(np.random.RandomState(3).randint(0, 2, shape).astype(bool))

    def sparse(self):
        return self.tf.SparseTensor([[0, 0], [1, 2]], self.tf.constant([1, 2], self.tf.int64), [2, 4])

    def variable(self, name="given", *shape):
        return self.tf.get_variable(name, shape or (2, 3))

    def step(self):
        return self.tf.train.get_or_create_global_step()

    def folder(self):
        return tempfile.mkdtemp()

    def vocabulary(self):
        path = os.path.join(tempfile.mkdtemp(), "words")
        with open(path, "w") as out:
            out.write("one\ntwo\nthree\n")
        return path

    def elements(self, dataset, count=20):
        """The elements of a data set."""
        tensors = self.tf.data.make_initializable_iterator(dataset)
        value = tensors.get_next()

        def read(session):
            session.run(tensors.initializer)
            found = []
            for _ in range(count):
                try:
                    found.append(session.run(value))
                except self.tf.errors.OutOfRangeError:
                    break
            return found

        return Run(read)

    def range(self, count=10):
        return self.tf.data.Dataset.range(count)

    def unrolled(self, cell, *shape):
        """The outputs and the last state of a cell."""
        return self.tf.nn.dynamic_rnn(cell, self.draw(*(shape or (2, 3, 4))), dtype=self.tf.float32)

    def stepped(self, cell, inputs):
        """One step of a cell."""
        return cell(inputs, cell.zero_state(2, self.tf.float32))

    def trained(self, optimizer, is_linear=False):
        """The losses of a few steps on two variables, of which one is looked up.

        A linear loss has gradients that do not depend on when the variables are read.
        """
        tf = self.tf
        dense = tf.get_variable("dense", initializer=np.linspace(-1, 1, 6).reshape(2, 3).astype("f4"))
        rows = tf.get_variable("rows", initializer=np.linspace(-0.5, 1, 8).reshape(4, 2).astype("f4"))
        if callable(optimizer):
            optimizer = optimizer(dense, rows)
        looked_up = tf.nn.embedding_lookup(rows, [0, 2, 2])
        of = tf.identity if is_linear else tf.square
        loss = tf.reduce_sum(of(dense - 0.3)) + tf.reduce_sum(of(looked_up + 0.1))
        pairs = optimizer.compute_gradients(loss)
        update = optimizer.apply_gradients(pairs, global_step=self.step())
        before = tf.trainable_variables()

        def run(session):
            for variable in before:
                variable.initializer.run(session=session)
            return [session.run([update, loss])[1] and session.run(loss) for _ in range(4)]

        return Run(run)

    def counted(self, result, times=2):
        """A metric's value after several updates."""
        value, update = result

        def run(session):
            for _ in range(times):
                session.run(update)
            return session.run(value)

        return Run(run)

    def queued(self, tensors, times=3):
        """What queues give."""

        def run(session):
            tf = self.tf
            coordinator = tf.train.Coordinator()
            threads = tf.train.start_queue_runners(session, coordinator)
            found = [session.run(tensors) for _ in range(times)]
            coordinator.request_stop()
            for runner in tf.get_collection(tf.GraphKeys.QUEUE_RUNNERS):
                session.run(runner.cancel_op)
            coordinator.join(threads, stop_grace_period_secs=5, ignore_live_threads=True)
            return found

        return Run(run)


def outcome(tf, call, seed):
    """What the expression `call` gives in a new graph, as JSON: variables, and each value in order."""
    with tf.Graph().as_default(), tf.Session() as session:
        tf.set_random_seed(seed)
        np.random.seed(seed)
        value = eval(call, World(tf).names())
        leaves = flat(value)
        variables = {variable.op.name: variable for variable in tf.global_variables()}
        session.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
        session.run(tf.tables_initializer())
        random = np.random.RandomState(1)
        for name in sorted(variables):
            variable = variables[name]
            if variable.dtype.base_dtype == tf.float32 and variable.shape.is_fully_defined():
                variable.load(random.uniform(-0.5, 0.5, variable.shape.as_list()), session)
        values = [one for leaf in leaves for one in evaluated(tf, session, leaf)]
        trainable = [variable.op.name for variable in tf.trainable_variables()]
    return {"variables": trainable, "values": values}


def flat(value):
    """The parts of a structure, in order."""
    if isinstance(value, dict):
        return [leaf for key in sorted(value, key=str) for leaf in flat(value[key])]
    if isinstance(value, (list, tuple)):
        return [leaf for item in value for leaf in flat(item)]
    return [value]


def evaluated(tf, session, leaf):
    """The descriptions of one part: of a tensor its type, shape and sums; of other things what they are."""
    if isinstance(leaf, Run):
        return [array(np.asarray(one)) for one in flat(leaf.function(session))]
    if isinstance(leaf, tf.SparseTensor):
        return [array(np.asarray(part)) for part in session.run(leaf)]
    if isinstance(leaf, tf.IndexedSlices):
        return [array(np.asarray(part)) for part in session.run([leaf.values, leaf.indices])]
    if isinstance(leaf, (tf.Tensor, tf.Variable)):
        return [array(np.asarray(session.run(leaf)))]
    if isinstance(leaf, tf.Operation):
        session.run(leaf)
        return ["operation"]
    if isinstance(leaf, (bool, int, str, type(None))):
        return [leaf]
    if isinstance(leaf, (float, np.ndarray, np.generic)):
        return [array(np.asarray(leaf))]
    return ["object"]


def array(value):
    """Type, shape, sum and sum of squares of an array; of strings the first one."""
    if value.dtype.kind not in "biuf":
        first = value.ravel()[:1].tolist()
        return ["string", list(value.shape), str(first[0] if first else "")[:40], 0]
    numbers = value.astype(np.float64)
    numbers = np.where(np.isfinite(numbers), numbers, 1e3)
    kind = value.dtype.name if value.dtype.kind != "f" or value.dtype.itemsize < 8 else "float64"
    return [
        kind,
        list(value.shape),
        round(float(numbers.sum()), 5),
        round(float(np.square(numbers).sum()), 5),
    ]
