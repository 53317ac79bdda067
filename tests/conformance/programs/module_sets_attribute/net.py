"""Builds the graph of a number of its own."""

factor = 1.0


def scaled(x):
    return x * factor
