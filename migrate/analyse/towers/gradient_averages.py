"""Recognises code that averages the gradients of towers, whatever it is called and however it is spelled.

The code is run on abstract values: what stays of `zip(*tower_grads)` must come out as pairs of the mean
gradient and the variable.
"""

from __future__ import annotations

import ast
import enum
from collections.abc import Sequence

from migrate.model.bindings import Bindings

from ..names.bindings import parameters
from ..names.definitions import Function


class Value(enum.Enum):
    """What an expression stands for, as far as averaging is concerned."""

    TOWERS = "for each tower, (gradient, variable) pairs"
    PER_VARIABLE = "for each variable, the towers' pairs"
    PAIRS = "one variable's pair from each tower"
    PAIR = "one tower's pair"
    GRADIENT = "one tower's gradient"
    VARIABLE = "the variable"
    EMPTY = "an empty list"
    GRADIENTS = "one variable's gradient from each tower"
    EXPANDED = "one tower's gradient, with an axis in front for the towers"
    ALL_EXPANDED = "such gradients, one from each tower"
    STACKED = "one variable's gradients, along a first axis"
    MEAN = "the mean of one variable's gradients"
    QUOTIENT = "the sum of one variable's gradients, divided by their number"
    SUM = "the sum of one variable's gradients"
    COUNT = "the number of towers"
    MEAN_PAIR = "a mean and its variable"
    QUOTIENT_PAIR = "such a quotient and its variable"
    MEANS = "pairs of means and variables"
    QUOTIENTS = "pairs of such quotients and variables"


AVERAGES = frozenset({Value.MEANS, Value.QUOTIENTS})


def average_of(function: Function, count: ast.expr | None = None) -> Value | None:
    """How a function of one argument, the towers' gradients, averages them; `None` if it does something else.

    `count` is an expression that gives the number of towers, as the loop over them has it.
    """
    if not isinstance(function.node, ast.FunctionDef) or function.node.decorator_list:
        return None
    names = parameters(function.node)
    if len(names) != 1:
        return None
    interpreter = _Interpreter(function.bindings, {names[0]: Value.TOWERS}, count)
    try:
        returned = interpreter.run(function.node.body)
    except _NotFollowed:
        return None
    return returned if returned in AVERAGES else None


def averaged_name(
    bindings: Bindings, body: Sequence[ast.stmt], towers: str, names: set[str], count: ast.expr | None = None
) -> tuple[str, Value] | None:
    """The one of `names` that holds the averages after `body`, which starts with `towers`' gradients.

    `names` are assigned in the body; lists that it fills may be started before it.
    """
    started = {towers: Value.TOWERS, **dict.fromkeys(names, Value.EMPTY)}
    interpreter = _Interpreter(bindings, started, count)
    try:
        interpreter.run(body)
    except _NotFollowed:
        return None
    found = [(name, value) for name, value in interpreter.values.items() if value in AVERAGES]
    return found[0] if len(found) == 1 and found[0][0] in names else None


class _NotFollowed(Exception):
    """A statement that could change what the averaged list holds."""


class _Interpreter:
    """Runs statements on abstract values; what it does not know has no value."""

    def __init__(self, bindings: Bindings, values: dict[str, Value], count: ast.expr | None) -> None:
        self._bindings = bindings
        self._count = count
        self.values = dict(values)
        self._returned: Value | None = None

    def run(self, body: Sequence[ast.stmt]) -> Value | None:
        for statement in body:
            self._statement(statement)
        return self._returned

    def _statement(self, node: ast.stmt) -> None:
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            self._assign(node.targets[0], node.value)
        elif isinstance(node, ast.Return) and node.value is not None:
            self._returned = self._value(node.value)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and not _is_note(node):
            self._append(node.value)
        elif isinstance(node, ast.For):
            self._bind(node.target, self._element(self._value(node.iter)))
            self.run(node.body)
        elif isinstance(node, ast.With):
            self.run(node.body)
        elif isinstance(node, ast.If) and _skips_none(node):
            self.run(node.orelse)
        elif isinstance(node, ast.If) and _guards_none(node):
            self.run(node.body)
        elif not _is_note(node):
            raise _NotFollowed

    def _assign(self, target: ast.expr, expression: ast.expr) -> None:
        if isinstance(target, ast.Tuple) and isinstance(expression, ast.Tuple):
            for one, value in zip(target.elts, expression.elts, strict=False):
                self._assign(one, value)
            return
        self._bind(target, self._value(expression))

    def _bind(self, target: ast.expr, value: Value | None) -> None:
        if isinstance(target, ast.Name):
            if value is None:
                self.values.pop(target.id, None)
            else:
                self.values[target.id] = value
        elif isinstance(target, (ast.Tuple, ast.List)) and len(target.elts) == 2 and value is Value.PAIR:
            self._bind(target.elts[0], Value.GRADIENT)
            self._bind(target.elts[1], Value.VARIABLE)
        elif isinstance(target, (ast.Tuple, ast.List)):
            for element in target.elts:
                self._bind(element, None)

    def _append(self, call: ast.Call) -> None:
        if not (isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name) and call.args):
            raise _NotFollowed
        name, added = call.func.value.id, self._value(call.args[0])
        if call.func.attr != "append" or self.values.get(name) not in (Value.EMPTY, _list_of(added)):
            self.values.pop(name, None)
            return
        self._bind(call.func.value, _list_of(added))

    def _value(self, node: ast.expr) -> Value | None:
        if self._count is not None and ast.dump(node) == ast.dump(self._count):
            return Value.COUNT
        if isinstance(node, ast.Name):
            return self.values.get(node.id)
        if isinstance(node, (ast.List, ast.Tuple)):
            return self._sequence(node)
        if isinstance(node, ast.Subscript):
            return self._item(node)
        if isinstance(node, (ast.ListComp, ast.GeneratorExp)):
            return self._comprehension(node)
        if isinstance(node, ast.BinOp):
            return self._division(node)
        if isinstance(node, ast.Call):
            return self._call(node)
        return None

    def _sequence(self, node: ast.List | ast.Tuple) -> Value | None:
        if not node.elts:
            return Value.EMPTY if isinstance(node, ast.List) else None
        values = [self._value(element) for element in node.elts]
        if values == [Value.MEAN, Value.VARIABLE]:
            return Value.MEAN_PAIR
        if values == [Value.QUOTIENT, Value.VARIABLE]:
            return Value.QUOTIENT_PAIR
        return _list_of(values[0]) if len(values) == 1 else None

    def _item(self, node: ast.Subscript) -> Value | None:
        value = self._value(node.value)
        index = node.slice.value if isinstance(node.slice, ast.Constant) else None
        if value is Value.PAIRS and isinstance(index, int):
            return Value.PAIR
        if value is Value.PAIR and index in (0, 1):
            return Value.GRADIENT if index == 0 else Value.VARIABLE
        return None

    def _comprehension(self, node: ast.ListComp | ast.GeneratorExp) -> Value | None:
        if len(node.generators) != 1:
            return None
        (generator,) = node.generators
        if not all(_tests_none(test) for test in generator.ifs):
            return None
        inner = _Interpreter(self._bindings, self.values, self._count)
        inner._bind(generator.target, self._element(self._value(generator.iter)))
        return _list_of(inner._value(node.elt))

    def _division(self, node: ast.BinOp) -> Value | None:
        is_quotient = isinstance(node.op, ast.Div) and self._value(node.left) is Value.SUM
        return Value.QUOTIENT if is_quotient and self._value(node.right) is Value.COUNT else None

    def _element(self, value: Value | None) -> Value | None:
        elements = {
            Value.PER_VARIABLE: Value.PAIRS,
            Value.PAIRS: Value.PAIR,
            Value.GRADIENTS: Value.GRADIENT,
        }
        return elements.get(value) if value is not None else None

    def _call(self, node: ast.Call) -> Value | None:
        symbol = self._bindings.tensorflow(node.func)
        if symbol is not None:
            return self._tensorflow(symbol.removeprefix("tf.").removeprefix("math."), node)
        if not isinstance(node.func, ast.Name):
            return None
        if node.func.id == "zip" and len(node.args) == 1 and isinstance(node.args[0], ast.Starred):
            towers = self._value(node.args[0].value)
            return Value.PER_VARIABLE if towers is Value.TOWERS else None
        if node.func.id in ("len", "float") and len(node.args) == 1:
            value = self._value(node.args[0])
            counted = (Value.TOWERS, Value.PAIRS, Value.GRADIENTS, Value.ALL_EXPANDED, Value.COUNT)
            return Value.COUNT if value in counted else None
        if node.func.id in ("list", "tuple") and len(node.args) == 1:
            return self._value(node.args[0])
        return None

    def _tensorflow(self, name: str, node: ast.Call) -> Value | None:
        arguments = [*node.args, *(keyword.value for keyword in node.keywords if keyword.arg != "name")]
        values = [value for value in map(self._value, arguments) if value is not None]
        if name in ("identity", "convert_to_tensor"):
            return Value.GRADIENT if values == [Value.GRADIENT] else None
        if name == "expand_dims":
            first = _constant(node, "axis", 0) or _constant(node, "dim", 0)
            return Value.EXPANDED if values == [Value.GRADIENT] and first else None
        if name == "concat":
            first = _constant(node, "axis", 0) or _constant(node, "concat_dim", 0)
            return Value.STACKED if values == [Value.ALL_EXPANDED] and first else None
        if name in ("stack", "pack"):
            first = _constant(node, "axis", 0) or len(arguments) == 1
            return Value.STACKED if values == [Value.GRADIENTS] and first else None
        if name in ("reduce_mean", "reduce_sum"):
            first = _constant(node, "axis", 0) or _constant(node, "reduction_indices", 0)
            if values not in ([Value.GRADIENTS], [Value.STACKED]) or not first:
                return None
            return Value.MEAN if name == "reduce_mean" else Value.SUM
        if name == "add_n":
            return Value.SUM if values == [Value.GRADIENTS] else None
        if name in ("divide", "div", "truediv", "realdiv"):
            return Value.QUOTIENT if values == [Value.SUM, Value.COUNT] else None
        return None


def _list_of(value: Value | None) -> Value | None:
    lists = {
        Value.GRADIENT: Value.GRADIENTS,
        Value.EXPANDED: Value.ALL_EXPANDED,
        Value.MEAN_PAIR: Value.MEANS,
        Value.QUOTIENT_PAIR: Value.QUOTIENTS,
    }
    return lists.get(value) if value is not None else None


def _constant(node: ast.Call, name: str, wanted: int) -> bool:
    """Whether the call passes the integer as keyword `name`, or as one of its positional arguments."""
    named = [keyword.value for keyword in node.keywords if keyword.arg == name]
    for argument in named or node.args:
        if isinstance(argument, ast.List) and len(argument.elts) == 1:
            argument = argument.elts[0]
        if isinstance(argument, ast.Constant) and argument.value == wanted and argument.value is not False:
            return True
    return False


def _tests_none(test: ast.expr) -> bool:
    return (
        isinstance(test, ast.Compare)
        and len(test.ops) == 1
        and isinstance(test.ops[0], (ast.Is, ast.IsNot))
        and isinstance(test.comparators[0], ast.Constant)
        and test.comparators[0].value is None
    )


def _skips_none(node: ast.If) -> bool:
    """`if gradient is None: continue`: such pairs have no gradient, and none is applied for them."""
    return _is_none(node.test) and all(isinstance(inner, (ast.Continue, ast.Pass)) for inner in node.body)


def _guards_none(node: ast.If) -> bool:
    return _tests_none(node.test) and not _is_none(node.test) and not node.orelse


def _is_none(test: ast.expr) -> bool:
    return _tests_none(test) and isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.Is)


def _is_note(node: ast.stmt) -> bool:
    """Statements that change nothing: docstrings, `pass`, assertions and prints."""
    if isinstance(node, (ast.Pass, ast.Assert)):
        return True
    value = node.value if isinstance(node, ast.Expr) else None
    is_print = isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "print"
    return is_print or isinstance(value, ast.Constant)
