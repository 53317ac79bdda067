"""A file is one of TensorFlow 1 if it uses what TensorFlow 2 lost, also where it uses nothing else of it."""

from pathlib import Path

from migrate.pipeline import migrate

READS = """\
from tensorflow.examples.tutorials.mnist import input_data

digits = input_data.read_data_sets('digits', one_hot=True)
"""
SPEAKS_TF2 = """\
import tensorflow as tf

print(tf.constant([1.0]))
"""


def _rewritten(folder: Path, text: str) -> list[str]:
    (folder / "reads.py").write_text(text)
    return [one.after.decode() for one in migrate([folder]).changes]


def test_a_file_that_uses_only_the_tutorials_readers_is_rewritten(tmp_path):
    (text,) = _rewritten(tmp_path, READS)
    assert text == READS.replace("tensorflow.examples", "compat.examples")


def test_a_file_of_names_that_both_have_stays(tmp_path):
    assert _rewritten(tmp_path, SPEAKS_TF2) == []
