"""What expressions of a program may give: variables, several values, sparse tensors.

The points-to analysis tells which expressions made the objects that one may give, in whatever function,
container or object these went through; what TensorFlow's symbols make is told by the tables.
"""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from migrate.model.bindings import Bindings
from migrate.model.kinds import Role
from migrate.model.nodes import last_name, nodes_of
from migrate.model.objects import Defined, Made, Method, Object, holds, made_at
from migrate.syntax.closure import closure

from ..program.tree import Tree
from ..vocabulary import APPLYING_METHODS, MADE_ATTRIBUTES, gives_several_values, role_of_called

_VARIABLES = frozenset({Role.SHARED_VARIABLE, Role.OWN_VARIABLE, Role.READS_VARIABLES})
_IN_GRAPH = _VARIABLES | {Role.PURE, Role.PLACEHOLDER, Role.DRAW, Role.LAYER, Role.METRIC, Role.GRADIENT}
_AVERAGES = "tf.moving_average_variables"
_SPARSE = re.compile(
    r"tf\.(sparse[._](?!.*(dense|matmul|segment|indicator|reduce_(max|sum)$))|SparseTensor|sets\.|string_split$|"
    r"strings\.split$|parse_(single_)?example$|io\.parse_(single_)?example$|contrib\.layers\.dense_to_sparse$|"
    r"nn\.ctc_(greedy|beam_search)_decoder|convert_to_tensor_or_sparse_tensor$|gradients$)"
)
# What gives a sparse tensor for a sparse one, or what a function in it gives.
_KEEPS = re.compile(
    r"tf\.(\w+\.)*(cast|identity|to_\w+|clip_by_\w+|abs|negative|sign|square|sin|tan|tanh|cond|while_loop)$"
)

_PLACEHOLDERS = ("placeholder", "placeholder_with_default")
_INITIAL_VALUES = {"tf.Variable": 0, "tf.get_variable": 3}  # their places among what is not named
# What takes Python values and static shapes; a variable whose shape is fed is an error of `compat`.
_OF_PYTHON = re.compile(
    r"tf\.(\w+\.)*(constant|zeros|ones|eye|fill|range|linspace|random_\w+|truncated_normal|\w+_initializer)$|"
    r"tf\.(random|initializers|keras\.initializers)\."
)


def asks_graph(node: ast.AST) -> bool:
    """Whether it asks for a graph, or for what is in a collection."""
    return isinstance(node, ast.Call) and last_name(node.func) in _ASKING_GRAPHS


_ASKING_GRAPHS = frozenset({"get_collection", "get_collection_ref", "get_default_graph"})


class ValueKinds:
    """Answers for the expressions of a module, and of those that it is connected with by imports.

    A program that is too large to be analysed may give anything.
    """

    def __init__(self, tree: Tree, bindings: Bindings) -> None:
        self._tree = tree
        self._effects = tree.effects(bindings)
        self._are_of_variables: dict[frozenset[Object], bool] = {}
        self._asked = set[tuple[ast.Call, bool]]()
        self._are_of_lists: dict[frozenset[Object], bool] = {}
        self._are_cells: dict[frozenset[Object], frozenset[str]] = {}

    def knows(self, node: ast.expr) -> bool:
        """Whether an expression is one of the program, and what it may give is known."""
        return self._effects.known and self._effects.evaluates(node)

    def may_be_variable(self, node: ast.expr) -> bool:
        """Whether an expression may give a variable, or a container with one."""
        return not self.knows(node) or any(map(self._makes_variable, self._makers([node])))

    def may_be_tensor(self, node: ast.expr, *, collected: bool = False, held: bool = True) -> bool:
        """Whether TensorFlow makes what an expression may give, or if `held` what a container in it holds.

        What it makes has attributes that are none: a name, a type, a shape. What a graph has in a collection
        is one only if `collected`, as it may be anything.
        """
        if not self._effects.known:
            return True
        if isinstance(node, (ast.GeneratorExp, ast.ListComp, ast.SetComp)):
            return held and self.may_be_tensor(node.elt, collected=collected)
        base = node
        while isinstance(base, ast.Attribute):
            base = base.value
            if self._may_be_in_graph(base, collected=collected, held=held):
                return False
        return self._may_be_in_graph(node, collected=collected, held=held)

    def _may_be_in_graph(self, node: ast.expr, *, collected: bool, held: bool) -> bool:
        made = self._makers([node], _both_sides) if held else _made(self._given([node]))
        return any(self._role(one) in _IN_GRAPH or collected and asks_graph(one) for one in made)

    def may_be_added_to(self, target: ast.expr) -> bool:
        """Whether the target of `+=` may be a variable, and nothing that it would change in place."""
        if not self._effects.known:
            return False
        given = self._effects.given(target)
        if any(isinstance(one, Made) and (holds(one) or one.is_array) for one in given):
            return False
        made = (node for one in given for node in made_at(one))
        return any(self._role(one) in _VARIABLES - {Role.READS_VARIABLES} for one in made)

    def are_variables(self, node: ast.expr) -> bool:
        """Whether an expression gives variables, containers of these, and numbers, but no tensor."""
        if not self.knows(node):
            return False
        given = self._effects.given(node)  # one set for all places of a name, however many give it a value
        if given not in self._are_of_variables:
            every = self._makers([node], self._lists_added, through_lists=True)
            made = [one for one in every if not self._lists_added(one)]
            self._are_of_variables[given] = bool(made) and all(map(self._makes_variable, made))
        return self._are_of_variables[given]

    def _lists_added(self, node: ast.AST) -> Sequence[ast.expr]:
        """Both sides of a sum of lists, which is a list, too; nothing of any other expression."""
        added = _added(node)
        return added if all(map(self._are_lists, added)) else ()

    def _are_lists(self, node: ast.expr) -> bool:
        """Whether an expression gives containers, lists of the graph's variables, or sums of such."""
        given = self._effects.given(node)
        if given not in self._are_of_lists:
            are_lists = all(_added(one) or self._lists_variables(one) for one in _made(given))
            self._are_of_lists[given] = bool(given) and are_lists
        return self._are_of_lists[given]

    def _lists_variables(self, node: ast.AST) -> bool:
        """Whether an expression asks for a list of the graph's variables."""
        return self._role(node) is Role.READS_VARIABLES or self._symbol(node) == _AVERAGES

    def may_be_several(self, node: ast.expr, *, unpacked: bool = False) -> bool:
        """Whether an expression may give a container of values; if `unpacked`, whether a part may."""
        if not self.knows(node):
            return True
        objects = self._effects.given(node)
        if unpacked:
            inside = (self._effects.elements(one) if holds(one) else [one] for one in objects)
            objects = frozenset(one for each in inside for one in each)
        made = (node for one in objects for node in made_at(one))
        return any(map(holds, objects)) or any(self._makes_several(node, unpacked=unpacked) for node in made)

    def picks_several(self, node: ast.expr) -> bool:
        """Whether an expression is known to make a container of values, or to pick one out of others."""
        return isinstance(node, _PICKING) and self.knows(node) and self.may_be_several(node)

    def may_be_sparse(self, nodes: Iterable[ast.expr]) -> bool:
        """Whether some expressions may give a sparse tensor, or a container with one."""
        every = list(nodes)
        if not all(map(self.knows, every)):
            return True
        return any(map(self._makes_sparse, self._makers(every, self._sparse_by)))

    def may_begin_as_fed(self) -> bool:
        """Whether the initial value of some variable of the program may be computed of a placeholder.

        A function of the program's own may take any. Each object is visited once.
        """
        if not self._effects.known:
            return True
        calls = [node for node in self._tree.homes if isinstance(node, ast.Call)]
        values = [value for call in calls for value in self._initial_values(call)]
        is_own = any(isinstance(one, (Defined, Method)) for one in self._given(values))
        symbols = (self._symbol(node) or "" for node in self._makers(values, self._operands))
        return is_own or any(one.endswith(_PLACEHOLDERS) for one in symbols)

    def _initial_values(self, call: ast.Call) -> Iterator[ast.expr]:
        """What a call of TensorFlow is told that variables begin with."""
        symbol = self._symbol(call)
        if symbol is None:
            return
        place = _INITIAL_VALUES.get(symbol, len(call.args))
        yield from call.args[place : place + 1]
        yield from (one.value for one in call.args if isinstance(one, ast.Starred))
        for keyword in call.keywords:
            if keyword.arg is None or keyword.arg.endswith(("initializer", "initial_value")):
                yield keyword.value

    def _makers(
        self,
        nodes: Iterable[ast.expr],
        handed_on: Callable[[ast.AST], Sequence[ast.expr]] = lambda _: (),
        *,
        through_lists: bool = False,
    ) -> Iterator[ast.AST]:
        """The expressions that made what some may give, and what containers among that hold.

        `handed_on` tells what else an expression that makes something may give. With `through_lists` also
        what was added to lists that TensorFlow gave. Each object is visited once.
        """

        def following(one: Object) -> Iterator[Object]:
            if holds(one) or through_lists:
                yield from self._effects.elements(one)
            if not holds(one):
                yield from self._given(inner for node in made_at(one) for inner in handed_on(node))

        return _made(closure(self._given(nodes), following))

    def _given(self, nodes: Iterable[ast.expr]) -> Iterator[Object]:
        return (one for node in nodes for one in self._effects.given(node))

    def _sparse_by(self, node: ast.AST) -> Sequence[ast.expr]:
        """What an expression may give something sparse for: a call of what is not known may hand it on."""
        if isinstance(node, ast.BinOp):
            return node.left, node.right
        symbol = self._symbol(node)
        if not isinstance(node, ast.Call) or symbol is not None and not _KEEPS.match(symbol):
            return ()
        method = node.func if isinstance(node.func, ast.Attribute) else None
        if method is not None and method.attr in APPLYING_METHODS:
            return ()  # an operation
        receiver = [method.value] if method is not None else []
        return [*receiver, *node.args, *(keyword.value for keyword in node.keywords)]

    def _operands(self, node: ast.AST) -> Sequence[ast.expr]:
        """What an expression computes its value of."""
        if _OF_PYTHON.match(self._symbol(node) or ""):
            return ()
        asked = node.func if isinstance(node, ast.Call) else None
        receiver = [asked.value] if isinstance(asked, ast.Attribute) else []
        parts = (one.value if isinstance(one, ast.keyword) else one for one in ast.iter_child_nodes(node))
        return [*receiver, *(one for one in parts if isinstance(one, ast.expr))]

    def _symbol(self, node: ast.AST) -> str | None:
        """The symbol of TensorFlow that an expression calls."""
        home = self._tree.homes.get(node)
        return home.tensorflow(node.func) if isinstance(node, ast.Call) and home is not None else None

    def _makes_variable(self, node: ast.AST) -> bool:
        """Whether an expression makes variables, or an object whose attributes are some, such as a layer."""
        symbol = self._symbol(node)
        is_object = symbol is not None and role_of_called(symbol) is not None
        return is_object or self._role(node) in _VARIABLES or self._lists_variables(node)

    def _role(self, node: ast.AST) -> Role | None:
        """What an expression does to the graph."""
        home = self._tree.homes.get(node)
        return self._tree.call_role(home, node)[0] if home is not None else None

    def _makes_several(self, node: ast.AST, *, unpacked: bool) -> bool:
        """Whether a call may give a structure; each is asked once in a question, as loops lead back to it."""
        home = self._tree.homes.get(node)
        if home is None or not isinstance(node, ast.Call) or (node, unpacked) in self._asked:
            return False
        is_first = not self._asked
        self._asked.add((node, unpacked))
        try:
            return self.gives_several(home, node, unpacked=unpacked)
        finally:
            if is_first:
                self._asked.clear()

    def gives_several(self, bindings: Bindings, call: ast.Call, *, unpacked: bool = False) -> bool:
        """Whether a call of a library may give a structure; if `unpacked`, whether a part may be one."""
        if isinstance(call.func, ast.Attribute) and call.func.attr == "get_next":
            return self._elements_may_be_several(call.func.value, frozenset(), unpacked=unpacked)
        symbol = bindings.tensorflow(call.func)
        if symbol is None and last_name(call.func) in MADE_ATTRIBUTES:  # such as `optimizer.variables()`
            return not unpacked
        kind = (symbol or "").rpartition(".")[2]
        like = next(_likes(call, kind), None)
        if like is not None and kind.endswith("batch"):
            # Of a list of one tensor it is a tensor, of several a list of tensors.
            is_one = isinstance(like, (ast.List, ast.Tuple)) and len(like.elts) == 1
            return not (is_one or unpacked)
        if like is not None:
            return self.may_be_several(like, unpacked=unpacked)
        cells = self._cells(call.func) if symbol is None and self.knows(call.func) else ()
        steps = any(not (unpacked and one.endswith(_ONE_STATE)) for one in cells)
        return steps or _is_told_several(bindings, call, unpacked=unpacked)

    def _cells(self, called: ast.expr) -> frozenset[str]:
        """The symbols of the cells of recurrent networks that an expression may give."""
        given = self._effects.given(called)
        if given not in self._are_cells:
            made = self._makers([called]) if self._every_cell else ()
            self._are_cells[given] = frozenset(
                self._every_cell[one] for one in made if one in self._every_cell
            )
        return self._are_cells[given]

    @functools.cached_property
    def _every_cell(self) -> Mapping[ast.AST, str]:
        """The calls of the program that make cells of recurrent networks, each with its symbol."""
        symbols = ((node, self._symbol(node) or "") for node in self._tree.homes)
        return {node: symbol for node, symbol in symbols if symbol.endswith("Cell")}

    def _elements_may_be_several(self, data: ast.expr, seen: frozenset[ast.AST], *, unpacked: bool) -> bool:
        """Whether the elements of data sets or iterators may be structures; `seen` are the calls so far."""
        made = (
            [node for one in self._effects.given(data) for node in made_at(one)] if self.knows(data) else []
        )
        calls = [node for node in made if isinstance(node, ast.Call)]
        return not calls or any(
            self._makes_several_elements(node, seen | {node}, unpacked=unpacked)
            for node in calls
            if node not in seen
        )

    def _makes_several_elements(self, call: ast.Call, seen: frozenset[ast.AST], *, unpacked: bool) -> bool:
        kind = (self._symbol(call) or "").rpartition(".")[2]
        if _method(call) in _SAME_ELEMENTS and isinstance(call.func, ast.Attribute) and not kind:
            return self._elements_may_be_several(call.func.value, seen, unpacked=unpacked)
        if kind in _OF_SINGLE_VALUES:
            return False
        like = next(_likes(call, kind or _method(call)), None)
        if isinstance(like, ast.Attribute) and like.attr == "output_types":
            return self._elements_may_be_several(like.value, seen, unpacked=unpacked)
        if like is None or self._tree.homes[call].tensorflow(like) is not None:
            return like is None
        given = self._effects.given(like) if self.knows(like) else frozenset[Object]()
        functions = [one.node for one in given if isinstance(one, Defined)]
        values = [value for one in functions for value in _returned(one)] if not kind else [like]
        return not values or any(self._is_several_element(one, unpacked=unpacked) for one in values)

    def _is_several_element(self, value: ast.expr, *, unpacked: bool) -> bool:
        """Whether what is known to make the elements of a data set may be structures, or unknown.

        A tuple that a function returns holds tensors where these are picked out of a parsed example.
        """
        if unpacked and isinstance(value, (ast.List, ast.Tuple)):
            return any(
                not isinstance(part, ast.Subscript) and self.may_be_several(part) for part in value.elts
            )
        is_known = isinstance(value, ast.BinOp) or bool(self._effects.given(value))
        return not is_known or self.may_be_several(value, unpacked=unpacked)

    def _makes_sparse(self, node: ast.AST) -> bool:
        symbol = self._symbol(node)
        if symbol is None:
            method = node.func if isinstance(node, ast.Call) else None
            return isinstance(method, ast.Attribute) and method.attr == "compute_gradients"
        return not _KEEPS.match(symbol) and bool(_SPARSE.match(symbol))


def _both_sides(node: ast.AST) -> Sequence[ast.expr]:
    """What arithmetic computes its value of."""
    return (node.left, node.right) if isinstance(node, ast.BinOp) else ()


def _method(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else ""


def _likes(call: ast.Call, function: str) -> Iterator[ast.expr]:
    """The arguments of a call that tell the structure of what the function gives, the best first."""
    for name, place in _LIKE.get(function, ()):
        yield from call.args[place : place + 1]
        yield from (one.value for one in call.keywords if one.arg == name)


def _returned(function: ast.AST) -> Iterator[ast.expr]:
    """What a function or a lambda returns."""
    if isinstance(function, ast.Lambda):
        yield function.body
    for node in nodes_of(function):
        if isinstance(node, ast.Return) and node.value is not None:
            yield node.value


# Methods of data sets and iterators that keep what their elements are, but how many of them.
_SAME_ELEMENTS = frozenset(
    {
        *("batch", "cache", "concatenate", "filter", "make_initializable_iterator", "make_one_shot_iterator"),
        *("padded_batch", "prefetch", "repeat", "shard", "shuffle", "skip", "take", "with_options"),
    }
)
_OF_SINGLE_VALUES = frozenset(
    {"range", "list_files", "FixedLengthRecordDataset", "TFRecordDataset", "TextLineDataset"}
)
# The arguments, by name and place, of which the first that is given has the structure of the elements, or of
# the result; or it is a function that gives that.
_LIKE: dict[str, tuple[tuple[str, int], ...]] = {
    **dict.fromkeys(("from_tensors", "from_tensor_slices"), (("tensors", 0),)),
    **dict.fromkeys(("from_generator", "from_string_handle"), (("output_types", 1),)),
    **dict.fromkeys(("numpy_function", "py_func", "py_function"), (("Tout", 2),)),
    **dict.fromkeys(("foldl", "foldr", "scan"), (("initializer", 2), ("elems", 1))),
    **dict.fromkeys(("batch", "maybe_batch", "maybe_shuffle_batch", "shuffle_batch"), (("tensors", 0),)),
    "from_structure": (("output_types", 0),),
    "map": (("map_func", 0),),
    "map_fn": (("dtype", 2), ("elems", 1)),
}
_ONE_STATE = ("BasicRNNCell", "GRUCell", "GRUBlockCell")


_PICKING = (ast.Attribute, ast.BoolOp, ast.Call, ast.IfExp, ast.NamedExpr, ast.Subscript)


def _added(node: ast.AST) -> Sequence[ast.expr]:
    """Both sides of a sum."""
    return (node.left, node.right) if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) else ()


def _made(objects: Iterable[Object]) -> Iterator[ast.AST]:
    """The expressions that made some objects, but containers."""
    return (node for one in objects if not holds(one) for node in made_at(one))


def _is_told_several(bindings: Bindings, call: ast.Call, *, unpacked: bool = False) -> bool:
    """Whether what a call names gives lists of tensors; if `unpacked`, whether its parts are such."""
    name = bindings.tensorflow(call.func)
    if name is None and isinstance(call.func, ast.Attribute) and call.func not in bindings.dotted:
        name = call.func.attr
    return name is not None and gives_several_values(name, unpacked=unpacked)
