"""The MNIST tutorial's modules: `input_data` and `mnist`."""

from . import input_data, mnist

__all__ = ["input_data", "mnist"]
