"""Copies of a model, each on a device of its own, whose gradients are added."""

import collections

import tensorflow as tf

slim = tf.contrib.slim
Clone = collections.namedtuple("Clone", ["outputs", "scope", "device"])


def make_clones(config, build, args=None):
    made = []
    args = args or []
    with slim.arg_scope([slim.model_variable, slim.variable], device=config.variables_device()):
        for i in range(0, config.num_clones):
            with tf.name_scope(config.clone_scope(i)) as scope:
                device = config.clone_device(i)
                with tf.device(device):
                    with tf.variable_scope(tf.get_variable_scope(), reuse=True if i > 0 else None):
                        outputs = build(*args)
                    made.append(Clone(outputs, scope, device))
    return made


def loss_of(clone, count, regularization):
    total = None
    with tf.device(clone.device):
        parts = []
        own = tf.get_collection(tf.GraphKeys.LOSSES, clone.scope)
        if own:
            loss = tf.add_n(own, name="clone_loss")
            if count > 1:
                loss = tf.div(loss, 1.0 * count, name="scaled_clone_loss")
            parts.append(loss)
        if regularization:
            parts.append(tf.add_n(regularization, name="regularization_loss"))
        if parts:
            total = tf.add_n(parts)
    return total


def gradients_of(clones, optimizer, regularization=None, **options):
    losses, gradients = [], []
    if regularization is None:
        regularization = tf.get_collection(tf.GraphKeys.REGULARIZATION_LOSSES)
    for clone in clones:
        with tf.name_scope(clone.scope):
            loss = loss_of(clone, len(clones), regularization)
            if loss is not None:
                with tf.device(clone.device):
                    gradients.append(optimizer.compute_gradients(loss, **options))
                losses.append(loss)
            regularization = None  # it counts once
    return tf.add_n(losses, name="total_loss"), summed(gradients)


def summed(gradients):
    pairs = []
    for of_clones in zip(*gradients):
        variable = of_clones[0][1]
        present = []
        for gradient, owner in of_clones:
            assert owner == variable
            if gradient is not None:
                present.append(gradient)
        if present:
            if len(present) > 1:
                pairs.append((tf.add_n(present, name=variable.op.name + "/sum_grads"), variable))
            else:
                pairs.append((present[0], variable))
    return pairs


class Config(object):
    """Where the copies are."""

    def __init__(self, num_clones=1, on_cpu=False, num_ps_tasks=0):
        self._num_clones = num_clones
        self._on_cpu = on_cpu
        self._num_ps_tasks = num_ps_tasks

    @property
    def num_clones(self):
        return self._num_clones

    def clone_scope(self, index):
        return "clone_%d" % index if self._num_clones > 1 else ""

    def clone_device(self, index):
        return "/device:CPU:0" if self._on_cpu else "/device:GPU:%d" % index

    def variables_device(self):
        device = "/device:CPU:0"

        class Chooser(object):
            def __init__(self, device, tasks):
                self._device = device
                self._tasks = tasks
                self._task = 0

            def choose(self, op):
                if op.device:
                    return op.device
                node_def = op if isinstance(op, tf.NodeDef) else op.node_def
                if node_def.op.startswith("Variable"):
                    task = self._task
                    self._task = (self._task + 1) % self._tasks
                    return "/job:ps/task:%d%s" % (task, self._device)
                return self._device

        if not self._num_ps_tasks:
            return device
        return Chooser(device, self._num_ps_tasks).choose
