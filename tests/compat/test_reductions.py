"""Cross-device operations of a program's own, written as TensorFlow 1 had them, reduce under a strategy."""

import pytest
import tensorflow as tf

import compat

SUM = tf.distribute.ReduceOp.SUM
DEVICES = ["/cpu:0", "/cpu:1"]


class Recorded(compat.CrossDeviceOps):
    def __init__(self):
        super().__init__()
        self.seen = []

    def total(self, told, per_replica_value):
        self.seen.append(told)
        return tf.add_n(list(per_replica_value.values))


class Own(Recorded):
    def reduce_implementation(self, reduce_op, per_replica_value, destinations):
        return self.broadcast(self.total(reduce_op, per_replica_value), destinations)

    def batch_reduce_implementation(self, reduce_op, value_destination_pairs):
        return [self.reduce_implementation(reduce_op, *pair) for pair in value_destination_pairs]


class Older(Recorded):
    def _reduce(self, aggregation, per_replica_value, destinations):
        return self._broadcast(self.total(aggregation, per_replica_value), destinations)

    def _batch_reduce(self, aggregation, value_destination_pairs):
        return [self._reduce(aggregation, *pair) for pair in value_destination_pairs]

    def _broadcast(self, tensor, destinations):
        return super().broadcast_implementation(tensor, destinations)


class Today(Recorded):
    def reduce_implementation(self, reduce_op, per_replica_value, destinations, options):
        assert options is not None
        return self.broadcast(self.total(reduce_op, per_replica_value), destinations)

    def batch_reduce_implementation(self, reduce_op, value_destination_pairs, options):
        return [self.reduce_implementation(reduce_op, *pair, options) for pair in value_destination_pairs]


@pytest.mark.parametrize(("kind", "told"), [(Own, SUM), (Older, tf.VariableAggregation.SUM), (Today, SUM)])
def test_own_operations_reduce_the_gradients_of_replicas(kind, told):
    operations = kind()
    strategy = tf.distribute.MirroredStrategy(DEVICES, cross_device_ops=operations)
    with strategy.scope():
        weight = tf.Variable([1.0, 2.0])
        optimizer = tf.compat.v1.train.GradientDescentOptimizer(0.5)

    def replica():
        factor = tf.cast(tf.distribute.get_replica_context().replica_id_in_sync_group + 1, tf.float32)
        loss = tf.reduce_sum(weight * factor)
        optimizer.apply_gradients([(tf.gradients(loss, weight)[0], weight)])
        return loss

    tf.function(lambda: strategy.run(replica))()
    assert [one.numpy().tolist() for one in weight.values] == [[-0.5, 0.5]] * 2  # less 0.5 × (1 + 2)
    assert operations.seen == [told]


def test_options_are_left_out_however_they_are_given():
    class Own(compat.CrossDeviceOps):
        def reduce_implementation(self, reduce_op, per_replica_value, destinations):
            return reduce_op, per_replica_value, destinations

        def broadcast_implementation(self, tensor, destinations, options=None):
            return options

    assert Own().reduce_implementation("sum", 1, "/cpu:0", options="none") == ("sum", 1, "/cpu:0")
    assert Own().reduce_implementation("sum", 1, "/cpu:0", "none") == ("sum", 1, "/cpu:0")
    assert Own().broadcast_implementation(1, "/cpu:0", options="these") == "these"
