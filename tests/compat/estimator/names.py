"""TensorFlow 1's names for programs of Estimators, on `compat.tf1` or as `rewrite` writes them."""

from typing import Any

_MOVED = ("contrib", "estimator", "layers")


def in_sessions() -> Any:
    """TensorFlow on `compat.tf1`, whose Estimators open sessions."""
    from compat.tf1 import activate

    activate()
    import tensorflow as tf

    return tf


def for_steps() -> Any:
    """The names of tier `compat (estimator)`, in eager mode."""
    import tensorflow as tf

    import compat

    class Names:
        def __getattr__(self, name: str) -> Any:
            if name == "keras":
                return compat.tf_keras
            return getattr(compat if name in _MOVED else tf.compat.v1, name)

    return Names()


def for_programs() -> Any:
    """The names of tier `wrapped`, behind `compat.build_graph()`."""
    import compat

    compat.build_graph()
    return for_steps()


def refuse_sessions() -> None:
    """From here on, a session that is opened is an error."""
    import tensorflow as tf

    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("a session is opened")

    tf.compat.v1.Session.__init__ = refuse
