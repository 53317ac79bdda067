"""TensorFlow 1 programs, composed by Hypothesis of Python's control flow, aliases, host state and graph building."""
