"""What initialises variables, by the calls that make it, wherever an expression got it from."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping

from migrate.model.bindings import Bindings
from migrate.model.effects import Effects
from migrate.model.kinds import Role
from migrate.model.nodes import calls_in
from migrate.model.objects import Object, holds, made_at
from migrate.syntax.arguments import passed_values
from migrate.syntax.closure import closure

from ..vocabulary import role_of


def made_initialisers(
    effects: Effects, homes: Mapping[ast.AST, Bindings], node: ast.expr
) -> tuple[list[ast.AST], list[ast.AST]]:
    """The calls that make the initialisers that an expression may give, and the others that make that.

    A group gives what it groups. `homes` are the modules that calls stand in. Each object is visited once.
    """

    def symbol(call: ast.AST) -> str | None:
        home = homes.get(call)
        return home.tensorflow(call.func) if isinstance(call, ast.Call) and home is not None else None

    def grouped(one: Object) -> Iterator[Object]:
        if holds(one):
            yield from effects.elements(one)
            return
        for call in made_at(one):
            if isinstance(call, ast.Call) and symbol(call) == "tf.group":
                for part in (*call.args, *(keyword.value for keyword in call.keywords)):
                    yield from effects.given(part.value if isinstance(part, ast.Starred) else part)

    found: tuple[list[ast.AST], list[ast.AST]] = [], []
    given = effects.given(node) if effects.known and effects.evaluates(node) else frozenset[Object]()
    for one in closure(given, grouped):
        for call in made_at(one) if not holds(one) else ():
            named = symbol(call)
            if named != "tf.group":
                role = role_of(named) if named is not None else None
                found[role is not Role.INITIALIZER].append(call)
    return found


def needed_initialisers(
    effects: Effects, modules: Iterable[Bindings], homes: Mapping[ast.AST, Bindings]
) -> frozenset[ast.AST]:
    """The calls that make initialisers which other parts of a graph may run, or a group with others.

    A step would make such a part, and no initialiser. Of the arguments of TensorFlow's calls, those that may
    give the same are asked once.
    """
    found, asked = set[ast.AST](), set[frozenset[Object]]()
    for home in modules:
        for call in calls_in(home.module.tree):
            symbol = home.tensorflow(call.func)
            if symbol == "tf.group":
                made, others = made_initialisers(effects, homes, call)
                found.update(made if others else ())
            elif symbol is not None:
                for one in passed_values(call):
                    part = one.value if isinstance(one, ast.Starred) else one
                    given = effects.given(part) if effects.known else frozenset[Object]()
                    if given and given not in asked:
                        asked.add(given)
                        found.update(made_initialisers(effects, homes, part)[0])
    return frozenset(found)
