"""What TensorFlow 2, NumPy and `compat` hold, and what tells it."""
