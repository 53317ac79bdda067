"""Optimizers that Keras takes."""
