"""Rewrites distributed TensorFlow 1 programs into TensorFlow 2 strategy programs. Imports no TensorFlow."""

__version__ = "0.1.0"
