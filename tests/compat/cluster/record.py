"""The model of `programs.regression` as a graph of TensorFlow 1; recorded by 1.15.5: `python record.py`.

It trains for five steps, saves, and trains for five more, on one process: `golden/model-5` is the checkpoint,
`golden/values.json` what all variables are then.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np

GOLDEN = Path(__file__).with_name("golden")


def batch(number: int) -> "tuple[Any, Any]":
    random = np.random.RandomState(number)
    return random.randn(8, 5).astype(np.float32), random.randint(0, 12, [8])


class Model:
    """The graph and its session; `tf` is TensorFlow 1, or `tf.compat.v1` of TensorFlow 2."""

    def __init__(self, tf: Any) -> None:
        self.graph = tf.Graph()
        with self.graph.as_default():
            self.x = tf.placeholder(tf.float32, [None, 5])
            self.ids = tf.placeholder(tf.int64, [None])
            count = tf.train.get_or_create_global_step()
            weights = tf.get_variable("layer/w", [5, 3], initializer=tf.ones_initializer())
            table = tf.get_variable(
                "table",
                [12, 3],
                partitioner=tf.fixed_size_partitioner(2),
                initializer=tf.ones_initializer(),
            )
            rows = tf.nn.embedding_lookup(table, self.ids, partition_strategy="div")
            loss = tf.reduce_mean(tf.square(tf.matmul(self.x, weights) - rows))
            optimizer = tf.train.AdamOptimizer(0.1)
            self.update = optimizer.minimize(loss, global_step=count)
            self.saver = tf.train.Saver()
            self.variables = tf.global_variables()
            self.session = tf.Session()
            self.session.run(tf.global_variables_initializer())

    def restore(self, path: str) -> None:
        with self.graph.as_default():
            self.saver.restore(self.session, path)

    def train(self, first: int, last: int) -> None:
        for number in range(first, last):
            x, ids = batch(number)
            self.session.run(self.update, {self.x: x, self.ids: ids})

    def values(self) -> "dict[str, Any]":
        names = [variable.op.name for variable in self.variables]
        return {
            name: value.tolist()
            for name, value in zip(names, self.session.run(self.variables))  # noqa: B905  Python 3.7
        }


def main() -> None:
    import tensorflow as tf

    model = Model(tf)
    model.train(0, 5)
    model.saver.save(model.session, str(GOLDEN / "model"), global_step=5, write_meta_graph=False)
    model.train(5, 10)
    (GOLDEN / "values.json").write_text(json.dumps(model.values(), sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
