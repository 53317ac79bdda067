"""Helpers for shapes."""


def width(x):
    return x.get_shape()[1].value
