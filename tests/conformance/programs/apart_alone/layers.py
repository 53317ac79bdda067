"""What both programs compute."""


def doubled(value):
    return value * 2.0
