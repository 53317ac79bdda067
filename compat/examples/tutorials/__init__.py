"""What TF 1 programs imported from `tensorflow.examples.tutorials`."""
