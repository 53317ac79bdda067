"""TF 1's `tf.nn.rnn_cell`: cells for `tf.compat.v1.nn.dynamic_rnn`, `static_rnn` and their relatives.

Same arguments, initialisers and variable names as TF 1.15. The cells are no Keras layers: they work in a
`tf.Graph`, in a step of `compat.VariableStore` and in its replicas, and leave the program's Keras alone.
"""

from .basic import BasicRNNCell, GRUCell
from .cell import LayerRNNCell, RNNCell
from .lstm import BasicLSTMCell, LSTMCell
from .multi import MultiRNNCell
from .state import LSTMStateTuple
from .wrappers import DeviceWrapper, DropoutWrapper, ResidualWrapper

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
