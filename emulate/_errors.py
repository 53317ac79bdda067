"""The one exception class of this package."""


class EmulateError(RuntimeError):
    """Emulation cannot be started, or two emulated names would have meant one device.

    The message is one line: what is wrong, which names it is about, and what to do.
    """
