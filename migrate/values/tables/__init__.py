"""What TensorFlow 1's functions do to a graph beside what their names say."""
