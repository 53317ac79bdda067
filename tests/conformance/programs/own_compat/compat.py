"""The program's own: what differs between versions of Python."""


def to_text(value):
    return '%s' % value
