"""What the program scales by."""

SCALE = 1.0


def scaled(x):
    return x * SCALE
