"""Divisions, which Python 2 made of integers what Python 3's `//` makes of them."""

from __future__ import annotations

import ast
import enum
from collections.abc import Iterator, Sequence, Set

from .text import Splice, Text

_INTEGERS = frozenset({"int", "len", "ord"})
_OF_INTEGERS = frozenset({"abs", "max", "min"})
_FLOATS = frozenset({"float"})
_COUNTING = frozenset({"range", "xrange"})
# Functions that take a shape, or one size, by where it stands among their arguments.
_SHAPES_AT = {"get_variable": 1, "placeholder": 1, "reshape": 1, "tile": 1} | dict.fromkeys(
    ("empty", "fill", "full", "ones", "random_normal", "random_uniform", "truncated_normal", "zeros"), 0
)
_SIZES_AT = dict.fromkeys(("conv1d", "conv2d", "conv3d", "dense", "fully_connected"), 1) | dict.fromkeys(
    ("BasicLSTMCell", "BasicRNNCell", "GRUCell", "LSTMCell"), 0
)
_SIZES = frozenset({"filters", "num_outputs", "num_units", "units"})
_OF_LAYERS = ("layers.", "slim.", "tensorflow.", "tf.")
_MAPPINGS = frozenset({"Counter", "OrderedDict", "defaultdict", "dict"})
_FLOATS_OF_MODULES = frozenset({"math.ceil", "math.floor", "math.pow", "time.clock", "time.time"})
_FLOAT_FUNCTIONS = frozenset(
    [
        "exp",
        "float32",
        "float64",
        "log",
        "log10",
        "log1p",
        "log2",
        "mean",
        "norm",
        "normal",
        "perf_counter",
        "rand",
        "randn",
        "random",
        "reduce_mean",
        "sigmoid",
        "softmax",
        "sqrt",
        "std",
        "tanh",
        "to_float",
        "uniform",
        "var",
    ]
)
_EXACT = (ast.Add, ast.FloorDiv, ast.Mod, ast.Mult, ast.Sub)
_CONSTANTS = frozenset({"math.e", "math.pi", "np.e", "np.pi", "numpy.e", "numpy.pi"})
_LOOPS = frozenset({"range", "xrange"})


class Number(enum.Enum):
    """What is known of a value."""

    INTEGER = "an integer"
    FLOAT = "a float"
    UNKNOWN = "unknown"


class Numbers:
    """Tells integers and floats by the text of a module that Python 2 ran."""

    def __init__(self, text: Text, whole: Set[ast.AST] = frozenset()) -> None:
        """`whole` are operations whose result Python 2 only took if it was whole."""
        self._text = text
        self._whole = whole
        self._asked: set[tuple[ast.AST, str]] = set()
        self._options = dict(_integer_options(text))

    def of(self, node: ast.expr) -> Number:
        """What is known of an expression, or of what an assignment changes."""
        if isinstance(node, ast.Constant):
            return _of_constant(node.value)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.UAdd, ast.USub)):
            return self.of(node.operand)
        if isinstance(node, ast.BinOp):
            if node in self._whole:
                return Number.INTEGER
            return self._of_operation(node.op, self.of(node.left), self.of(node.right))
        if isinstance(node, ast.IfExp):
            return _both(self.of(node.body), self.of(node.orelse))
        if isinstance(node, ast.Call):
            return self._of_call(node)
        if isinstance(node, ast.Subscript):
            is_shape = isinstance(node.value, ast.Attribute) and node.value.attr == "shape"
            is_one = isinstance(node.slice, (ast.Constant, ast.UnaryOp))
            return Number.INTEGER if is_shape and is_one else Number.UNKNOWN
        if isinstance(node, ast.Attribute):
            if isinstance(node.value, ast.Name) and f"{node.value.id}.{node.attr}" in _CONSTANTS:
                return Number.FLOAT
            return Number.INTEGER if self._is_integer_option(node) else Number.UNKNOWN
        return self._of_name(node) if isinstance(node, ast.Name) else Number.UNKNOWN

    @staticmethod
    def _of_operation(operator: ast.operator, left: Number, right: Number) -> Number:
        if left is Number.INTEGER and right is Number.INTEGER:
            return Number.INTEGER if isinstance(operator, (*_EXACT, ast.Div)) else Number.UNKNOWN
        is_number = isinstance(operator, (*_EXACT, ast.Div, ast.Pow))
        return Number.FLOAT if is_number and Number.FLOAT in (left, right) else Number.UNKNOWN

    def _of_call(self, call: ast.Call) -> Number:
        function = call.func
        if isinstance(function, ast.Name) and self._text.is_builtin(function):
            if function.id in _INTEGERS:
                return Number.INTEGER
            if function.id in _OF_INTEGERS and not call.keywords:
                kinds = {self.of(argument) for argument in call.args}
                has_values = len(call.args) > 1 or function.id == "abs"
                return kinds.pop() if has_values and len(kinds) == 1 else Number.UNKNOWN
            return Number.FLOAT if function.id in _FLOATS else Number.UNKNOWN
        if isinstance(function, ast.Attribute):
            module = function.value.id if isinstance(function.value, ast.Name) else ""
            if f"{module}.{function.attr}" in _FLOATS_OF_MODULES or function.attr in _FLOAT_FUNCTIONS:
                return Number.FLOAT
        return Number.UNKNOWN

    def _is_integer_option(self, node: ast.Attribute) -> bool:
        """Whether it is a flag, or an argument, that takes whole numbers alone and is never set."""
        if not isinstance(node.value, ast.Name) or node.attr not in self._options:
            return False
        scope = self._text.scope_of(node.value)
        bindings = self._text.bindings(scope, node.value.id) if scope else []
        parent = self._text.parents[bindings[0]] if len(bindings) == 1 else None
        return isinstance(parent, ast.Assign) and ast.unparse(parent.value).endswith(self._options[node.attr])

    def _of_name(self, node: ast.Name) -> Number:
        """What all assignments in the scope of a name give it."""
        scope = self._text.scope_of(node)
        if scope is None or (scope, node.id) in self._asked:
            return Number.INTEGER if scope is not None else Number.UNKNOWN  # in a circle: the others decide
        self._asked.add((scope, node.id))
        try:
            bindings = self._text.bindings(scope, node.id)
            first = {self._given(binding) for binding in bindings if not self._is_changed(binding)}
            changed = {self._given(binding) for binding in bindings if self._is_changed(binding)}
        finally:
            self._asked.discard((scope, node.id))
        # A float stays one, whatever is added to it.
        kinds = first if first == {Number.FLOAT} else first | changed
        return kinds.pop() if len(kinds) == 1 else Number.UNKNOWN

    def _is_changed(self, binding: ast.AST) -> bool:
        """Whether a place changes the number that is there."""
        parent = self._text.parents.get(binding)
        return isinstance(parent, ast.AugAssign) and isinstance(parent.op, (*_EXACT, ast.Div))

    def _given(self, binding: ast.AST) -> Number:
        """What the place where a name is bound makes of it."""
        parent = self._text.parents.get(binding)
        if isinstance(parent, ast.Assign) and binding in parent.targets:
            return self.of(parent.value)
        if isinstance(parent, ast.AugAssign):
            return self._of_operation(parent.op, Number.INTEGER, self.of(parent.value))
        if isinstance(parent, (ast.For, ast.comprehension)) and parent.target is binding:
            return Number.INTEGER if self._is_call_of(parent.iter, _LOOPS) else Number.UNKNOWN
        if isinstance(parent, ast.Tuple):
            loop = self._text.parents.get(parent)
            if isinstance(loop, ast.Assign) and parent in loop.targets:
                return self._unpacked(parent.elts, binding, loop.value)
            if parent.elts[0] is not binding:
                return Number.UNKNOWN
            if isinstance(loop, (ast.For, ast.comprehension)) and loop.target is parent:
                counts = self._is_call_of(loop.iter, {"enumerate"}) and len(_arguments(loop.iter)) == 1
                return Number.INTEGER if counts else Number.UNKNOWN
        return Number.UNKNOWN

    def _unpacked(self, targets: Sequence[ast.expr], binding: ast.AST, value: ast.expr) -> Number:
        """What one of several targets is given of a tuple that is written out."""
        given = value.elts if isinstance(value, ast.Tuple) else []
        if len(given) != len(targets) or any(isinstance(one, ast.Starred) for one in given):
            return Number.UNKNOWN
        return next(self.of(one) for one, target in zip(given, targets, strict=True) if target is binding)

    def _is_call_of(self, node: ast.expr, names: frozenset[str] | set[str]) -> bool:
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            return False
        return node.func.id in names and (node.func.id in _LOOPS or self._text.is_builtin(node.func))


def _arguments(call: ast.expr) -> list[ast.expr]:
    return call.args if isinstance(call, ast.Call) else []


def divisions(text: Text) -> Iterator[tuple[ast.BinOp | ast.AugAssign, Number]]:
    """Each division that Python 3 may make something else of, and what its quotient was in Python 2."""
    whole = _alike(text, set(_where_floats_fail(text)))
    numbers = Numbers(text, whole)
    for node in text.nodes:
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            left, right = node.left, node.right
        elif isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Div):
            left, right = node.target, node.value
        else:
            continue
        kinds = {numbers.of(left), numbers.of(right)}
        if Number.FLOAT not in kinds and node.lineno not in text.guarded:
            is_whole = kinds == {Number.INTEGER} or node in whole
            yield node, Number.INTEGER if is_whole else Number.UNKNOWN


def _where_floats_fail(text: Text) -> Iterator[ast.AST]:
    """What Python 2 only took if it was whole.

    These are counts of turns, indices of what is no dictionary, bounds of slices, sizes in shapes and of
    layers, and how often a list is repeated.
    """
    mappings = _mappings(text)
    for node in text.nodes:
        places: list[ast.expr | None] = []
        if isinstance(node, ast.Slice):
            places = [node.lower, node.upper, node.step]
        elif isinstance(node, ast.Subscript) and _last_name(node.value) not in mappings:
            places = [*(node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice])]
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
            for one, other in ((node.left, node.right), (node.right, node.left)):
                places += [other] if isinstance(one, (ast.List, ast.Tuple)) else []
        elif isinstance(node, ast.Call):
            places = [*_sizes(text, node)]
        for place in places:
            yield from _terms(text, place, frozenset())


def _sizes(text: Text, call: ast.Call) -> Iterator[ast.expr]:
    """The arguments of a call that count something, as far as its name tells."""
    if isinstance(call.func, ast.Name):
        yield from call.args if call.func.id in _COUNTING and text.is_builtin(call.func) else ()
    if not isinstance(call.func, ast.Attribute):
        return
    name = call.func.attr
    if name in _SHAPES_AT:
        for shape in _given(call, _SHAPES_AT[name], {"shape"}):
            yield from shape.elts if isinstance(shape, (ast.List, ast.Tuple)) else ()
    if name in _SIZES_AT and ast.unparse(call.func).startswith(_OF_LAYERS):
        yield from _given(call, _SIZES_AT[name], _SIZES)


def _given(call: ast.Call, place: int, names: Set[str]) -> Iterator[ast.expr]:
    """What a call is given at a place, or by one of some names."""
    yield from call.args[place : place + 1]
    yield from (word.value for word in call.keywords if word.arg in names)


def _mappings(text: Text) -> frozenset[str]:
    """Names, of variables and attributes, that stand for a dictionary anywhere: its keys may be floats."""
    found = set[str]()
    for node in text.nodes:
        if isinstance(node, ast.Assign):
            is_made = isinstance(node.value, ast.Call) and _last_name(node.value.func) in _MAPPINGS
            if is_made or isinstance(node.value, (ast.Dict, ast.DictComp)):
                found.update(_last_name(target) for target in node.targets)
    return frozenset(found)


def _last_name(node: ast.AST) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _terms(text: Text, node: ast.expr | None, seen: frozenset[ast.AST]) -> Iterator[ast.AST]:
    """The operations whose result a whole number is made of, be it by names that are given a value once."""
    if isinstance(node, ast.BinOp):
        yield node
        yield from _terms(text, node.left, seen)
        yield from _terms(text, node.right, seen)
    value = _only_value(text, node)
    if value is not None and value not in seen:
        yield from _terms(text, value, seen | {value})


def _only_value(text: Text, node: ast.expr | None) -> ast.expr | None:
    """What the one assignment gives that a name has, or an attribute of that name on any object."""
    bound: list[ast.AST] = []
    if isinstance(node, ast.Name):
        scope = text.scope_of(node)
        bound = text.bindings(scope, node.id) if scope is not None else []
    elif isinstance(node, ast.Attribute):
        attributes = (one for one in text.nodes if isinstance(one, ast.Attribute) and one.attr == node.attr)
        bound = [one for one in attributes if not isinstance(one.ctx, ast.Load)]
    parent = text.parents.get(bound[0]) if len(bound) == 1 else None
    is_value = isinstance(parent, ast.Assign) and bound[0] in parent.targets
    return parent.value if is_value and isinstance(parent, ast.Assign) else None


def _alike(text: Text, whole: set[ast.AST]) -> frozenset[ast.AST]:
    """With those, the operations of one text and scope with them, if their names are given a value once."""
    known = {_place_and_text(text, one) for one in whole if _is_steady(text, one)}
    divided = (one for one in text.nodes if isinstance(one, ast.BinOp) and isinstance(one.op, ast.Div))
    return frozenset(whole).union(one for one in divided if _place_and_text(text, one) in known)


def _place_and_text(text: Text, node: ast.AST) -> tuple[ast.AST, str]:
    return text.scope(node), ast.dump(node)


def _is_steady(text: Text, node: ast.AST) -> bool:
    """Whether each name in an expression is given a value once, or elsewhere."""
    names = [one for one in ast.walk(node) if isinstance(one, ast.Name)]
    scopes = [(text.scope_of(one), one.id) for one in names]
    return all(scope is None or len(text.bindings(scope, name)) == 1 for scope, name in scopes)


def is_likely(text: Text, node: ast.BinOp | ast.AugAssign) -> bool:
    """Whether one side is an integer for certain."""
    numbers = Numbers(text)
    sides = (node.left, node.right) if isinstance(node, ast.BinOp) else (node.target, node.value)
    return any(numbers.of(side) is Number.INTEGER for side in sides)


def floored(text: Text, node: ast.BinOp | ast.AugAssign) -> Splice:
    """What makes `//` of the `/`, or `//=` of the `/=`."""
    left, right = (node.left, node.right) if isinstance(node, ast.BinOp) else (node.target, node.value)
    place = text.end(left)
    while text.data[place : place + 1] != b"/":  # parentheses, spaces, line ends and comments lie between
        if text.data[place : place + 1] == b"#":
            place = text.data.index(b"\n", place)
        place += 1
    assert place < text.start(right)
    return Splice(place, place, "/")


def _both(one: Number, other: Number) -> Number:
    return one if one is other else Number.UNKNOWN


def _of_constant(value: object) -> Number:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return Number.UNKNOWN
    return Number.INTEGER if isinstance(value, int) else Number.FLOAT


def _integer_options(text: Text) -> Iterator[tuple[str, str]]:
    """Flags that `DEFINE_integer` defines, and arguments of type int, with the end of what holds them."""
    attributes = (node for node in text.nodes if isinstance(node, ast.Attribute))
    assigned = {node.attr for node in attributes if not isinstance(node.ctx, ast.Load)}
    for call in (node for node in text.nodes if isinstance(node, ast.Call)):
        name = _option(call)
        if name and name not in assigned:
            is_flag = isinstance(call.func, ast.Attribute) and call.func.attr == "DEFINE_integer"
            yield name, "flags.FLAGS" if is_flag else ".parse_args()"


def _option(call: ast.Call) -> str:
    """The name of the option of whole numbers that a call defines, if it does."""
    if (
        not isinstance(call.func, ast.Attribute)
        or not call.args
        or not isinstance(call.args[0], ast.Constant)
    ):
        return ""
    name, words = str(call.args[0].value), {word.arg: word.value for word in call.keywords}
    if call.func.attr == "DEFINE_integer":
        return name
    if call.func.attr == "add_argument" and len(call.args) == 1 and name.startswith("--"):
        kind, default = words.get("type"), words.get("default")
        is_integer = (
            isinstance(kind, ast.Name) and kind.id == "int" and not words.keys() & {"action", "dest", "nargs"}
        )
        if is_integer and isinstance(default, ast.Constant) and isinstance(default.value, int):
            return name[2:].replace("-", "_")
    return ""
