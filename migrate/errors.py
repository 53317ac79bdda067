"""The exceptions of `migrate`, under one root."""


class MigrateError(Exception):
    """Root of all that `migrate` raises for the user to read: one line, with the way out."""


class UsageError(MigrateError):
    """What was asked for makes no sense: exit status 2."""
