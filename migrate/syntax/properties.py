"""Properties that stand for attributes: reading one reads that, and runs nothing else."""

from __future__ import annotations

import ast


def properties_of(owner: ast.ClassDef) -> dict[str, ast.Attribute]:
    """The properties of a class that give an attribute of the object, and nothing else, with that."""
    found = dict[str, ast.Attribute]()
    for method in (one for one in owner.body if isinstance(one, ast.FunctionDef)):
        decorated = [one.id for one in method.decorator_list if isinstance(one, ast.Name)]
        body = [one for one in method.body if not isinstance(getattr(one, "value", None), ast.Constant)]
        given = body[0].value if len(body) == 1 and isinstance(body[0], ast.Return) else None
        is_own = isinstance(given, ast.Attribute) and ast.unparse(given.value) == "self"
        if decorated == ["property"] and is_own and isinstance(given, ast.Attribute):
            found[method.name] = given
    return found
