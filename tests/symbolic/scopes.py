"""Name scopes, variable scopes and control dependencies."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from .graphs import VariableScope, here
from .unsure import meant, unsure

AUTO_REUSE = "AUTO_REUSE"


class name_scope(contextlib.ContextDecorator):  # noqa: N801 - TensorFlow's own name
    """`tf.name_scope` of TF 1 and TF 2; a name that ends in `/` is entered again."""

    def __init__(self, name: Any = None, default_name: Any = None, values: Any = None, **_: Any) -> None:
        self._name = name if name is not None else default_name
        self.name = self._name

    def __enter__(self) -> str:
        graph = here()
        context = graph.context
        if isinstance(self._name, str) and self._name.endswith("/"):
            path = self._name[:-1]
        elif self._name:
            outer = context.names[-1]
            path = graph.unique(f"{outer}/{self._name}" if outer else self._name)
        else:
            path = ""
        context.names.append(path)
        return path + "/" if path else ""

    def __exit__(self, *_: object) -> None:
        here().context.names.pop()


@contextlib.contextmanager
def control_dependencies(inputs: Any) -> Iterator[None]:
    """`tf.control_dependencies`: what is made inside runs behind `inputs`; `None` clears what is around."""
    from .nodes import leaves, node_of

    context = here().context
    outer = context.controls[-1]
    added = () if inputs is None else tuple(node_of(one) for one in leaves(inputs) if one is not None)
    context.controls.append(() if inputs is None else (*outer, *added))
    try:
        yield
    finally:
        context.controls.pop()


class variable_scope(contextlib.ContextDecorator):  # noqa: N801 - TensorFlow's own name
    """`tf.variable_scope`: a scope of variables, which opens a name scope of its last name."""

    def __init__(
        self,
        name_or_scope: Any = None,
        default_name: Any = None,
        values: Any = None,
        initializer: Any = None,
        regularizer: Any = None,
        caching_device: Any = None,
        partitioner: Any = None,
        custom_getter: Any = None,
        reuse: Any = None,
        dtype: Any = None,
        use_resource: Any = None,
        constraint: Any = None,
        auxiliary_name_scope: bool = True,
    ) -> None:
        if constraint is not None or partitioner is not None:
            unsure("tf.variable_scope with a constraint or a partitioner")
        if name_or_scope is None and default_name is None:
            raise meant(TypeError("If default_name is None then name_or_scope is required"))
        self._given = (name_or_scope, default_name, reuse, auxiliary_name_scope)
        self._defaults = {
            "initializer": initializer,
            "regularizer": regularizer,
            "custom_getter": custom_getter,
            "dtype": dtype,
        }
        self._left: Any = None

    def __enter__(self) -> VariableScope:
        name_or_scope, default_name, reuse, has_names = self._given
        graph = here()
        context = graph.context
        outer = context.scopes[-1]
        self._counts = None
        defaults = dict(self._defaults)
        if isinstance(name_or_scope, VariableScope):
            full, last = name_or_scope.name, name_or_scope.name.split("/")[-1]
            inner_reuse = reuse or name_or_scope.reuse
            base = name_or_scope
            self._counts = full, dict(graph.scope_counts.get(full, {}))
        else:
            last = name_or_scope
            if last is None:
                if reuse:
                    raise meant(ValueError("reuse=True cannot be used without a name_or_scope"))
                counts = graph.scope_counts.setdefault(outer.name, {})
                last = default_name
                while counts.get(last if last == default_name else last, 0):
                    number = counts[default_name]
                    counts[default_name] = number + 1
                    last = f"{default_name}_{number}"
                counts[last] = counts.get(last, 0) + 1
            else:
                counts = graph.scope_counts.setdefault(outer.name, {})
                counts[last] = counts.get(last, 0) + 1
            full = f"{outer.name}/{last}" if outer.name else last
            inner_reuse = reuse or outer.reuse
            base = outer
            if not (inner_reuse and reuse) or reuse:
                graph.scope_counts[full] = {}
        self._names = name_scope(last) if has_names and last else contextlib.nullcontext("")
        path = self._names.__enter__()
        scope = VariableScope(full, inner_reuse, (path or "").rstrip("/"), base, **defaults)
        if isinstance(name_or_scope, VariableScope):
            scope.original_name_scope = name_or_scope.original_name_scope
        context.scopes.append(scope)
        return scope

    def __exit__(self, *error: object) -> None:
        graph = here()
        graph.context.scopes.pop()
        if self._counts is not None:
            graph.scope_counts[self._counts[0]] = self._counts[1]
        self._names.__exit__(None, None, None)
