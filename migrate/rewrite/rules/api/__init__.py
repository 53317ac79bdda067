"""TF 1 names that TensorFlow 2 spells otherwise."""
