import tensorflow as tf
import tensorflow.contrib.slim as slim


def show_all_variables():
    listed = tf.trainable_variables()
    for variable in listed:
        print(variable.name, variable.get_shape().as_list())
    slim.model_analyzer.analyze_vars(listed, print_info=True)
