"""TWR121: Keras models that are replicated once they are built."""

from migrate.rewrite.rule import Rule

RULES = (
    Rule(
        code="TWR121",
        title="A model that gets a strategy once it is built",
        explanation=(
            "multi_gpu_model copied a model that was there to several GPUs, and compile(distribute=…) "
            "gave it a strategy; Keras 3 wants a model to be built and compiled in the scope of its "
            "strategy. What builds it goes into that scope, up to what compiles it, and the model of all "
            "GPUs is the model itself: saving it saves what was trained. Where another function compiles "
            "it, the strategy is set for all that follows. Each step takes the batch that it took, in "
            "equal parts; losses and weights are the same up to rounding. compat.OrderedReduction adds "
            "the replicas' gradients in their order; without it TensorFlow chooses, which is faster on "
            "many GPUs, and fails where one process makes strategies for models of several sizes. A last "
            "batch that does not divide by the number of GPUs weighs its rows by replica; the "
            "averages of batch normalisation are those of all replicas, where copies of multi_gpu_model "
            "moved them one after the other."
        ),
        before="import tensorflow as tf\n\n\ndef train(x, y, gpus):\n"
        "    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])\n"
        "    if gpus > 1:\n"
        "        model = tf.keras.utils.multi_gpu_model(model, gpus=gpus)\n"
        "    model.compile('sgd', 'mse')\n"
        "    model.fit(x, y, batch_size=32)\n",
        after="import compat\nimport tensorflow as tf\n\n\ndef train(x, y, gpus):\n"
        "    strategy = tf.distribute.MirroredStrategy(compat.gpu_names(gpus), "
        "cross_device_ops=compat.OrderedReduction()) if gpus > 1 else tf.distribute.get_strategy()\n"
        "    with strategy.scope():\n"
        "        model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])\n"
        "        model.compile('sgd', 'mse')\n"
        "    model.fit(x, y, batch_size=32)\n",
    ),
    Rule(
        code="TWR221",
        title="A model that gets a strategy, and is built elsewhere",
        explanation=(
            "The function that replicates a model does not build it, replicates several, or makes what the "
            "strategy needs behind the model. Make the strategy first, build and compile the model in its "
            "scope, and leave multi_gpu_model out."
        ),
        told="import tensorflow as tf\nfrom tensorflow.keras.utils import multi_gpu_model\n\n\n"
        "def train(model):\n"
        "    model = multi_gpu_model(model, 2)\n    model.compile('sgd')\n",
        mended="import tensorflow as tf\nfrom tensorflow.keras.utils import multi_gpu_model\n\n\n"
        "def train():\n"
        "    model = multi_gpu_model(tf.keras.Sequential([tf.keras.layers.Dense(3)]), 2)\n"
        "    model.compile('sgd')\n",
    ),
)
