"""Names that variables take from what was built in their name scopes before them."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from migrate.model.driver import Driver, Point
from migrate.model.kinds import GRAPH_VALUES, MAKING_VARIABLES, Context, Kind, Role
from migrate.model.nodes import nodes_of
from migrate.syntax.arguments import first_argument

from .refusing import in_order, refuse

_NAMED_AS_OPERATIONS = frozenset({Role.OWN_VARIABLE, Role.METRIC})


def check_name_scopes(driver: Driver, steps: Sequence[frozenset[Point]]) -> None:
    """A `tf.Variable` is named as an operation is: by all that was built in its name scope before it.

    `steps` are the statements of each step.

    Raises:
      Refused: a step leaves out what may have taken the name of a variable in another one.
    """
    for index, one in enumerate(steps):
        for other in steps[:index]:
            shared = [point for point in one & other if point.roles & _NAMED_AS_OPERATIONS]
            last = max((point.index for point in shared), default=-1)
            unnamed = not any(point.names_variables for point in shared)
            taken = [_name_given(driver, point) for point in shared]
            for point in in_order(one ^ other):
                is_apart = _only_computes(driver, point) and (unnamed or _names_others(driver, point, taken))
                is_apart |= _is_summary_beside(driver, point, taken)
                is_apart |= _is_in_scope_apart(driver, point, shared)
                if is_apart and _is_in_scopes(driver, point, one & other):
                    continue
                if point.index < last and point.kind in GRAPH_VALUES - {Kind.PLACEHOLDER}:
                    found = "a part of the graph that only some steps build, before variables named after it"
                    refuse(driver, "SES209", point.node, found, "use tf.get_variable")


def _only_computes(driver: Driver, point: Point) -> bool:
    """Whether TensorFlow names all that it builds, and so nothing as it does variables without names."""
    nodes = [node for root in point.own_nodes for node in nodes_of(root)]
    every = [node for node in nodes if isinstance(node, ast.Call)]
    calls = [call for call in every if not _collects(point, call)]
    given = [inner for call in calls for value in call.args for inner in nodes_of(value)]
    return (
        point.kind is Kind.SYMBOLIC
        and point.roles <= {Role.PURE}
        and all(driver.tensorflow(call.func) is not None for call in calls)
        and not any(keyword.arg in ("name", None) for call in calls for keyword in call.keywords)
        and not any(_may_be_text(driver, point, inner) for inner in given)
    )


def _collects(point: Point, call: ast.Call) -> bool:
    """Whether a call only puts values into a list of the block's, or makes one of them."""
    if isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name):
        sources = [one for one in point.uses.get(call.func.value.id, ()) if one.kind not in GRAPH_VALUES]
        return call.func.attr == "append" and all(_is_container(one) for one in sources)
    name = call.func.id if isinstance(call.func, ast.Name) else ""
    return name in ("len", "list", "range", "tuple", "zip") and name not in point.uses


def _is_container(point: Point) -> bool:
    """Whether a statement makes a list, a tuple or a dictionary, which is no text."""
    value = point.node.value if isinstance(point.node, ast.Assign) else None
    return isinstance(value, (ast.List, ast.Tuple, ast.Dict))


def _is_in_scopes(driver: Driver, point: Point, opened: frozenset[Point]) -> bool:
    """Whether nothing is around a statement but name scopes that are opened without it as well."""
    around = _scopes(point)
    calls = [item.context_expr for parent in around for item in parent.items(Context.BUILDING)]
    are_names = all(isinstance(one, ast.Call) and driver.tensorflow(one.func) == _SCOPE for one in calls)
    return are_names and opened.issuperset(around)


_SCOPE = "tf.name_scope"


def _is_in_scope_apart(driver: Driver, point: Point, named: Sequence[Point]) -> bool:
    """Whether all that it builds is in a name scope in which no variable behind it is."""
    behind = [one for one in named if one.index > point.index]
    scopes = _scopes(point)
    every = {header for one in (point, *behind) for header in _scopes(one)}
    if not scopes or not all(_is_new(header) for header in every):
        return False
    return not any(scopes[-1] in one.parents for one in behind) and _keeps_to_scope(driver, point)


def _scopes(point: Point) -> list[Point]:
    return [parent for parent in point.parents if Context.BUILDING in parent.contexts]


def _is_new(header: Point) -> bool:
    """Whether the scopes that it opens are none before: it enters none again by its full name."""
    calls = [item.context_expr for item in header.items(Context.BUILDING)]
    names = [first_argument(one) if isinstance(one, ast.Call) else None for one in calls]
    return all(
        isinstance(name, ast.Constant) and isinstance(name.value, str) and not name.value.endswith("/")
        for name in names
    )


def _keeps_to_scope(driver: Driver, point: Point) -> bool:
    """Whether nothing that it builds leaves the name scope that it stands in, as by a name ending in `/`.

    It calls TensorFlow, and functions of the module that do nothing else.
    """
    if point.roles & MAKING_VARIABLES:
        return False
    named = (one for name, sources in point.uses.items() if not name.startswith("<") for one in sources)
    if not all(one.kind in GRAPH_VALUES or isinstance(one.node, ast.FunctionDef) for one in named):
        return False
    seen: set[ast.AST] = set()
    pending: list[ast.AST] = [*point.own_nodes]
    while pending:
        root = pending.pop()
        seen.add(root)
        for node in nodes_of(root):
            if isinstance(node, ast.Attribute) and node.attr in ("name", "original_name_scope"):
                return False
            if isinstance(node, ast.Constant) and (node.value is None or str(node.value).endswith("/")):
                return False
            if not isinstance(node, ast.Call) or driver.tensorflow(node.func) is not None:
                continue
            function = (
                driver.bindings.functions.get(node.func.id) if isinstance(node.func, ast.Name) else None
            )
            if function is None:
                return False
            if function not in seen:
                pending.append(function)
    return True


def _name_given(driver: Driver, point: Point) -> str | None:
    """The name that a statement gives the one variable that it makes, if TensorFlow alone builds the rest."""
    made = point.node.value if isinstance(point.node, (ast.Assign, ast.AnnAssign)) else None
    if not isinstance(made, ast.Call) or driver.tensorflow(made.func) != "tf.Variable" or len(made.args) > 1:
        return None
    calls = [node for node in nodes_of(made) if isinstance(node, ast.Call)]
    if any(driver.tensorflow(call.func) is None for call in calls):
        return None
    names = [keyword.value for call in calls for keyword in call.keywords if keyword.arg in ("name", None)]
    own = [keyword.value for keyword in made.keywords if keyword.arg == "name"]
    if names != own:
        return None
    name = own[0] if own else ast.Constant("Variable")
    return name.value if isinstance(name, ast.Constant) and isinstance(name.value, str) else None


def _names_others(driver: Driver, point: Point, taken: Sequence[str | None]) -> bool:
    """Whether no variable has a name that TensorFlow may give an operation of a statement by itself."""
    calls = [node for root in point.own_nodes for node in nodes_of(root) if isinstance(node, ast.Call)]
    symbols = [(driver.tensorflow(call.func) or "").rpartition(".")[2] for call in calls]
    given = {_letters(symbol) for symbol in symbols} | {
        _letters(one.replace("reduce_", "")) for one in symbols
    }
    return not any(
        name is None or _letters(name) in given or _BY_OPERATORS.fullmatch(_letters(name)) for name in taken
    )


def _letters(name: str) -> str:
    return re.sub(r"[^a-z]", "", name.lower())


# What operators, and conversions of what they are given, are called; and what losses are made of.
_BY_OPERATORS = re.compile(
    r"abs|addv?|and|cast|const|equal|eq|ge|getitem|greater(equal)?|gt|identity|invert|le|less(equal)?|"
    r"logical(and|or|not)|logisticloss|lt|matmul|(floor)?mod|mul|ne|neg|notequal|or|packed|pow|rank|reshape|"
    r"shape|size|stridedslice|sub|truediv|floordiv|xentropy|xor"
)


def _is_summary_beside(driver: Driver, point: Point, taken: Sequence[str | None]) -> bool:
    """Whether a statement builds one summary alone, by a name that takes none from the variables' names."""
    call = point.node.value if isinstance(point.node, (ast.Assign, ast.Expr)) else None
    if (
        not isinstance(call, ast.Call)
        or driver.tensorflow(call.func) not in _SUMMARIES
        or len(call.args) != 2
    ):
        return False
    tag, value = call.args
    is_plain = isinstance(tag, ast.Constant) and isinstance(value, ast.Name) and not call.keywords
    if not is_plain or not isinstance(tag, ast.Constant):
        return False
    parts = set(re.sub(r"[^a-z0-9/]", "_", str(tag.value).lower()).split("/"))
    return not any(name is None or parts & set(name.lower().split("/")) for name in taken)


_SUMMARIES = frozenset({"tf.summary.scalar", "tf.summary.histogram"})


def _may_be_text(driver: Driver, point: Point, node: ast.AST) -> bool:
    """Whether an argument may be a name: a constant, or a Python value that is not known."""
    if isinstance(node, ast.Name):
        sources = point.uses.get(node.id, frozenset())
        is_tensor = bool(sources) and all(one.kind in GRAPH_VALUES or _is_container(one) for one in sources)
        return not is_tensor and driver.tensorflow(node) is None
    return isinstance(node, (ast.JoinedStr, ast.Starred)) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
