"""`tf.keras` of TensorFlow 1 on Programs: what it computes in sessions, and none of these."""

import json

MODELS = """
import json, sys
import numpy as np

import compat
import tensorflow as tf

v1 = tf.compat.v1
if sys.argv[1] == "sessions":
    from compat.tf1 import keras

    Session = v1.Session
else:
    from compat import tf_keras as keras

    def refuse(*_, **__):
        raise AssertionError("a session is opened")

    v1.Session.__init__ = refuse
    compat.build_graph()
    Session = compat.Program

K, layers = keras.backend, keras.layers
data = np.random.RandomState(0).rand(16, 4).astype(np.float32)
labels = data.sum(1, keepdims=True)
given = {}


def dense(units, **options):
    return layers.Dense(units, kernel_initializer=keras.initializers.constant(0.1), **options)


x = v1.placeholder(tf.float32, [None, 4])
net = layers.BatchNormalization()(dense(5, activation="relu")(x), training=K.learning_phase())
loss = tf.reduce_mean((dense(1)(net) - 1.0) ** 2)
update = v1.train.AdamOptimizer(0.1).minimize(loss)
with Session() as sess:
    K.set_session(sess)
    sess.run(v1.global_variables_initializer())
    given["layers"] = [
        float(sess.run([update, loss], {x: data, K.learning_phase(): 1})[1]) for _ in range(3)
    ]
K.clear_session()

model = keras.Sequential([dense(5, input_shape=(4,)), layers.Dropout(0.0), dense(1)])
model.compile(v1.train.AdamOptimizer(0.01), "mse", metrics=["mae"])
history = model.fit(data, labels, 8, epochs=2, verbose=0, shuffle=False).history
given["fit"] = history["loss"]
given["metrics"] = sorted(history)
rows = v1.data.Dataset.from_tensor_slices((data, labels)).repeat().batch(8)
given["rows"] = model.fit(rows, epochs=1, steps_per_epoch=2, verbose=0, shuffle=False).history["loss"]
given["predict"] = model.predict(data[:2]).tolist()
model.set_weights([2 * weight for weight in model.get_weights()])
model.save_weights(sys.argv[2])
model.set_weights([0 * weight for weight in model.get_weights()])
model.load_weights(sys.argv[2])
given["weights"] = [weight.tolist() for weight in model.get_weights()]
read = K.function([model.inputs[0], K.learning_phase()], [model.layers[0].output])
given["function"] = read([data[:1], 0])[0].tolist()
print(json.dumps(given))
"""


def test_layers_and_models_compute_what_they_did_in_sessions(ran, tmp_path):
    by_sessions, by_programs = (
        json.loads(ran(MODELS, kind, str(tmp_path / f"{kind}.h5")).splitlines()[-1])
        for kind in ("sessions", "programs")
    )
    assert by_programs == by_sessions
    assert by_programs["metrics"] == ["loss", "mean_absolute_error"]


NAMES = """
import compat

assert "tf_keras" in dir(compat)
import sys

assert not [name for name in sys.modules if name.partition(".")[0] == "tf_keras"]
import compat.tf_keras.backend as K
from compat.tf_keras.layers import Dense
from compat.tf_keras import layers

assert layers.Dense is Dense is compat.tf_keras.layers.Dense
assert compat.tf_keras.losses.cosine_proximity([1.0, 0.0], [2.0, 0.0]).numpy() == 1.0
assert K.learning_phase is compat.tf_keras.backend.learning_phase
try:
    compat.tf_keras.models.model_from_yaml
except compat.CompatError as error:
    print(error)
try:
    import compat.tf_keras.nothing
except ModuleNotFoundError as error:
    print(error)
"""


def test_names_are_those_of_1_15_and_loaded_when_they_are_used(ran):
    refused, missing = ran(NAMES).splitlines()[-2:]
    assert refused.startswith("SYM103 tf.keras.models.model_from_yaml")
    assert "compat.tf_keras.nothing" in missing
