"""The dictionaries that programs feed: given a name, added to, or returned by a function."""

from __future__ import annotations

import ast
from typing import TypeAlias

from migrate.model.nodes import nodes_of

from .elements import elements_around

# The keys and values of a dictionary in the order of the text; `None` for another one that it takes over.
# `*keys` is a list of keys; its value a tuple of the list of their values, and of what is made of these.
Entries: TypeAlias = "list[tuple[ast.expr | None, ast.expr]]"


def literal_entries(node: ast.expr | None) -> Entries | None:
    """Those of `{x: …}`, of `dict(zip(keys, values))`, and of a comprehension that takes such pairs.

    Of another comprehension the key and the value in it, where it goes through indices, as in `xs[i]`, or
    through what has the keys, as in `{net.x: 1.0 for net in nets}`. Those of `dict(feed)` and `feed.copy()`
    are all of another one.
    """
    if isinstance(node, ast.Dict):
        return list(zip(node.keys, node.values, strict=True))
    if isinstance(node, ast.DictComp):
        if _takes_pairs(node):
            return _zipped(node.generators[0].iter, node)
        is_followed = _goes_through_indices(node) or _goes_through_keys(node)
        return [(node.key, node.value)] if is_followed else None
    if not isinstance(node, ast.Call) or node.keywords:
        return None
    if isinstance(node.func, ast.Attribute) and node.func.attr == "copy" and not node.args:
        return [(None, node.func.value)] if isinstance(node.func.value, ast.Name) else None
    if not (isinstance(node.func, ast.Name) and node.func.id == "dict" and len(node.args) == 1):
        return None
    if isinstance(node.args[0], ast.Name):
        return [(None, node.args[0])]
    return _zipped(node.args[0], node)


def each_key(key: ast.expr | None) -> list[ast.expr | None]:
    """The keys that stand for a key: those of `*[x, y]`."""
    listed = key.value if isinstance(key, ast.Starred) else None
    return [*listed.elts] if isinstance(listed, (ast.List, ast.Tuple)) else [key]


def _zipped(pairs: ast.expr, whole: ast.expr) -> Entries | None:
    """Those of `zip(keys, values)`, of which a `whole` dictionary is made."""
    is_zip = isinstance(pairs, ast.Call) and isinstance(pairs.func, ast.Name) and pairs.func.id == "zip"
    if not (is_zip and isinstance(pairs, ast.Call) and len(pairs.args) == 2 and not pairs.keywords):
        return None
    keys, values = pairs.args
    if isinstance(keys, ast.Starred) or isinstance(values, ast.Starred):
        return None
    value = ast.Tuple([values, *([whole.value] if isinstance(whole, ast.DictComp) else [])], ast.Load())
    return [(ast.copy_location(ast.Starred(keys, ast.Load()), keys), ast.copy_location(value, values))]


def _goes_through_indices(node: ast.DictComp) -> bool:
    bound = {one.id for each in node.generators for one in nodes_of(each.target) if isinstance(one, ast.Name)}
    root, indices = indexed(node.key)
    return bool(indices) and not any(isinstance(one, ast.Name) and one.id in bound for one in nodes_of(root))


def _goes_through_keys(node: ast.DictComp) -> bool:
    """Whether a key is an element of what it goes through, or a part of one, and used as nothing else."""
    root = next((one for one in nodes_of(node.key) if isinstance(one, ast.Name)), None)
    if root is None or root.id not in elements_around(node, node.key):
        return False
    others = (node.value, *(one for each in node.generators for one in each.ifs))
    used = {one.id for other in others for one in nodes_of(other) if isinstance(one, ast.Name)}
    names = [one.id for one in nodes_of(node.key) if isinstance(one, ast.Name)]
    return names == [root.id] and root.id not in used


def indexed(key: ast.expr) -> tuple[ast.expr, tuple[ast.expr, ...]]:
    """What a key is an element of, and where in it: `xs` and `i` of `xs[i]`; nothing for constant indices."""
    parts: list[ast.expr] = []
    root: ast.expr = key
    indices: tuple[ast.expr, ...] = ()
    while isinstance(key, ast.Subscript):
        parts.insert(0, key.slice)
        key = key.value
        if not isinstance(parts[0], ast.Constant):
            root, indices = key, tuple(parts)
    return root, indices


def _takes_pairs(node: ast.DictComp) -> bool:
    """Whether it takes all pairs as they are, and uses the first of each as a key alone."""
    (pairs, *others) = node.generators
    names = pairs.target.elts if isinstance(pairs.target, ast.Tuple) else []
    key = names[0] if len(names) == 2 else None
    if others or pairs.ifs or not isinstance(key, ast.Name) or not isinstance(node.key, ast.Name):
        return False
    in_value = {one.id for one in nodes_of(node.value) if isinstance(one, ast.Name)}
    return node.key.id == key.id and key.id not in in_value


def added_entries(node: ast.stmt) -> tuple[str, Entries] | None:
    """The name and the entries of `feed[x] = …`, of `feed.update({x: …})`, or of `feed.update(other)`.

    The other one may be what a function gives.
    """
    if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Subscript):
        target = node.targets[0]
        return (target.value.id, [(target.slice, node.value)]) if isinstance(target.value, ast.Name) else None
    call = node.value if isinstance(node, ast.Expr) else None
    if not (isinstance(call, ast.Call) and len(call.args) == 1 and not call.keywords):
        return None
    (given,), method = call.args, call.func
    entries = literal_entries(given)
    if entries is None and isinstance(given, (ast.Name, ast.Call)):
        entries = [(None, given)]
    if not (entries is not None and isinstance(method, ast.Attribute) and method.attr == "update"):
        return None
    return (method.value.id, entries) if isinstance(method.value, ast.Name) else None


def fed_entries(node: ast.stmt) -> Entries:
    """All keys and values that a statement puts into dictionaries that are fed."""
    added = added_entries(node)
    if added is not None:
        return added[1]
    return literal_entries(node.value) or [] if isinstance(node, ast.Assign) else []


def dictionaries_in(node: ast.stmt) -> list[ast.expr]:
    """The dictionary that a statement adds to, and those that it takes over."""
    found = [value for key, value in fed_entries(node) if key is None]
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
        found.append(node.targets[0].value)
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        found += [node.value.func.value] if isinstance(node.value.func, ast.Attribute) else []
    return found


def added_to_feed(node: ast.AST) -> ast.Call | None:
    """The call of `feed.update(f(…))`."""
    _, entries = (added_entries(node) if isinstance(node, ast.stmt) else None) or ("", [])
    values = [value for key, value in entries if key is None and isinstance(value, ast.Call)]
    return values[0] if values else None


def handing_call(node: ast.stmt) -> ast.Call | None:
    """The call of `feed.update(f(…))`, or of `feed = f(…)`."""
    is_named = isinstance(node, ast.Assign) and [*map(type, node.targets)] == [ast.Name]
    value = node.value if is_named and isinstance(node, ast.Assign) else None
    return value if isinstance(value, ast.Call) else added_to_feed(node)


def starts_empty(node: ast.stmt) -> bool:
    """Whether it is `feed = {}` or `feed = dict()`."""
    is_named = isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    return is_named and isinstance(node, ast.Assign) and starting_entries(node.value) == []


def starting_entries(node: ast.AST) -> Entries | None:
    """What is in a dictionary where an expression makes it; `None` where its text does not say that."""
    is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "dict"
    if is_call and isinstance(node, ast.Call) and not node.args and not node.keywords:
        return []
    return literal_entries(node) if isinstance(node, ast.expr) else None
