"""Two names that would mean one device end the run, whatever the program makes of it."""


def test_an_eager_program_that_names_a_missing_gpu_fails_even_if_it_catches_the_error(programs):
    outcome = programs.emulated(
        """
        import tensorflow as tf
        try:
            with tf.device("/gpu:5"):
                tf.ones([])
        except RuntimeError as error:
            report(caught=str(error))
        """
    )
    assert outcome.status == 1
    assert len(outcome.complaints) == 1
    assert "/device:GPU:5" in outcome.complaints[0]
    assert "only /gpu:0, /gpu:1" in outcome.complaints[0]
    assert outcome.report["caught"] in outcome.complaints[0]


def test_a_strategy_over_a_missing_gpu_fails_and_does_not_hang(programs):
    outcome = programs.emulated(
        """
        import tensorflow as tf
        strategy = tf.distribute.MirroredStrategy(["/gpu:0", "/gpu:9"])

        @tf.function
        def step():
            return strategy.run(lambda: tf.distribute.get_replica_context().all_reduce("sum", tf.ones([])))

        step()
        """
    )
    assert outcome.status == 1
    assert "GPU:9" in outcome.complaints[0]


def test_a_session_with_soft_placement_does_not_move_towers_together(programs):
    outcome = programs.emulated(
        """
        import tensorflow.compat.v1 as tf
        tf.disable_v2_behavior()
        for i in range(3):
            with tf.device("/gpu:%d" % i):
                y = tf.exp(tf.ones([2]))
        with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as session:
            session.run(y)
        """
    )
    assert outcome.status == 1
    assert len(outcome.complaints) == 1
    assert "/device:GPU:2" in outcome.complaints[0]


def test_devices_that_the_program_took_away_are_missed_at_initialisation(programs):
    outcome = programs.emulated(
        """
        import tensorflow as tf
        from tensorflow.python.eager import context

        config = context.Context.config
        def one_cpu(self):
            chosen = config.fget(self)
            chosen.device_count["CPU"] = 1
            return chosen
        context.Context.config = property(one_cpu)
        with tf.device("/gpu:1"):
            tf.ones([])
        """
    )
    assert outcome.status == 1
    assert len(outcome.complaints) == 1
    assert "without the devices of /gpu:1" in outcome.complaints[0]


def test_a_graph_that_names_a_missing_gpu_does_not_end_a_session_of_another(programs):
    outcome = programs.emulated(
        """
        import tensorflow.compat.v1 as tf
        tf.disable_v2_behavior()
        soft = tf.ConfigProto(allow_soft_placement=True)
        with tf.Graph().as_default(), tf.device("/gpu:7"):
            y = tf.exp(tf.ones([2]))
            try:
                tf.Session().run(y)
            except tf.errors.InvalidArgumentError:
                probed = True
        with tf.Graph().as_default(), tf.device("/gpu:1"), tf.Session(config=soft) as session:
            report(probed=probed, value=float(session.run(tf.exp(0.0))))
        """
    )
    assert outcome.status == 0
    assert outcome.report == {"probed": True, "value": 1}
