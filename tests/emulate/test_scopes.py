"""`emulate.gpus` as a block and as a decorator."""


def test_blocks_and_decorated_functions_have_topologies_of_their_own(programs):
    found = programs.python(
        """
        import emulate
        import tensorflow as tf

        def names():
            return [d.name for d in tf.config.list_logical_devices()]

        def replicas():
            strategy = tf.distribute.MirroredStrategy()

            @tf.function
            def step():
                reduce = tf.distribute.get_replica_context
                return strategy.run(lambda: reduce().all_reduce("sum", tf.ones([])))

            return [float(x) for x in strategy.experimental_local_results(step())]

        @emulate.gpus(3)
        def decorated(extra):
            return replicas() + [extra]

        @emulate.gpus(2)
        def recursive(depth):
            inner = recursive(depth - 1) if depth else 0
            with tf.device("/gpu:1"):
                return inner + float(tf.exp(0.0))

        found = []
        for n in (2, 4):
            with emulate.gpus(n):
                found.append((names(), replicas()))
        found.append(decorated(7))
        found.append(decorated(8))
        with emulate.gpus(2), tf.compat.v1.Session(graph=tf.Graph()) as session, session.graph.as_default():
            with tf.device("/gpu:1"):
                y = tf.exp(0.0)
            graph = (y.device, float(session.run(y)))
        with emulate.gpus(1):
            try:
                with tf.device("/gpu:1"):
                    tf.ones([])
            except emulate.EmulateError as error:
                missing = str(error)
        with emulate.gpus(1, allow_collapse=True):
            with tf.device("/gpu:1"):
                fell = tf.ones([]).device
        called = recursive(2)
        outside = names()
        report(found=found, outside=outside, graph=graph, missing=missing, fell=fell, recursive=called)
        """
    ).report
    gpus = ["/device:GPU:0", "/device:GPU:1", "/device:GPU:2", "/device:GPU:3"]
    cpu = "/device:CPU:0"
    assert found["found"] == [
        [[cpu, *gpus[:2]], [2, 2]],
        [[cpu, *gpus], [4, 4, 4, 4]],
        [3, 3, 3, 7],
        [3, 3, 3, 8],
    ]
    assert found["outside"] == [cpu]
    assert found["recursive"] == 3
    assert found["graph"] == ["/device:GPU:1", 1]
    assert "/gpu:1, but there is only /gpu:0" in found["missing"].replace("/device:GPU:1", "/gpu:1")
    assert found["fell"].endswith("device:GPU:0")
