# expect: native, references: string_input_producer, which takes no other variable
"""Reads the records of the files that match a pattern; those that come later are not read."""

import tensorflow as tf


def write(name, first):
    with tf.python_io.TFRecordWriter(name) as writer:
        for i in range(4):
            feature = {"x": tf.train.Feature(float_list=tf.train.FloatList(value=[first + 0.25 * i]))}
            writer.write(tf.train.Example(features=tf.train.Features(feature=feature)).SerializeToString())


def read(pattern, epochs):
    files = tf.train.match_filenames_once(pattern)
    queue = tf.train.string_input_producer(files, num_epochs=epochs, shuffle=False)
    _, record = tf.TFRecordReader().read(queue)
    x = tf.parse_single_example(record, {"x": tf.FixedLenFeature([], tf.float32)})["x"]
    return tf.train.batch([x], batch_size=2)


write("matched_a.tfrecords", 0.0)
write("matched_b.tfrecords", 5.0)
x = read("matched_*.tfrecords", 3)
held_out = read(["matched_b.*", "matched_none.*"], None)
w = tf.get_variable("w", [], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(w - x))
error = tf.reduce_mean(tf.square(w - held_out))
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(tf.local_variables_initializer())
    coord = tf.train.Coordinator()
    threads = tf.train.start_queue_runners(sess=sess, coord=coord)
    for step in range(10):
        _, value = sess.run([train, loss])
        print(step, value)
        if step == 0:
            write("matched_c.tfrecords", 100.0)
        if step % 4 == 3:
            print("held out", sess.run(error))
    coord.request_stop()
    coord.join(threads)
