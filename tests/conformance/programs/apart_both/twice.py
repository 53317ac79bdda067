import tensorflow as tf

import train

train.main()
with tf.Session() as session:
    print(len(session.graph.get_operations()))
