"""What TensorFlow gives by `*`."""
