"""Module names of TensorFlow, as programs import them."""

from __future__ import annotations

# Packages inside a part of contrib that are public under their own names.
_PUBLIC = frozenset({"data", "datasets", "evaluation", "learning", "nets", "preprocessing"})


def public_module(module: str) -> str:
    """`tensorflow.contrib.slim` for `tensorflow.contrib.slim.python.slim`: contrib without its inner folders.

    What `tensorflow.contrib.X.python.…` defines is public as `tensorflow.contrib.X`; other names stay.
    """
    parts = module.split(".")
    if parts[:2] != ["tensorflow", "contrib"] or "python" not in parts:
        return module
    inner = parts[parts.index("python") + 1 :]
    kept = [index for index, part in enumerate(inner) if part in _PUBLIC]
    return ".".join([*parts[:3], *(inner[kept[0] :] if kept else [])])
