"""From the paths the user gives to the sources that mention TensorFlow."""

from .sources import Discovered, find
from .tensorflow import mentions_tensorflow

__all__ = ["Discovered", "find", "mentions_tensorflow"]
