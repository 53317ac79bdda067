"""Sequences in the order of the graph's variables, and code whose result depends on that order.

`compute_gradients` gives one pair for each variable, in the order in which these were made, which is that of
their collection. What goes through the pairs and treats each by itself does the same in any order. What ends
early, counts, takes one by its place, adds them up, or carries something from one iteration to the next does
not.

Whether a list has that order is read off the objects that names may stand for: a list that is filled while
another is gone through has its order, too. Sequences only become more until nothing is new: at most one round
for each expression in the functions that a step runs.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from migrate.model.effects import Effects, overlap
from migrate.model.nodes import children_of, last_name, nodes_of
from migrate.model.objects import COMPREHENSIONS, Field, Made, Scope, Sort
from migrate.syntax.iterations import TRIES, carried_names, leaves_early

Found = tuple[ast.AST, str]
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


@dataclass(frozen=True)
class Code:
    """Some statements, with the scope whose names they have."""

    scope: Scope
    statements: Sequence[ast.AST]

    def nodes(self) -> Iterator[tuple[ast.AST, Scope, ast.AST]]:
        """All nodes in it but those of functions, each with its scope and its statement."""
        pending: list[tuple[ast.AST, Scope, ast.AST]] = [(one, self.scope, one) for one in self.statements]
        while pending:
            node, scope, statement = pending.pop()
            yield node, scope, statement
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
                continue
            inner = node if isinstance(node, COMPREHENSIONS) else scope
            for one in children_of(node):
                pending.append((one, inner, one if isinstance(one, ast.stmt) else statement))


class Sequences:
    """The sequences in some code that have the order of the variables.

    Args:
      effects: what the code does.
      code: all that a step runs.
      trained: whether the variables that are trained have another order, too.
    """

    def __init__(self, effects: Effects, code: Sequence[Code], *, trained: bool) -> None:
        self._effects = effects
        self._code = code
        self._trained = trained
        self._catches = any(isinstance(node, TRIES) for part in code for node, _, _ in part.nodes())
        self._known = set[tuple[ast.AST, Sort]]()
        before = -1
        while len(self._known) != before:
            before = len(self._known)
            for part in code:
                for node, scope, statement in part.nodes():
                    self._add(node, scope, statement)

    def _add(self, node: ast.AST, scope: Scope, statement: ast.AST) -> None:
        if isinstance(node, (ast.For, ast.AsyncFor)) and self.goes_through(node.iter, scope):
            touched = self._effects.of(_statements(node.body))
            filled = (one.object for one in touched.writes if isinstance(one, Field))
            for one in filled:
                if isinstance(one, Made) and not touched.is_new(one):
                    self._known.update((made_at, one.sort) for made_at in one.nodes)
            if any(isinstance(one, (ast.Yield, ast.YieldFrom)) for one in nodes_of(node)):
                self._known.add((scope, Sort.ITERATOR))
        elif isinstance(node, ast.Call) and _lists_all(node, trained=self._trained):
            self._known.update((node, sort) for sort in (Sort.CONTAINER, Sort.VALUE, Sort.STATEFUL))
        elif isinstance(node, ast.expr) and self._follows(node, scope):
            self._known.update((node, sort) for sort in (_sort(node), Sort.VALUE))
        elif isinstance(node, ast.Call) and self._turns(node, scope):
            self._known.add((node, Sort.CONTAINER))

    def is_ordered(self, node: ast.expr, scope: Scope) -> bool:
        """Whether an expression may give a sequence in the order of the variables."""
        if isinstance(node, (ast.Name, ast.Attribute)):
            name = ast.unparse(node)
            return any(self._is_known(one) for one in self._effects.held(scope, name))
        return (node, _sort(node)) in self._known

    def goes_through(self, iterable: ast.expr, scope: Scope) -> bool:
        """Whether a loop has the pairs or their places one after the other."""
        return self.is_ordered(iterable, scope) or self._counted(iterable, scope) is not None

    def _is_known(self, one: object) -> bool:
        return isinstance(one, Made) and any((node, one.sort) in self._known for node in one.nodes)

    def _counted(self, iterable: ast.expr, scope: Scope) -> ast.expr | None:
        """What a loop over `range(len(pairs))` goes through."""
        if isinstance(iterable, ast.Call) and last_name(iterable.func) in ("range", "xrange"):
            for one in iterable.args:
                if isinstance(one, ast.Call) and last_name(one.func) == "len" and len(one.args) == 1:
                    return one.args[0] if self.is_ordered(one.args[0], scope) else None
        return None

    def _follows(self, node: ast.expr, scope: Scope) -> bool:
        """Whether an expression makes a sequence that has the order of another one."""
        if isinstance(node, COMPREHENSIONS):
            return self.goes_through(node.generators[0].iter, scope)
        if isinstance(node, ast.BinOp):
            return self.is_ordered(node.left, scope) or self.is_ordered(node.right, scope)
        if isinstance(node, ast.Subscript):
            return isinstance(node.slice, ast.Slice) and self.is_ordered(node.value, scope)
        if not isinstance(node, ast.Call) or last_name(node.func) not in _FOLLOWING:
            return False
        return any(
            self._holds_ordered(one.value, scope)
            if isinstance(one, ast.Starred)
            else self.is_ordered(one, scope)
            for one in node.args
        )

    def _turns(self, node: ast.Call, scope: Scope) -> bool:
        """Whether it is `zip(*pairs)`: the lists that it gives one by one have the order."""
        spread = (one.value for one in node.args if isinstance(one, ast.Starred))
        return last_name(node.func) in ("zip", "izip") and any(self.is_ordered(one, scope) for one in spread)

    def _holds_ordered(self, node: ast.expr, scope: Scope) -> bool:
        """Whether some of the elements of an expression may have the order: of a list of lists of pairs."""
        if self.is_ordered(node, scope):
            return False
        names = {one.id for one in nodes_of(node) if isinstance(one, ast.Name)}
        return any(self._is_known(one) for one in self._effects.reachable(scope, names))

    # What depends on the order.

    def dependent(self) -> Iterator[Found]:
        """The places in the code whose result may be another one in another order, and why."""
        for part in self._code:
            for node, scope, statement in part.nodes():
                yield from ((one, why) for one, why in self._found(node, scope, statement, part))

    def _found(self, node: ast.AST, scope: Scope, statement: ast.AST, part: Code) -> Iterator[Found]:
        if isinstance(node, (ast.For, ast.AsyncFor)) and self.goes_through(node.iter, scope):
            jump = leaves_early(node, caught=self._catches)
            if jump is not None:
                yield jump, "which leaves a loop over gradients early"
            for name in sorted(carried_names(node)):
                yield node, f"whose iterations each have {name} from the one before"
            yield from self._carried(node, _statements(node.body))
            yield from self._places(node.target, node.iter, _statements(node.body), scope)
        elif isinstance(node, COMPREHENSIONS) and self.goes_through(node.generators[0].iter, scope):
            yield from self._carried(node, [statement])
            first, *others = node.generators
            inside = [*_values(node), *first.ifs, *others]
            yield from self._places(first.target, first.iter, inside, node)
        elif isinstance(node, ast.Subscript) and self.is_ordered(node.value, scope):
            if not isinstance(node.slice, ast.Name):
                yield node, "which takes gradients by their places"
        elif isinstance(node, ast.Assign) and self.is_ordered(node.value, scope):
            if any(isinstance(one, (ast.Tuple, ast.List)) for one in node.targets):
                yield node, "which takes gradients by their places"
        elif isinstance(node, ast.Call):
            of_list = isinstance(node.func, ast.Attribute) and node.func.attr in ("pop", "popleft")
            if of_list and isinstance(node.func, ast.Attribute) and self.is_ordered(node.func.value, scope):
                yield node, "which takes gradients by their places"
            elif last_name(node.func) in _JOINING and any(self.is_ordered(one, scope) for one in node.args):
                yield node, "which adds up or joins what is of one variable after the other"

    def _carried(self, node: ast.AST, body: Sequence[ast.AST]) -> Iterator[Found]:
        """Locations that an iteration reads and an earlier one has written; what it makes is its own."""
        touched = self._effects.of(body)
        for write in touched.writes:
            if not touched.is_own(write) and any(overlap(write, read) for read in touched.reads):
                yield node, "whose iterations each have something from the one before"
                return
        if touched.ends and self._catches:
            yield node, f"which ends where an iteration raises {min(touched.ends) or 'an exception'}"
        if touched.outside:
            yield node, f"each of whose iterations calls {min(touched.outside)}()"

    def _places(
        self, target: ast.expr, iterable: ast.expr, inside: Iterable[ast.AST], scope: Scope
    ) -> Iterator[Found]:
        """What an iteration has of its place: its number, or an element of a list that has another order."""
        names = set[str]()
        called = last_name(iterable.func) if isinstance(iterable, ast.Call) else ""
        parts = target.elts if isinstance(target, (ast.Tuple, ast.List)) else []
        if self._counted(iterable, scope) is not None:
            names |= _stored(target)
        elif called == "enumerate" and parts:
            names |= _stored(parts[0])
        elif (
            called in ("zip", "izip") and isinstance(iterable, ast.Call) and len(parts) == len(iterable.args)
        ):
            for one, given in zip(parts, iterable.args, strict=True):
                names |= _stored(one) if not self.is_ordered(given, scope) else set()
        allowed = {
            one.slice
            for root in inside
            for one in nodes_of(root)
            if isinstance(one, ast.Subscript)
            and (isinstance(one.ctx, ast.Store) or self.is_ordered(one.value, scope))
        }
        for node in (node for root in inside for node in nodes_of(root)):
            reads = isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in names
            if reads and node not in allowed:
                yield node, "which each gradient has by its place among the others"


_ITERATORS = frozenset({"iter", "reversed", "enumerate", "zip", "izip", "map", "filter"})
_FOLLOWING = _ITERATORS | {"list", "tuple", "gradients"}
_JOINING = frozenset(
    {
        *("add_n", "accumulate_n", "global_norm", "clip_by_global_norm", "concat", "stack", "parallel_stack"),
        *("sum", "reduce"),
    }
)


_COLLECTED = frozenset({"get_collection", "get_collection_ref"})
_VARIABLES = frozenset({"variables", "trainable_variables", "local_variables", "model_variables"})


def _lists_all(call: ast.Call, *, trained: bool) -> bool:
    """Whether a call lists all variables there are, or if so all that are `trained`, or their gradients."""
    given: dict[object, ast.expr] = {one.arg: one.value for one in call.keywords}
    given |= dict(enumerate(call.args))
    if last_name(call.func) == "compute_gradients":
        chosen = given.get("var_list", given.get(1))
        return trained and (chosen is None or isinstance(chosen, ast.Constant) and chosen.value is None)
    key = next((given[one] for one in (0, "key", "name") if one in given), None)
    name = key.attr if isinstance(key, ast.Attribute) else getattr(key, "value", "")
    collection = name.lower().replace("global_", "") if isinstance(name, str) else ""
    is_listed = trained or collection != "trainable_variables"
    return is_listed and collection in _VARIABLES and last_name(call.func) in _COLLECTED


def _sort(node: ast.expr) -> Sort:
    """What sort of sequence an expression makes."""
    is_iterator = isinstance(node, ast.Call) and last_name(node.func) in _ITERATORS
    return Sort.ITERATOR if is_iterator or isinstance(node, ast.GeneratorExp) else Sort.CONTAINER


def _stored(target: ast.expr) -> set[str]:
    return {one.id for one in nodes_of(target) if isinstance(one, ast.Name)}


def _statements(body: Iterable[ast.stmt]) -> list[ast.stmt]:
    """All statements of a block, those inside others too."""
    return [one for root in body for one in nodes_of(root) if isinstance(one, ast.stmt)]


def _values(node: Comprehension) -> list[ast.expr]:
    return [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
