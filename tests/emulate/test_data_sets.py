"""Data sets on emulated GPUs: ops that name a device, in eager code, functions, Sessions and clusters."""

import sys

import pytest

import emulate

_ELEMENTS = """
    import json
    import os
    import sys
    import tempfile

    gpus = int(sys.argv[1])
    if gpus:
        import emulate
        emulate.gpus(gpus)
    import numpy as np
    import tensorflow as tf
    from tensorflow.python.data.experimental.ops import distribute

    folder = tempfile.mkdtemp()
    gpu = "/gpu:1" if gpus else "/cpu:0"
    policy = tf.data.experimental.AutoShardPolicy
    for i in range(4):
        with tf.io.TFRecordWriter(f"{folder}/{i}.tfrecord") as writer:
            for j in range(3):
                writer.write(str(10 * i + j).encode())

    def numbers():
        return tf.data.Dataset.range(24).map(lambda x: tf.strings.to_number(tf.strings.as_string(x) + "0"))

    def files():
        paths = tf.data.Dataset.list_files(f"{folder}/*.tfrecord", shuffle=False)
        return paths.interleave(tf.data.TFRecordDataset, cycle_length=2)

    def saved():
        numbers().save(f"{folder}/saved")
        return tf.data.Dataset.load(f"{folder}/saved")

    def in_session():
        with tf.Graph().as_default(), tf.compat.v1.Session() as session:
            sharded = distribute._AutoShardDataset(numbers().batch(4), 2, 1)
            iterator = tf.compat.v1.data.make_initializable_iterator(sharded)
            session.run(iterator.initializer)
            value = iterator.get_next()
            return [session.run(value) for _ in range(3)]

    def by_handle():
        with tf.Graph().as_default(), tf.compat.v1.Session() as session:
            iterator = tf.compat.v1.data.make_initializable_iterator(numbers())
            handle = tf.compat.v1.placeholder(tf.string, [])
            fed = tf.compat.v1.data.Iterator.from_string_handle(handle, tf.float32, [])
            with tf.device(gpu):
                value = tf.identity(fed.get_next())
            session.run(iterator.initializer)
            given = {handle: session.run(iterator.string_handle())}
            return [session.run(value, given) for _ in range(3)]

    def restored():
        iterator = iter(numbers().shuffle(5, seed=2))
        checkpoint = tf.train.Checkpoint(iterator=iterator)
        next(iterator)
        path = checkpoint.save(f"{folder}/checkpoint")
        next(iterator)
        checkpoint.restore(path)
        return [next(iterator) for _ in range(3)]

    @tf.function
    def in_function():
        sharded = distribute._AutoShardDataset(numbers().batch(4), 2, 0)
        return sharded.reduce(0.0, lambda total, batch: total + tf.reduce_sum(batch))

    def served():
        dispatcher = tf.data.experimental.service.DispatchServer()
        config = tf.data.experimental.service.WorkerConfig(dispatcher.target.partition("://")[2])
        worker = tf.data.experimental.service.WorkerServer(config)
        there = tf.data.experimental.service.distribute("parallel_epochs", dispatcher.target)
        return sorted(float(x) for x in numbers().apply(there))

    options = tf.data.Options()
    options.threading.private_threadpool_size = 2
    options.experimental_optimization.map_and_batch_fusion = True
    cases = {
        "auto-shard by data": lambda: distribute._AutoShardDataset(numbers().batch(4), 2, 1),
        "auto-shard by file": lambda: distribute._AutoShardDataset(files(), 2, 1, policy.FILE),
        "auto-shard by itself": lambda: distribute._AutoShardDataset(files(), 2, 0),
        "rebatch for replicas": lambda: distribute._LegacyRebatchDataset(numbers().batch(8), 2),
        "rebatch": lambda: numbers().batch(8).rebatch(5),
        "options": lambda: numbers().map(lambda x: x + 1).batch(4).with_options(options),
        "cached, snapshot": lambda: numbers().snapshot(f"{folder}/snapshot").cache(f"{folder}/cache"),
        "saved": saved,
        "generator": lambda: tf.data.Dataset.from_generator(range, args=[5],
            output_signature=tf.TensorSpec([], tf.int64)),
        "numpy": lambda: numbers().map(lambda x: tf.numpy_function(np.sqrt, [x], tf.float32)),
        "grouped": lambda: numbers().group_by_window(lambda x: tf.cast(x, tf.int64) % 20,
            lambda key, some: some.batch(3), 3),
        "to device": lambda: numbers().apply(tf.data.experimental.copy_to_device(gpu)).prefetch(1),
        "prefetched to device": lambda: numbers().apply(tf.data.experimental.prefetch_to_device(gpu)),
        "session": in_session,
        "session, by handle": by_handle,
        "restored": restored,
        "function": lambda: [in_function()],
        "service": served,
    }
    found = {name: [np.asarray(x).tolist() for x in make()] for name, make in cases.items()}
    print("REPORT " + json.dumps(found, default=bytes.decode), flush=True)
    os._exit(0)
"""


@pytest.mark.nightly
def test_data_sets_give_what_they_give_without_emulation(programs):
    plain = programs.python(_ELEMENTS, "0").report
    emulated = programs.python(_ELEMENTS, "2").report
    assert len(plain) == 18
    assert all(plain.values())
    assert emulated == plain


_WORKER = """
    import numpy as np
    import tensorflow as tf
    import tf_keras

    strategy = tf.distribute.MultiWorkerMirroredStrategy()
    x = np.random.RandomState(1).rand(32, 2).astype("f")
    y = x.sum(1, keepdims=True) + 1

    def train(policy):
        options = tf.data.Options()
        options.experimental_distribute.auto_shard_policy = policy

        def data():
            pairs = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(8, seed=1)
            return pairs.map(lambda a, b: (a * 2, b)).batch(8).with_options(options)

        with strategy.scope():
            layers = [tf_keras.Input([2]), tf_keras.layers.Dense(1, "tanh", False, "ones")]
            model = tf_keras.Sequential(layers)
            model.compile(tf_keras.optimizers.SGD(0.1), "mse")
        fitted = model.fit(data(), epochs=2, verbose=0)
        evaluated = model.evaluate(data(), verbose=0)

        @tf.function
        def step(iterator):
            def replica(a, b):
                context = tf.distribute.get_replica_context()
                return context.all_reduce("sum", tf.reduce_sum(a * b))
            return strategy.experimental_local_results(strategy.run(replica, args=next(iterator)))

        iterator = iter(strategy.experimental_distribute_dataset(data()))
        sums = [[float(x) for x in step(iterator)] for _ in range(2)]
        print("FOUND", policy.name, fitted.history["loss"], evaluated, sums, flush=True)

    for name in ("AUTO", "DATA", "OFF"):
        train(tf.data.experimental.AutoShardPolicy[name])
    print("DEVICES", [d.name for d in tf.config.list_logical_devices("GPU")], flush=True)
"""


def _train(path, gpus):
    """What each of two workers found, and the names of its devices."""
    with emulate.cluster(workers=2, gpus_per_worker=gpus) as cluster:
        outcome = cluster.run([sys.executable, path], timeout=100)
    assert outcome.status == 0, outcome.output("worker:0")[-3000:]
    for task in ("worker:0", "worker:1"):
        lines = outcome.output(task).splitlines()
        (devices,) = [line for line in lines if line.startswith("DEVICES ")]
        yield [line for line in lines if line.startswith("FOUND ")], devices


def _losses(path, gpus):
    (found, devices), (by_the_other, _) = _train(path, gpus)
    assert len(found) == 3
    assert by_the_other == found  # what they fetch is reduced over both
    assert not gpus or f"device:GPU:{gpus - 1}" in devices
    return found


@pytest.mark.nightly
def test_workers_with_gpus_train_on_a_data_set_as_without(programs):
    path = str(programs.write(_WORKER))
    assert _losses(path, 1) == _losses(path, 0)


@pytest.mark.nightly
def test_workers_with_several_gpus_train_on_a_data_set(programs):
    _losses(str(programs.write(_WORKER)), 2)
