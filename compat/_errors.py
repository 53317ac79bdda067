"""The exceptions of `compat`: one root, and one class for each kind of misuse."""


class CompatError(Exception):
    """Root of all that `compat` raises on its own account, where TensorFlow 1 raised nothing, or another.

    The message says what to do.
    """


class TowerError(CompatError):
    """Towers that do not match, or a tower's call made outside a tower; TensorFlow 1 knew no towers."""


class VariableError(CompatError):
    """A variable that cannot be created, or that is asked for with another shape or type.

    TensorFlow 1 raises a `ValueError` in `tf.get_variable`.
    """


class ProgramError(CompatError):
    """A `Program` is asked for what only a Session of TensorFlow 1 can do."""


class SymbolError(CompatError, AttributeError):
    """A name of TensorFlow 1 that TensorFlow 2 has nothing for; the message says what to use instead."""


class InputError(CompatError):
    """Input code of TensorFlow 1 that cannot become a pipeline; the message says what to use instead."""


class ClusterError(CompatError):
    """A cluster that is not as it is described, or of which a task does not answer any more.

    TensorFlow 1 waits for ever, or raises a `tf.errors.UnavailableError`.
    """


class ForeignServerError(ClusterError):
    """A server is TensorFlow's own, of a cluster of several tasks: it speaks to sessions alone."""
