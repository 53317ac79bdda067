"""`compat.tf1.contrib` has 1.15's symbols, takes its arguments by their names, and computes what it did."""

import json
import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
TABLE = ROOT / "docs" / "contrib.md"


def told():
    """The symbols that the documentation says are missing."""
    rows = re.findall(r"^\| `tf\.contrib\.([\w.]+)` \|", TABLE.read_text(encoding="utf-8"), re.MULTILINE)
    return set(rows)


# A third of the symbols by day, every third one, and the others at night.
PARTS = [0, *(pytest.param(part, marks=pytest.mark.nightly) for part in (1, 2))]


@pytest.mark.parametrize("part", PARTS)
def test_recorded_calls_give_what_they_gave(python, part):
    lines = (HERE / "vocabulary" / "golden.jsonl").read_text(encoding="utf-8").splitlines()
    asked = sorted({json.loads(line)["symbol"] for line in lines})[part :: len(PARTS)]
    run = python(str(HERE / "vocabulary" / "replay.py"), *asked, timeout=280)
    assert run.returncode == 0, run.stderr[-3000:]
    wrong = dict(json.loads(line) for line in run.stdout.splitlines() if line.startswith("["))
    missing = {symbol for symbol, what in wrong.items() if what.startswith("MISSING")}
    assert {symbol: what for symbol, what in wrong.items() if symbol not in missing} == {}
    assert missing == told().intersection(asked)


INNER = """
from compat import tf1
tf1.activate()
import tensorflow as tf
import tensorflow.contrib.rnn.python.ops.core_rnn_cell as core_rnn_cell
from tensorflow.contrib.data.python.ops import batching
from tensorflow.contrib.framework.python.framework import checkpoint_utils
from tensorflow.contrib.framework.python.ops import add_arg_scope, arg_scope, variables
from tensorflow.contrib.layers.python import layers as tf_layers
from tensorflow.contrib.layers.python.layers import batch_norm, initializers, layers, regularizers, utils
from tensorflow.contrib.learn.python.learn.datasets import base, mnist
from tensorflow.contrib.seq2seq.python.ops import attention_wrapper, beam_search_ops, decoder, helper
from tensorflow.contrib.slim.nets import resnet_v1
from tensorflow.contrib.slim.python.slim.data import dataset_data_provider, tfexample_decoder
from tensorflow.contrib.slim.python.slim.nets.inception_v3 import inception_v3_base
from tensorflow.contrib.tfprof.python.tools.tfprof import tfprof_logger
from tensorflow.contrib.training.python.training.hparam import HParams

contrib = tf.contrib
assert core_rnn_cell.BasicLSTMCell is contrib.rnn.BasicLSTMCell
assert core_rnn_cell._Linear is contrib.rnn.python.ops.core_rnn_cell._Linear
assert batching.map_and_batch is contrib.data.map_and_batch
assert checkpoint_utils.load_variable is contrib.framework.load_variable
assert callable(arg_scope) and arg_scope is contrib.framework.arg_scope
assert variables.model_variable is contrib.framework.model_variable
assert tf_layers.conv2d is layers.conv2d is contrib.layers.conv2d
assert utils.collect_named_outputs and initializers.xavier_initializer and regularizers.l2_regularizer
assert mnist is contrib.learn.datasets.mnist and base.maybe_download
assert helper.Helper is contrib.seq2seq.Helper and decoder.Decoder is contrib.seq2seq.Decoder
assert attention_wrapper._compute_attention and beam_search_ops.gather_tree
assert dataset_data_provider.DatasetDataProvider is contrib.slim.dataset_data_provider.DatasetDataProvider
assert isinstance(tfexample_decoder.Image, type) and inception_v3_base and resnet_v1.resnet_v1_50
assert tfprof_logger.write_op_log and HParams is contrib.training.HParams
for statement in (
    "import tensorflow.contrib.gan",
    "from tensorflow.contrib.layers.python.layers import nothing",
    "import tensorflow.contrib.layers.python.nothing",
):
    try:
        exec(statement)
    except ImportError as error:
        print(error)
"""


def test_inner_modules_are_found(ran):
    gone, name, module = ran(INNER).splitlines()
    assert "the package tensorflow-gan" in gone
    assert "cannot import name 'nothing'" in name
    assert "tf.contrib.layers.python.nothing" in module
