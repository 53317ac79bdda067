"""A small convolutional network for images of 24 x 24 pixels."""
import tensorflow as tf

FLAGS = tf.app.flags.FLAGS

tf.app.flags.DEFINE_integer('batch_size', 16, 'Number of images per tower and step.')

IMAGE_SIZE = 24
NUM_CLASSES = 10

# Every op of tower i is created under this prefix, e.g. tower_0/conv1/BiasAdd.
TOWER_NAME = 'tower'

INITIAL_LEARNING_RATE = 0.05
LEARNING_RATE_DECAY_FACTOR = 0.9
DECAY_STEPS = 20


def _variable_on_cpu(name, shape, initializer):
  """Creates a variable that lives in host memory, where all towers find it."""
  with tf.device('/cpu:0'):
    var = tf.get_variable(name, shape, initializer=initializer, dtype=tf.float32)
  return var


def _variable_with_weight_decay(name, shape, stddev, decay):
  """Creates a variable, and adds its share of the loss to the collection 'losses'."""
  var = _variable_on_cpu(name, shape, tf.truncated_normal_initializer(stddev=stddev))
  if decay is not None:
    weight_decay = tf.multiply(tf.nn.l2_loss(var), decay, name='weight_decay')
    tf.add_to_collection('losses', weight_decay)
  return var


def _conv(images, name, channels):
  """A 5 x 5 convolution with ReLU, and a pooling that halves each side."""
  with tf.variable_scope(name) as scope:
    in_channels = images.get_shape()[3].value
    kernel = _variable_with_weight_decay('weights', [5, 5, in_channels, channels],
                                         stddev=0.1, decay=None)
    biases = _variable_on_cpu('biases', [channels], tf.constant_initializer(0.0))
    conv = tf.nn.conv2d(images, kernel, [1, 1, 1, 1], padding='SAME')
    activation = tf.nn.relu(tf.nn.bias_add(conv, biases), name=scope.name)
  return tf.nn.max_pool(activation, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1],
                        padding='SAME', name=name.replace('conv', 'pool'))


def inference(images):
  """Builds the network up to its logits.

  Args:
    images: float32 tensor of shape [batch, IMAGE_SIZE, IMAGE_SIZE, 3].

  Returns:
    Logits of shape [batch, NUM_CLASSES].
  """
  pool1 = _conv(images, 'conv1', 16)
  pool2 = _conv(pool1, 'conv2', 16)

  with tf.variable_scope('local3') as scope:
    side = IMAGE_SIZE // 4
    flat = tf.reshape(pool2, [-1, side * side * 16])
    dim = flat.get_shape()[1].value
    weights = _variable_with_weight_decay('weights', [dim, 32], stddev=0.1, decay=0.004)
    biases = _variable_on_cpu('biases', [32], tf.constant_initializer(0.1))
    local3 = tf.nn.relu(tf.matmul(flat, weights) + biases, name=scope.name)

  with tf.variable_scope('softmax_linear') as scope:
    weights = _variable_with_weight_decay('weights', [32, NUM_CLASSES], stddev=0.1, decay=None)
    biases = _variable_on_cpu('biases', [NUM_CLASSES], tf.constant_initializer(0.0))
    logits = tf.add(tf.matmul(local3, weights), biases, name=scope.name)

  return logits


def loss(logits, labels):
  """Adds the cross entropy to the weight decay that the network collected."""
  labels = tf.cast(labels, tf.int64)
  cross_entropy = tf.nn.sparse_softmax_cross_entropy_with_logits(
      labels=labels, logits=logits, name='cross_entropy_per_example')
  cross_entropy_mean = tf.reduce_mean(cross_entropy, name='cross_entropy')
  tf.add_to_collection('losses', cross_entropy_mean)
  return tf.add_n(tf.get_collection('losses'), name='total_loss')
