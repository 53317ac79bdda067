"""The edits, each with the reason why it keeps what the program means."""

import ast
import copy
from collections.abc import Callable
from dataclasses import dataclass

from .places import Place

Replaced = list[ast.stmt] | None


@dataclass(frozen=True)
class Edit:
    """`make` gives the statements that replace the one of a place, or None where the edit does not fit.

    It may also change statements behind the place in the same block; it is given a program that is its own.
    """

    name: str
    why: str
    make: Callable[[Place], Replaced]


EDITS: list[Edit] = []


def edit(name: str, why: str) -> Callable[[Callable[[Place], Replaced]], Callable[[Place], Replaced]]:
    def register(make: Callable[[Place], Replaced]) -> Callable[[Place], Replaced]:
        EDITS.append(Edit(name, why, make))
        return make

    return register


def parsed(text: str, **parts: ast.AST | list[ast.stmt]) -> list[ast.stmt]:
    """Statements of a text in which names stand for expressions, or alone on a line for statements."""

    class Fill(ast.NodeTransformer):
        def visit_Expr(self, node: ast.Expr) -> ast.AST | list[ast.stmt]:
            if isinstance(node.value, ast.Name) and isinstance(parts.get(node.value.id), list):
                return parts[node.value.id]  # type: ignore[return-value]
            return self.generic_visit(node)

        def visit_Name(self, node: ast.Name) -> ast.AST:
            part = parts.get(node.id)
            return part if isinstance(part, ast.expr) else node

    tree = Fill().visit(ast.parse(text))
    return tree.body  # type: ignore[no-any-return]


# Nodes that mean something else in a function of their own, or where they are evaluated later.
TIED = (ast.Yield, ast.YieldFrom, ast.Await, ast.NamedExpr, ast.Return, ast.Break, ast.Continue, ast.Starred)
TIED_CALLS = {"super", "locals", "vars", "exec", "eval", "globals"}


def is_tied(node: ast.AST) -> bool:
    """Whether code may mean something else when it stands in a function of its own."""
    return any(
        isinstance(one, TIED)
        or (isinstance(one, ast.Call) and isinstance(one.func, ast.Name) and one.func.id in TIED_CALLS)
        for one in ast.walk(node)
    )


def plain_assignment(place: Place) -> tuple[ast.Name, ast.expr] | None:
    """The name and value of `name = value`."""
    statement = place.statement
    if (
        isinstance(statement, ast.Assign)
        and len(statement.targets) == 1
        and isinstance(statement.targets[0], ast.Name)
    ):
        return statement.targets[0], statement.value
    return None


def call_of(place: Place) -> ast.Call | None:
    """The call that is all of the statement."""
    statement = place.statement
    return (
        statement.value if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call) else None
    )


def outer_call(place: Place) -> ast.Call | None:
    """The call of a function or method, by its dotted name, whose value a statement takes or leaves."""
    value = place.statement.value if isinstance(place.statement, (ast.Assign, ast.Expr, ast.Return)) else None
    function = value.func if isinstance(value, ast.Call) else None
    if place.in_class or not isinstance(value, ast.Call) or not isinstance(function, ast.Attribute):
        return None
    while isinstance(function, ast.Attribute):
        function = function.value
    return value if isinstance(function, ast.Name) else None


# Second names.


@edit("alias of a list", "both names are bound to one list, and neither is bound again in the block")
def alias(place: Place) -> Replaced:
    pair = plain_assignment(place)
    if pair is None or not isinstance(pair[1], ast.List):
        return None
    name, rest = pair[0].id, place.block[place.index + 1 :]
    for one in (part for statement in rest for part in ast.walk(statement)):
        if isinstance(one, ast.Name) and one.id == name and not isinstance(one.ctx, ast.Load):
            return None
        if isinstance(one, (ast.Global, ast.Nonlocal)) and name in one.names:
            return None
    appends = [call for statement in rest for call in _appends(statement, name)]
    for call in appends:
        call.func.value = ast.Name(f"{name}_alias", ast.Load())  # type: ignore[attr-defined]
    return [place.statement, *parsed(f"{name}_alias = {name}")] if appends else None


def _appends(node: ast.AST, name: str) -> list[ast.Call]:
    """Calls `name.append(…)` outside of functions, whose names may be others."""
    found: list[ast.Call] = []
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
        return found
    if isinstance(node, ast.Call) and ast.unparse(node.func) == f"{name}.append":
        found.append(node)
    for child in ast.iter_child_nodes(node):
        found += _appends(child, name)
    return found


@edit("bound method", "a method that is looked up and then called is the same call")
def bound(place: Place) -> Replaced:
    call = call_of(place)
    if call is None or not isinstance(call.func, ast.Attribute) or not isinstance(call.func.value, ast.Name):
        return None
    method = call.func
    call.func = ast.Name("bound_method", ast.Load())
    return [*parsed("bound_method = METHOD", METHOD=method), place.statement]


@edit("function held by an object", "an attribute gives back the function that it was given")
def held(place: Place) -> Replaced:
    call = outer_call(place)
    if call is None:
        return None
    function, call.func = call.func, parsed("holder.called")[0].value  # type: ignore[attr-defined]
    return parsed(
        "class Holder:\n    pass\nholder = Holder()\nholder.called = FUNCTION\nBODY",
        FUNCTION=function,
        BODY=[place.statement],
    )


@edit("function that is passed", "a function that calls what it is passed does no more")
def passed(place: Place) -> Replaced:
    call = outer_call(place)
    if call is None:
        return None
    call.args.insert(0, call.func)
    call.func = ast.Name("call_it", ast.Load())
    text = "def call_it(function, *given, **named):\n    return function(*given, **named)\nBODY"
    return parsed(text, BODY=[place.statement])


@edit("global that a function sets", "the name of the module that it sets is read at once, and never again")
def set_global(place: Place) -> Replaced:
    pair = plain_assignment(place)
    if pair is None or place.in_class or is_tied(pair[1]):
        return None
    text = f"def give():\n    global given\n    given = VALUE\ngive()\n{pair[0].id} = given"
    return parsed(text, VALUE=pair[1])


@edit("by way of a list", "a list that was just made gives back what was put into it")
def by_list(place: Place) -> Replaced:
    return _value(place, "[VALUE][0]")


@edit("by way of a dictionary", "a dictionary that was just made gives back what was put into it")
def by_dictionary(place: Place) -> Replaced:
    return _value(place, "{'value': VALUE}['value']")


@edit("unpacked", "unpacking a tuple binds its parts")
def unpacked(place: Place) -> Replaced:
    pair = plain_assignment(place)
    return parsed(f"{pair[0].id}, unpacked_beside = VALUE, 0", VALUE=pair[1]) if pair else None


@edit(
    "conditional expression",
    "a condition that is true gives the first value and does not evaluate the second",
)
def conditional(place: Place) -> Replaced:
    return _value(place, "VALUE if 1 > 0 else None")


@edit("lambda", "a function of no arguments that is called at once, in a scope whose names it can see")
def lambda_(place: Place) -> Replaced:
    pair = plain_assignment(place)
    return None if pair is None or place.in_class or is_tied(pair[1]) else _value(place, "(lambda: VALUE)()")


@edit("helper that returns its argument", "a function that returns its argument gives the same object")
def same(place: Place) -> Replaced:
    return _value(place, "(lambda given: given)(VALUE)")


@edit("a method called eval", "it gives what its object was made of, whatever TensorFlow calls its methods")
def method_called_eval(place: Place) -> Replaced:
    pair = plain_assignment(place)
    if pair is None or place.in_class or is_tied(pair[1]):
        return None
    text = f"""
class Holder:
    def __init__(self, part):
        self.part = part

    def eval(self):
        return self.part

holder = Holder(VALUE)
{pair[0].id} = holder.eval()
"""
    return parsed(text, VALUE=pair[1])


def _value(place: Place, text: str) -> Replaced:
    pair = plain_assignment(place)
    return parsed(f"{pair[0].id} = {text}", VALUE=pair[1]) if pair else None


@edit("constant by way of a list", "the list's only element is the constant")
def constant(place: Place) -> Replaced:
    if isinstance(place.statement, (ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef)):
        return None
    for call in (one for one in ast.walk(place.statement) if isinstance(one, ast.Call)):
        for index, argument in enumerate(call.args):
            if isinstance(argument, ast.Constant) and type(argument.value) in (int, float):
                (made,) = parsed("[VALUE][0]", VALUE=argument)
                call.args[index] = made.value  # type: ignore[attr-defined]
                return [place.statement]
    return None


@edit("name for what is passed", "the line before gives it to a name that nothing else has")
def named(place: Place) -> Replaced:
    if place.in_class or not isinstance(place.statement, (ast.Assign, ast.Expr, ast.Return)):
        return None
    for call in (one for one in ast.walk(place.statement) if isinstance(one, ast.Call)):
        for index, argument in enumerate(call.args):
            is_text = isinstance(argument, ast.Constant) and isinstance(argument.value, str)
            if (
                is_text
                or isinstance(argument, ast.Attribute)
                and ast.unparse(argument.value) == "tf.GraphKeys"
            ):
                call.args[index] = ast.Name("passed_here", ast.Load())
                return parsed("passed_here = VALUE\nBODY", VALUE=argument, BODY=[place.statement])
    return None


# Control flow.

SIMPLE = (ast.Expr, ast.AugAssign, ast.Assign, ast.For, ast.While, ast.With, ast.If)


def is_simple(place: Place) -> bool:
    """A statement that may stand in a block of its own; a docstring may not."""
    statement = place.statement
    is_docstring = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    return isinstance(statement, SIMPLE) and not is_docstring


@edit(
    "helper around a statement",
    "a function sees the names around it, and this one binds none and is called at once",
)
def helper(place: Place) -> Replaced:
    call = call_of(place)
    if call is None or place.in_class or is_tied(call):
        return None
    return parsed("def do_it():\n    BODY\ndo_it()", BODY=[place.statement])


@edit("continue", "at the end of a loop's body, going on with the next round is to skip what is left of it")
def continue_(place: Place) -> Replaced:
    statement = place.statement
    if not place.is_last_in_loop or not isinstance(statement, ast.If) or statement.orelse:
        return None
    return parsed("if not TEST:\n    continue\nBODY", TEST=statement.test, BODY=statement.body)


@edit("break after the last round", "a loop over one value ends behind its body in any case")
def break_(place: Place) -> Replaced:
    if not is_simple(place) or _jumps(place.statement):
        return None
    return parsed("for only_round in (0, 1):\n    BODY\n    break", BODY=[place.statement])


@edit("loop unrolled once", "its first round stands before the loop; nothing in the body jumps")
def unrolled(place: Place) -> Replaced:
    loop = place.statement
    if not isinstance(loop, ast.For) or loop.orelse or not isinstance(loop.target, ast.Name) or _jumps(loop):
        return None
    count = (
        loop.iter.args[0]
        if isinstance(loop.iter, ast.Call)
        and ast.unparse(loop.iter.func) == "range"
        and len(loop.iter.args) == 1
        else None
    )
    if not (isinstance(count, ast.Constant) and isinstance(count.value, int) and count.value > 1):
        return None
    first = parsed(f"{loop.target.id} = 0\nBODY", BODY=copy.deepcopy(loop.body))
    loop.iter = parsed(f"range(1, {count.value})")[0].value  # type: ignore[attr-defined]
    return [*first, loop]


@edit("try and finally", "a `finally` that does nothing")
def finally_(place: Place) -> Replaced:
    return parsed("try:\n    BODY\nfinally:\n    pass", BODY=[place.statement]) if is_simple(place) else None


@edit("except that raises again", "an exception that is raised again is as if it had not been caught")
def except_(place: Place) -> Replaced:
    return (
        parsed("try:\n    BODY\nexcept ZeroDivisionError:\n    raise", BODY=[place.statement])
        if is_simple(place)
        else None
    )


@edit("if True", "a branch that is always taken")
def if_true(place: Place) -> Replaced:
    return parsed("if 1 > 0:\n    BODY", BODY=[place.statement]) if is_simple(place) else None


@edit("else of a loop", "an `else` that does nothing")
def loop_else(place: Place) -> Replaced:
    loop = place.statement
    if not isinstance(loop, (ast.For, ast.While)) or loop.orelse:
        return None
    loop.orelse = [ast.Pass()]
    return [loop]


@edit("while with a break", "`while True` that is left where the loop's condition is false")
def while_(place: Place) -> Replaced:
    loop = place.statement
    if not isinstance(loop, ast.While) or loop.orelse:
        return None
    return parsed("while True:\n    if not TEST:\n        break\n    BODY", TEST=loop.test, BODY=loop.body)


@edit("name deleted", "a name that nothing else uses is bound and deleted")
def deleted(place: Place) -> Replaced:
    pair = plain_assignment(place)
    return (
        parsed(f"for_a_moment = VALUE\n{pair[0].id} = for_a_moment\ndel for_a_moment", VALUE=pair[1])
        if pair and not place.in_class
        else None
    )


@edit("assert", "an assertion that holds")
def asserted(place: Place) -> Replaced:
    return [*parsed("assert 1 > 0"), place.statement] if is_simple(place) else None


def _jumps(node: ast.AST) -> bool:
    return any(
        isinstance(one, (ast.Break, ast.Continue, ast.Return, ast.Yield, ast.YieldFrom))
        for one in ast.walk(node)
    )
