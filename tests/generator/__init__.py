"""TensorFlow 1 programs, composed of control flow, aliases, host state and graph building by Hypothesis."""
