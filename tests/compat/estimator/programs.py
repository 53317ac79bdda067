"""Programs with Estimators, as they were written for TensorFlow 1.15; each gives what can be compared.

Run by `record.py` on 1.15, and by the tests on `compat.tf1`. `tf` is TensorFlow, `folder` an empty one.
"""

import os

import numpy as np

RANDOM = np.random.RandomState(0)
X = RANDOM.rand(48, 4).astype(np.float32)
Y = (X.sum(1, keepdims=True) + 0.1).astype(np.float32)
CLASSES = (X.sum(1) > 2).astype(np.int32)
WORDS = np.array(["a", "b", "c"])[RANDOM.randint(0, 3, 48)]


def batches(tf, labels=Y, repeated=True):
    def input_fn(params=None):
        dataset = tf.data.Dataset.from_tensor_slices(({"x": X, "w": WORDS}, labels))
        dataset = dataset.repeat() if repeated else dataset
        return dataset.batch(8, drop_remainder=True)

    return input_fn


def model_of(tf, optimizer=None, normalises=True):
    def model_fn(features, labels, mode, params):
        training = mode == tf.estimator.ModeKeys.TRAIN
        constant = tf.constant_initializer
        net = tf.layers.dense(features["x"], 3, tf.nn.tanh, kernel_initializer=constant(0.1), name="h")
        net = tf.layers.batch_normalization(net, training=training and normalises, name="bn")
        net = tf.layers.dense(net, 1, kernel_initializer=constant(0.2), name="out")
        if mode == tf.estimator.ModeKeys.PREDICT:
            outputs = {"serving_default": tf.estimator.export.PredictOutput({"y": net})}
            return tf.estimator.EstimatorSpec(mode, {"y": net}, export_outputs=outputs)
        loss = tf.identity(tf.losses.mean_squared_error(labels, net), name="the_loss")
        if mode == tf.estimator.ModeKeys.EVAL:
            metrics = {"mae": tf.metrics.mean_absolute_error(labels, net)}
            return tf.estimator.EstimatorSpec(mode, loss=loss, eval_metric_ops=metrics)
        chosen = optimizer or tf.train.MomentumOptimizer(params["rate"], 0.9)
        with tf.control_dependencies(tf.get_collection(tf.GraphKeys.UPDATE_OPS)):
            train_op = chosen.minimize(loss, global_step=tf.train.get_or_create_global_step())
        return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train_op)

    return model_fn


def losses_hook(tf):
    class Losses(tf.train.SessionRunHook):
        def __init__(self):
            self.seen = []

        def before_run(self, run_context):
            return tf.train.SessionRunArgs("the_loss:0")

        def after_run(self, run_context, run_values):
            self.seen.append(float(run_values.results))

    return Losses()


def planting_hook(tf, scope=None):
    """Variables start at values that their names give."""

    class Plant(tf.train.SessionRunHook):
        def begin(self):
            self.planted = [
                variable.assign(np.random.RandomState(len(variable.op.name)).rand(*variable.shape.as_list()))
                for variable in tf.trainable_variables(scope)
            ]

        def after_create_session(self, session, coord):
            session.run(self.planted)

    return Plant()


def floats(values):
    return {str(key): float(value) for key, value in values.items()}


def custom(tf, folder):
    """Train, evaluate, predict, export and load, go on, start warm, and from arrays."""
    out = {}
    config = tf.estimator.RunConfig(save_checkpoints_steps=5, save_summary_steps=5, tf_random_seed=3)
    there = os.path.join(folder, "model")
    estimator = tf.estimator.Estimator(model_of(tf), there, config, params={"rate": 0.05})
    hook = losses_hook(tf)
    estimator.train(batches(tf), steps=10, hooks=[hook, tf.train.LoggingTensorHook(["the_loss"], 5)])
    estimator.train(batches(tf), max_steps=12, hooks=[hook])
    out["losses"] = hook.seen
    out["evaluated"] = floats(estimator.evaluate(batches(tf, repeated=False), name="dev"))
    out["names"] = estimator.get_variable_names()
    out["kernel"] = estimator.get_variable_value("h/kernel").tolist()
    out["checkpoint"] = os.path.basename(estimator.latest_checkpoint())
    out["eval_dir"] = os.path.relpath(estimator.eval_dir("dev"), there)
    arrays = tf.estimator.inputs.numpy_input_fn({"x": X[:20]}, batch_size=8, shuffle=False)
    out["predicted"] = [float(one["y"][0]) for one in estimator.predict(arrays)]

    def receiver():
        x = tf.placeholder(tf.float32, [None, 4])
        return tf.estimator.export.ServingInputReceiver({"x": x}, {"x": x})

    path = estimator.export_savedmodel(os.path.join(folder, "exported"), receiver).decode()
    out["served"] = tf.contrib.predictor.from_saved_model(path)({"x": X[:3]})["y"].tolist()
    out["again"] = tf.contrib.predictor.from_estimator(estimator, receiver)({"x": X[:3]})["y"].tolist()

    hook = losses_hook(tf)
    settings = tf.estimator.WarmStartSettings(there, vars_to_warm_start="h/.*")
    warm = tf.estimator.Estimator(
        model_of(tf), os.path.join(folder, "warm"), params={"rate": 0.05}, warm_start_from=settings
    )
    shuffled = tf.estimator.inputs.numpy_input_fn({"x": X}, Y, 8, num_epochs=None, shuffle=False)
    warm.train(shuffled, steps=4, hooks=[hook])
    out["warm"] = hook.seen
    return out


def train_and_evaluate(tf, folder):
    """With a hook, an exporter and early stopping."""
    config = tf.estimator.RunConfig(folder, save_checkpoints_steps=4)
    optimizer = tf.contrib.estimator.clip_gradients_by_norm(tf.train.AdamOptimizer(0.01), 0.5)
    estimator = tf.estimator.Estimator(model_of(tf, optimizer), config=config, params={})
    hook = losses_hook(tf)
    stop = tf.estimator.experimental.stop_if_higher_hook(
        estimator, "mae", 0.0, min_steps=6, run_every_secs=None, run_every_steps=1
    )
    example = tf.feature_column.make_parse_example_spec([tf.feature_column.numeric_column("x", 4)])
    serving = tf.estimator.export.build_parsing_serving_input_receiver_fn(example)
    results, _ = tf.estimator.train_and_evaluate(
        estimator,
        tf.estimator.TrainSpec(batches(tf), 10, [hook, stop]),
        tf.estimator.EvalSpec(
            batches(tf, repeated=False),
            None,
            exporters=tf.estimator.LatestExporter("latest", serving),
            start_delay_secs=0,
            throttle_secs=0,
        ),
    )
    return {
        "losses": hook.seen,
        "evaluated": floats(results),
        "exported": sorted(os.listdir(os.path.join(folder, "export"))),
    }


def canned(tf, folder):
    """Classifiers on feature columns, whose variables start at values that their names give."""
    columns = tf.feature_column
    words = columns.categorical_column_with_vocabulary_list("w", ["a", "b", "c"])
    deep = [columns.numeric_column("x", 4), columns.embedding_column(words, 2)]
    estimators = {
        "dnn": lambda there: tf.estimator.DNNClassifier([4], deep, there, batch_norm=True),
        "both": lambda there: tf.estimator.DNNLinearCombinedClassifier(
            there, [words], dnn_feature_columns=deep, dnn_hidden_units=[4]
        ),
        "head": lambda there: tf.estimator.DNNEstimator(
            tf.contrib.estimator.multi_class_head(3), [4], deep, there, tf.train.AdagradOptimizer(0.1)
        ),
    }
    out = {}
    for name, make in estimators.items():
        estimator = make(os.path.join(folder, name))
        estimator.train(batches(tf, CLASSES), steps=4, hooks=[planting_hook(tf)])
        estimator = tf.contrib.estimator.forward_features(estimator, "x")
        out[name] = floats(estimator.evaluate(batches(tf, CLASSES, repeated=False)))
        one = next(estimator.predict(batches(tf, CLASSES, repeated=False)))
        out[name + " predicted"] = [one["probabilities"].tolist(), one["x"].tolist()]
    return out


def keras(tf, folder):
    """A Keras model as an Estimator."""
    layers = tf.keras.layers
    model = tf.keras.Sequential(
        [
            layers.Dense(3, "tanh", input_shape=(4,), kernel_initializer="ones", name="x"),
            layers.Dense(1, kernel_initializer="ones", name="out"),
        ]
    )
    model.compile(tf.keras.optimizers.SGD(lr=0.01, momentum=0.9), "mse", metrics=["mae"])
    estimator = tf.keras.estimator.model_to_estimator(model, model_dir=folder)

    def input_fn():
        return tf.data.Dataset.from_tensor_slices(({"x_input": X}, Y)).repeat().batch(8)

    estimator.train(input_fn, steps=5)
    return floats(estimator.evaluate(input_fn, steps=3))


def tpu(tf, folder):
    """A TPUEstimator that is told to use no TPU."""
    model = model_of(tf, tf.train.GradientDescentOptimizer(0.05))

    def model_fn(features, labels, mode, params):
        spec = model(features, labels, mode, params)
        return tf.contrib.tpu.TPUEstimatorSpec(
            mode=mode,
            loss=spec.loss,
            train_op=spec.train_op,
            eval_metrics=(lambda loss: {"m": tf.metrics.mean(loss)}, [tf.reshape(spec.loss, [1])]),
        )

    settings = tf.contrib.tpu.TPUConfig(iterations_per_loop=2, num_shards=1)
    config = tf.contrib.tpu.RunConfig(model_dir=folder, tpu_config=settings)
    estimator = tf.contrib.tpu.TPUEstimator(
        model_fn, config=config, use_tpu=False, train_batch_size=8, eval_batch_size=8
    )
    estimator.train(batches(tf), max_steps=5)
    return floats(estimator.evaluate(batches(tf, repeated=False), steps=3))


def mirrored(tf, folder, devices=("/cpu:0", "/cpu:1")):
    """Under contrib's strategy on two devices; each replica takes batches of its own."""
    strategy = tf.contrib.distribute.MirroredStrategy(list(devices))
    session_config = tf.ConfigProto(allow_soft_placement=True, device_count={"CPU": 2})
    config = tf.estimator.RunConfig(
        folder, train_distribute=strategy, eval_distribute=strategy, session_config=session_config
    )
    estimator = tf.estimator.Estimator(model_of(tf), config=config, params={"rate": 0.05})
    estimator.train(batches(tf), steps=10)
    return {
        "evaluated": floats(estimator.evaluate(batches(tf, repeated=False))),
        "variables": {
            name: np.ravel(estimator.get_variable_value(name)).tolist()
            for name in estimator.get_variable_names()
        },
    }


def learn(tf, folder):
    """contrib.learn: a model function, canned estimators and an experiment with a monitor."""
    learn = tf.contrib.learn
    out = {}

    def examples():
        return tf.constant(X), tf.constant(CLASSES)

    columns = [tf.contrib.layers.real_valued_column("", dimension=4)]
    estimators = {
        "dnn": learn.DNNClassifier([5, 3], columns, os.path.join(folder, "dnn"), n_classes=3),
        "two": learn.DNNClassifier([5], columns, os.path.join(folder, "two"), activation_fn="tanh"),
        "both": learn.DNNRegressor([5], columns, os.path.join(folder, "numbers"), optimizer="Adam"),
        "linear": learn.LinearClassifier(columns, os.path.join(folder, "linear"), gradient_clip_norm=1.0),
        "sum": learn.DNNLinearCombinedRegressor(
            os.path.join(folder, "sum"),
            linear_feature_columns=columns,
            dnn_feature_columns=columns,
            dnn_hidden_units=[3],
            fix_global_step_increment_bug=True,
        ),
    }
    for name, estimator in estimators.items():
        estimator.fit(input_fn=examples, steps=5, monitors=[planting_hook(tf, "dnn")])
        out[name] = floats(estimator.evaluate(input_fn=examples, steps=1))
        # A linear model's variables have the names that tf.feature_column gives them, not contrib.layers.
        names = [one for one in estimator.get_variable_names() if not one.startswith("linear/")]
        out[name + " names"] = sorted(names)
        out[name + " predicted"] = [float(one) for one in estimator.predict(X[:5])]
    out["probabilities"] = [one.tolist() for one in estimators["two"].predict_proba(X[:3])]
    compatible = learn.SKCompat(estimators["dnn"])
    out["scored"] = floats(compatible.score(X, CLASSES))
    out["arrays"] = compatible.predict(X[:4])["probabilities"].tolist()

    def model_fn(features, targets, mode, params):
        with tf.variable_scope("m", initializer=tf.constant_initializer(0.1)):
            net = tf.contrib.layers.fully_connected(features["x"], 3, weights_initializer=None)
            net = tf.contrib.layers.fully_connected(net, 1, None, weights_initializer=None)
        loss = tf.losses.mean_squared_error(targets, net)
        step = tf.contrib.framework.get_global_step()
        train_op = tf.contrib.layers.optimize_loss(loss, step, params["rate"], "SGD")
        return {"y": net}, loss, train_op

    config = learn.RunConfig(model_dir=os.path.join(folder, "m"), save_checkpoints_steps=4, tf_random_seed=1)

    def inputs():
        return {"x": tf.constant(X)}, tf.constant(Y)

    def experiment_fn(run_config, hparams):
        return learn.Experiment(
            learn.Estimator(model_fn, config=run_config, params={"rate": hparams.rate}),
            inputs,
            inputs,
            train_steps=8,
            eval_steps=2,
            eval_metrics={"far": learn.MetricSpec(tf.contrib.metrics.streaming_mean_absolute_error, "y")},
            min_eval_frequency=1,
        )

    hparams = tf.contrib.training.HParams(rate=0.1)
    results, exported = learn.learn_runner.run(experiment_fn, run_config=config, hparams=hparams)
    out["experiment"] = floats(results)
    out["exported"] = len(exported)
    monitor = learn.monitors.ValidationMonitor(
        input_fn=inputs,
        eval_steps=1,
        every_n_steps=2,
        early_stopping_rounds=1,
        early_stopping_metric_minimize=False,
        check_interval_secs=0,
    )
    estimator = learn.Estimator(model_fn, config=config, params={"rate": 0.1})
    estimator.fit(input_fn=inputs, steps=30, monitors=[monitor])
    out["stopped"] = int(estimator.get_variable_value("global_step"))
    return out


def towers(tf, folder, devices=("/cpu:0", "/cpu:1")):
    """contrib's model functions as towers."""
    optimizer = tf.train.MomentumOptimizer(0.05, 0.9)
    # Towers that update moving averages do so in any order.
    model = model_of(tf, tf.contrib.estimator.TowerOptimizer(optimizer), normalises=False)
    replicated = tf.contrib.estimator.replicate_model_fn(
        lambda features, labels, mode: model(features, labels, mode, None), devices=list(devices)
    )
    estimator = tf.estimator.Estimator(replicated, folder)
    estimator.train(batches(tf), steps=8)
    return {
        "evaluated": floats(estimator.evaluate(batches(tf, repeated=False))),
        "predicted": [float(one["y"][0]) for one in estimator.predict(batches(tf, repeated=False))][:12],
        "names": estimator.get_variable_names(),
    }


def of_cluster(tf, folder, strategy=None):
    """`train_and_evaluate` as the task that TF_CONFIG names; the variables in the end."""
    config = tf.estimator.RunConfig(folder, train_distribute=strategy, save_checkpoints_steps=5)
    estimator = tf.estimator.Estimator(model_of(tf), config=config, params={"rate": 0.05})
    evaluation = tf.estimator.EvalSpec(batches(tf, repeated=False), None, start_delay_secs=0, throttle_secs=0)
    tf.estimator.train_and_evaluate(estimator, tf.estimator.TrainSpec(batches(tf), 10), evaluation)
    return {
        name: np.ravel(estimator.get_variable_value(name)).tolist() for name in estimator.get_variable_names()
    }


PROGRAMS = {
    program.__name__: program
    for program in (custom, train_and_evaluate, canned, keras, tpu, mirrored, towers, learn)
}
