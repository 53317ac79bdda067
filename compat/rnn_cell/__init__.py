"""TF 1's `tf.nn.rnn_cell`: cells for `tf.compat.v1.nn.dynamic_rnn`, `static_rnn` and their relatives.

Same arguments, initialisers and variable names as TF 1.15. The cells are no Keras layers: they work in a
`tf.Graph`, in a step of `compat.VariableStore` and in its replicas, and leave the program's Keras alone.

docs/examples.md has an example of each public name, and a test runs them.
"""

from ._basic import BasicRNNCell, GRUCell
from ._cell import LayerRNNCell, RNNCell
from ._lstm import BasicLSTMCell, LSTMCell
from ._multi import MultiRNNCell
from ._state import LSTMStateTuple
from ._wrappers import DeviceWrapper, DropoutWrapper, ResidualWrapper

__all__ = [
    "BasicLSTMCell",
    "BasicRNNCell",
    "DeviceWrapper",
    "DropoutWrapper",
    "GRUCell",
    "LSTMCell",
    "LSTMStateTuple",
    "LayerRNNCell",
    "MultiRNNCell",
    "RNNCell",
    "ResidualWrapper",
]


def __dir__() -> list[str]:
    """The public names."""
    return sorted(__all__)
