"""What TensorFlow 1.15's symbols are called with: by the name of an argument, or for one symbol."""

import collections
import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))

# Tried one after the other for the tensors of a call, until the call works.
TENSORS = """
x y value values input inputs tensor a b t input_tensor data params elems labels predictions logits
y_true y_pred target output images image features matrix input_ t_list tensors source template
real imag weights lhs arr
"""

PROFILES = [
    dict.fromkeys(TENSORS, text)
    for text in (
        "floats()",
        "square()",
        "ints()",
        "bools()",
        "strings()",
        "complexes()",
        "vector()",
        "images()",
        "image()",
        "scalar()",
        "two_inputs()",
        "variable()",
        "signal()",
    )
]

BY_NAME = {
    "name": "'n1'",
    "strides": "[1, 1, 1, 1]",
    "shape": "[2, 3]",
    "indices": "[0, 1]",
    "padding": "'SAME'",
    "filters": "2",
    "kernel_size": "2",
    "op": "operation()",
    "dtype": "tf.float32",
    "default": "None",
    "node_def": "None",
    "learning_rate": "0.1",
    "message": "'m'",
    "help": "'h'",
    "path": "file()",
    "sp_input": "sparse()",
    "segment_ids": "[0, 1]",
    "ref": "variable()",
    "updates": "[1.0, 2.0]",
    "batch_size": "2",
    "units": "2",
    "pool_size": "2",
    "key": "'ids'",
    "decay_steps": "10",
    "msg": "'m'",
    "ksize": "[1, 2, 2, 1]",
    "size": "[2, 2]",
    "contents": "png()",
    "rate": "0.5",
    "filename": "file()",
    "fn": "lambda a, x: a + x",
    "global_step": "global_step()",
    "capacity": "4",
    "identifier": "None",
    "n": "2",
    "seed": "1",
    "dimension": "0",
    "level": "0",
    "kernel": "kernel(2, 2, 3, 2)",
    "k": "1",
    "axes": "0",
    "initial_learning_rate": "0.1",
    "model": "model()",
    "num_segments": "3",
    "num_sampled": "2",
    "rhs": "[[1.0], [2.0]]",
    "axis": "0",
    "device": "cpu()",
    "dataset": "dataset()",
    "scale": "2.0",
    "boxes": "[[[0.0, 0.0, 0.5, 0.5]], [[0.1, 0.1, 1.0, 1.0]]]",
    "scores": "[0.5, 0.6]",
    "pattern": "file()",
    "output_shape": "[2, 4, 4, 2]",
    "num_classes": "4",
    "thresholds": "[0.25, 0.5]",
    "true_classes": "tf.constant([[0], [1]], tf.int64)",
    "num_true": "1",
    "export_dir": "fresh()",
    "computation": "lambda: floats()",
    "condition": "True",
    "min_after_dequeue": "1",
    "enum_class": "Color",
    "initializer": "tf.zeros_initializer()",
    "num_rows": "2",
    "dirname": "folder()",
    "serialized": "[example()]",
    "cell": "cell()",
    "opt": "optimizer()",
    "decay_rate": "0.9",
    "unique": "True",
    "filter": "kernel(2, 2, 3, 2)",
    "frame_step": "2",
    "frame_length": "4",
    "input_encoding": "'UTF-8'",
    "dtypes": "[tf.float32]",
    "dims": "[1]",
    "enum_values": "['a', 'b']",
    "text": "'one two two'",
    "filenames": "[file()]",
    "dataset_or_iterator": "dataset()",
    "checkpoint_dir": "os.path.dirname(checkpoint())",
    "min": "0.0",
    "max": "6.0",
    "num_buckets": "3",
    "categorical_column": "categorical()",
    "target_height": "2",
    "target_width": "2",
    "max_output_size": "2",
    "start": "0",
    "targets": "[0, 1]",
    "layer": "dense()",
    "num_samples": "2",
    "func": "lambda x: x + 1",
    "range_max": "4",
    "biases": "tf.zeros([4])",
    "num_units": "2",
    "ckpt_dir_or_file": "checkpoint()",
    "keep_input": "True",
    "tensors_list": "[[vector()]]",
    "shapes": "[[2]]",
    "block_size": "2",
    "block_shape": "[2, 2]",
    "clip_norm": "0.5",
    "enabled": "False",
    "f": "lambda x: x * 2.0",
    "output_types": "(tf.float32,)",
    "structure": "[1, (2, 3)]",
    "map_func": "lambda x: x + 1",
    "min_range": "0.0",
    "max_range": "6.0",
    "diagonal": "vector()",
    "concentration": "[0.5, 0.7]",
    "loc": "0.5",
    "boundaries": "[1, 2]",
    "hash_bucket_size": "5",
    "sess": "session()",
    "session": "session()",
    "max_val": "1.0",
    "loss": "scalar()",
    "data_format": "'channels_last'",
    "filepath": "fresh('.h5')",
    "operators": "[linear_operator(), linear_operator()]",
    "operator": "linear_operator()",
    "spectrum": "[2.0, 3.0]",
    "default_value": "-1",
    "paddings": "[[0, 0], [0, 0]]",
    "sequence_length": "[4, 3]",
    "inp": "[floats()]",
    "Tout": "tf.float32",
    "record_bytes": "2",
    "error_code": "3",
    "rank": "2",
    "crops": "[[0, 0], [0, 0]]",
    "mask": "[True, False]",
    "shape_x": "tf.TensorShape([2, 1])",
    "shape_y": "tf.TensorShape([1, 3])",
    "bytes_or_text": "'abc'",
    "year": "2018",
    "month": "1",
    "day": "1",
    "limit": "5",
    "ragged_rank": "1",
    "iterator": "iterator()",
    "bytes": "'abc'",
    "strategy": "strategy()",
    "vocabulary_list": "['a', 'b']",
    "categorical_columns": "[categorical()]",
    "top": "folder()",
    "ys": "square()",
    "graph_def": "graph_def()",
    "input_graph": "graph_def()",
    "graph": "tf.get_default_graph()",
    "value_range": "[0.0, 1.0]",
    "delta": "0.1",
    "offset_height": "1",
    "offset_width": "1",
    "max_delta": "0.1",
    "lower": "0.5",
    "upper": "1.5",
    "img1": "tf.zeros([1, 16, 16, 3])",
    "img2": "tf.ones([1, 16, 16, 3])",
    "var_list": "[variable()]",
    "src": "file()",
    "dst": "fresh()",
    "logdir": "folder()",
    "gamma": "vector()",
    "beta": "vector()",
    "bias": "vector()",
    "momentum": "0.9",
    "first_decay_steps": "4",
    "cells": "[cell(), cell()]",
    "specificity": "0.5",
    "sensitivity": "0.5",
    "directory": "folder()",
    "num": "3",
    "cell_fw": "cell()",
    "cell_bw": "cell()",
    "signal": "tf.reshape(signal(), [4, 4])",
    "window_length": "4",
    "output_encoding": "'UTF-16-BE'",
    "pos": "0",
    "len": "2",
    "name_or_scope": "'s'",
    "perm": "[1, 0]",
    "stop": "4.0",
    "depth": "3",
    "multiples": "[1, 2]",
    "num_columns": "2",
    "dim": "0",
    "num_or_size_splits": "3",
    "type": "tf.int32",
    "type_value": "'float32'",
    "condition_or_name": "True",
    "feature_columns": "[numeric()]",
    "keys": "['a', 'b']",
}


def _by_symbol():
    """The calls of `calls.txt`, by their symbols."""
    calls = collections.OrderedDict()
    with open(os.path.join(HERE, "calls.txt")) as lines:
        for line in lines:
            line = line.strip()
            if line and not line.startswith("#"):
                symbol, kind, call = re.match(r"([\w.]+)(: |\()(.*)", line).groups()
                calls[symbol] = call if kind == ": " else symbol + "(" + call
    return calls


BY_SYMBOL = _by_symbol()

# Whole networks: building one takes seconds, and each is refused as soon as it has read its arguments.
NETWORKS = """
DenseNet121 DenseNet169 DenseNet201 InceptionResNetV2 InceptionV3 MobileNet MobileNetV2 NASNetLarge
NASNetMobile ResNet101 ResNet101V2 ResNet152 ResNet152V2 ResNet50 ResNet50V2 VGG16 VGG19 Xception
"""
for network in NETWORKS.split():
    symbol = f"tf.keras.applications.{network}"
    given = "include_top=True, weights='nowhere', input_tensor=None, input_shape=None, classes=5"
    BY_SYMBOL[symbol] = f"raises: {symbol}({given})"

FAMILIES = """
densenet imagenet_utils inception_resnet_v2 inception_v3 mobilenet mobilenet_v2 nasnet resnet resnet50
resnet_v2 vgg16 vgg19 xception
"""
for family in FAMILIES.split():
    symbol = f"tf.keras.applications.{family}.preprocess_input"
    BY_SYMBOL[symbol] = f"{symbol}(np.full([1, 2, 2, 3], 100.0, np.float32), data_format='channels_last')"
    symbol = f"tf.keras.applications.{family}.decode_predictions"
    BY_SYMBOL[symbol] = f"raises: {symbol}(np.ones([1, 3]), top=2)"  # it has a thousand classes


def _access():
    """The reasons of `access.txt`, by the symbols."""
    reasons = {}
    with open(os.path.join(HERE, "access.txt")) as lines:
        for line in map(str.strip, lines):
            if line.startswith("["):
                reason = line.strip("[]")
            elif line and not line.startswith("#"):
                reasons[line] = reason
    return reasons


ACCESS = _access()
