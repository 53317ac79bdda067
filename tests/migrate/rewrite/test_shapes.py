"""What becomes of shapes and their dimensions."""

import pytest

from migrate.pipeline import migrate

LINES = {
    "x.get_shape()[1].value": "tf.compat.dimension_value(x.get_shape()[1])",
    "x.shape.with_rank(2)[1].value": "tf.compat.dimension_value(x.shape.with_rank(2)[1])",
    "width.value": "tf.compat.dimension_value(width)",
    "height.value": "tf.compat.dimension_value(height)",
    "other.value": "other.value",
    "tf.placeholder(tf.float32, [None, n / 2])": "tf.compat.v1.placeholder(tf.float32, [None, int(n / 2)])",
    "tf.placeholder(tf.int32, shape=(n * 3 / 2 + 1,))": (
        "tf.compat.v1.placeholder(tf.int32, shape=(int(n * 3 / 2 + 1),))"
    ),
    "tf.placeholder(tf.int32, [n // 2, size(n / 2)])": (
        "tf.compat.v1.placeholder(tf.int32, [n // 2, size(n / 2)])"
    ),
    "tf.placeholder(tf.int32, None, n / 2)": "tf.compat.v1.placeholder(tf.int32, None, n / 2)",
}
IMPORTS = ["import tensorflow as tf", "import tensorflow.compat.v1 as tf"]
PROGRAM = """\
{tensorflow}


def model(x, n, size, other):
    width = x.get_shape().with_rank_at_least(2)[0]
    _, height = x.get_shape()
    return {line}


with tf.Session() as session:
    print(session.graph)
"""


@pytest.mark.parametrize("tensorflow", IMPORTS)
@pytest.mark.parametrize("line", LINES)
def test_dimensions(tmp_path, line, tensorflow):
    path = tmp_path / "train.py"
    path.write_text(PROGRAM.format(tensorflow=tensorflow, line=line))
    (change,) = migrate([path]).changes
    assert f"    return {LINES[line]}\n" in change.after.decode()
