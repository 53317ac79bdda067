"""What becomes of the first place of cross entropies, which was to be `None`."""

import pytest

from migrate.pipeline import migrate

NEW = "tf.compat.v1.nn.sigmoid_cross_entropy_with_logits"
CALLS = {
    "(None, y, x)": f"{NEW}(y, x)",
    "(_sentinel=None, labels=y, logits=x)": f"{NEW}(labels=y, logits=x)",
    "(None, y, logits=x)": f"{NEW}(y, logits=x)",
    "(labels=y, logits=x)": "tf.nn.sigmoid_cross_entropy_with_logits(labels=y, logits=x)",
    "(x, y, name='loss')": f"compat.named_only({NEW})(x, y, name='loss')",
    "(_sentinel=x, labels=y)": f"compat.named_only({NEW})(_sentinel=x, labels=y)",
    "(*both, **words)": f"compat.named_only({NEW})(*both, **words)",
}
PROGRAM = """\
import tensorflow as tf


def loss(x, y, both, words):
    return tf.nn.sigmoid_cross_entropy_with_logits{call}


with tf.Session() as session:
    print(session.graph)
"""


@pytest.mark.parametrize("call", CALLS)
def test_the_first_place_of_a_cross_entropy(tmp_path, call):
    path = tmp_path / "train.py"
    path.write_text(PROGRAM.format(call=call))
    (change,) = migrate([path]).changes
    assert f"    return {CALLS[call]}\n" in change.after.decode()
    path.write_bytes(change.after)
    assert not migrate([path]).changes


def test_of_code_for_tensorflow_2_only_the_none_goes(tmp_path):
    path = tmp_path / "train.py"
    program = PROGRAM.replace("import tensorflow", "import tensorflow.compat.v1")
    path.write_text(program.format(call="(y, x) + tf.nn.sigmoid_cross_entropy_with_logits(None, y, x)"))
    after = b"".join(change.after for change in migrate([path]).changes).decode()
    assert f"    return {NEW}(y, x) + {NEW}(y, x)\n" in after
