"""Calls that go to another function of TensorFlow 2 compute what TF 1's function did, to the bit."""

import json
import re
from pathlib import Path

import pytest

from migrate.pipeline import migrate
from migrate.rewrite.tables.checked import SAME_COMPUTATION, SAME_WITH

# Calls of each function of the table in TF 1's ways; `x`, `n`, … are made by PROGRAM below.
CALLS = Path(__file__).with_name("same_calls.txt")
# Functions whose calls give no values.
WITHOUT_VALUES = {"tf.device", "tf.name_scope", "tf.variable_creator_scope"}
PROGRAM = '''
import json, os, sys, tempfile
import numpy as np
import tensorflow as tf

def made(text):
    """What a call gives: the bytes of each array in it."""
    with tempfile.TemporaryDirectory() as d, tf.Graph().as_default():
        os.mkdir(d + "/1")
        open(d + "/f", "w").write("hi")
        draw = np.random.RandomState(1)
        x = tf.constant(draw.randn(3, 4), tf.float32)
        y = tf.constant(draw.randn(1, 2, 3, 1), tf.float32)
        c = tf.complex(x, 2 * x)
        n, m, w = tf.constant([1, 2, 0]), tf.constant([1, 1, 4]), tf.constant([1.0, 0.5, 2.0])
        w3 = tf.constant([[1.0], [0.5], [2.0]])
        i = tf.constant(draw.rand(1, 4, 4, 4), tf.float32)
        j = tf.constant(draw.rand(1, 4, 4, 2), tf.float32)
        k = tf.constant(draw.rand(2, 2, 4, 2), tf.float32)
        t, b = tf.constant(["ab", "cd\\u00e4"]), tf.constant([b"abcd"])
        s = tf.SparseTensor([[0, 0], [1, 1]], [1.0, 2.0], [2, 2])
        feature = tf.train.Feature(int64_list=tf.train.Int64List(value=[3]))
        e = tf.train.Example(features=tf.train.Features(feature={"k": feature})).SerializeToString()
        f = {"k": tf.io.FixedLenFeature([], tf.int64)}
        found = eval(text, {**locals(), "tf": tf, "v1": tf.compat.v1})
        tensors = [one for one in tf.nest.flatten(found) if tf.is_tensor(one)]
        with tf.compat.v1.Session() as session:
            ran = session.run([one for one in tensors if one.dtype != tf.variant])
        files = sorted(os.path.join(top, name) for top, *inner in os.walk(d) for name in sum(inner, []))
        told = [repr(one).replace(d, "") for one in tf.nest.flatten(found) if not tf.is_tensor(one)]
        types = [str(one.dtype) for one in tensors]
        ran = [np.asarray(one) for one in ran]
        arrays = [(one.tolist() if one.dtype == object else one.tobytes(), one.shape) for one in ran]
        return repr((types, arrays, told, [name.replace(d, "") for name in files]))

for before, after in json.load(open(sys.argv[1])):
    try:
        told = made(before), made(after)
    except Exception as error:
        print(before, "->", after, error)
    else:
        if told[0] != told[1]:
            print(before, "->", after, *told)
'''


@pytest.mark.nightly
def test_every_checked_function_computes_the_same(tmp_path, ran):
    given = CALLS.read_text().splitlines()
    used = {re.findall(r"tf\.[\w.]+(?=\()", one)[0] for one in given}
    assert used == {*SAME_COMPUTATION, *SAME_WITH} - WITHOUT_VALUES
    path = tmp_path / "train.py"
    path.write_text("\n".join(["import tensorflow as tf", "tf.placeholder(tf.int32)", *given]) + "\n")
    (change,) = migrate([path]).changes
    after = change.after.decode().splitlines()[2:]
    assert [line for line in after if "compat.v1" in line] == []
    before = [re.sub(r"tf\.(?=[\w.]+\()", "v1.", one, count=1) for one in given]
    pairs = tmp_path / "pairs.json"
    pairs.write_text(json.dumps(list(zip(before, after, strict=True))))
    assert ran(PROGRAM, str(pairs)) == ""
