"""Calls that run a session, as their text has it."""

from __future__ import annotations

import ast


def run_session(call: ast.Call, *, gives_int: bool) -> ast.expr | None:
    """The session of `session.run(…)`, or of `tf.train.global_step(session, step)`, which `gives_int`."""
    if not gives_int:
        return call.func.value if isinstance(call.func, ast.Attribute) else None
    named = (keyword.value for keyword in call.keywords if keyword.arg == "sess")
    return call.args[0] if call.args else next(named, None)
