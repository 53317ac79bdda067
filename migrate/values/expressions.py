"""What expressions may give."""

from __future__ import annotations

import ast
import functools
from abc import abstractmethod
from collections.abc import Callable

from migrate.model.objects import (
    ANYTHING,
    COMPREHENSIONS,
    ELEMENTS,
    Cell,
    Defined,
    External,
    Field,
    Frame,
    Imported,
    Made,
    Object,
    Sort,
    element,
)

from . import externals, failures
from .calls import RETURNED, Calls, default, seen_inside
from .constants import constant
from .containers import LOOKED
from .flow import NOTHING, Node
from .heap import UNKNOWN, Arguments, Here
from .scopes import annotations_of

_KINDS_OF_METHODS = frozenset({"staticmethod", "classmethod", "property"})
_BY_NAME = frozenset({"getattr", "hasattr", "setattr"})
_KEYS = (str, bytes, int, float, type(None))


class Expressions(Calls):
    """The objects that expressions give; tensors, numbers and texts of the program's own are none."""

    def value(self, here: Here, node: ast.expr) -> Node:
        """What an expression may give; what evaluating it does is recorded."""
        evaluate: Callable[[Here, ast.expr], Node] = getattr(
            self, f"_{type(node).__name__}", self._read_parts
        )
        return self.recorded.give(node, evaluate(here, node))

    def read(self, here: Here, node: ast.expr) -> Node:
        """What an expression gives whose contents a statement looks at."""
        objects = self.value(here, node)
        self.look_into(here, objects)
        return objects

    def test(self, here: Here, node: ast.expr) -> Node:
        """What an expression gives that Python asks whether it is true."""
        objects = self.read(here, node)
        self.each(objects, lambda one: self.special(here, one, LOOKED, Arguments(), NOTHING))
        return objects

    @abstractmethod
    def assign(self, here: Here, target: ast.expr, objects: Node) -> None:
        """A statement gives a target a value."""

    def _read_parts(self, here: Here, node: ast.AST) -> Node:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self.read(here, child)
            elif not isinstance(child, (ast.expr_context, ast.operator, ast.cmpop, ast.unaryop)):
                self._read_parts(here, child)
        return NOTHING

    def _Constant(self, here: Here, node: ast.Constant) -> Node:
        return NOTHING

    # Names.

    def _Name(self, here: Here, node: ast.Name) -> Node:
        name = node.id
        if "." in name:  # the attribute of an object, read as a name of its class's block
            base, _, attribute = name.partition(".")
            objects, result = self.at(self.names.cell(here.frame.chain, base)), Node()

            def read(one: Object) -> None:
                self.flow(self.at(Field(one, attribute)), result)
                self.of_class(here, one, attribute, result)

            self.each(objects, read)
            return result
        meant = [dotted for one, dotted in here.home.module.meant if one == name]
        if meant:
            return self.only(self.module(here.home, meant[0]))
        found = self._variable(here, name)
        own_class = self.own_class(here)
        if own_class is not None and name in self.names.bound(own_class.node):
            outer = self._variable(here._replace(frame=here.frame.around[0]), name)  # until it has its own
            return self.join(self.at(Field(own_class, name)), found, outer)
        return found

    def _variable(self, here: Here, name: str) -> Node:
        cell = self.names.cell(here.frame.chain, name)
        if not self.is_own(here, cell):
            here.did.reads.add(cell)
        elif isinstance(cell.frame.scope, ast.Module):
            here.did.reads_own.add(cell)
        found = self.seen(here, cell)
        if not isinstance(cell.frame.scope, ast.Module):
            return found
        if self.is_bound(here.home, name):
            dotted = here.home.aliases.get(name, "")
            if dotted.partition(".")[0] != "tensorflow" or name in self.names.bound(cell.frame.scope):
                return found
            return self.join(found, self.only(self.objects.external(dotted)))
        outside = self.only(self.objects.external(name))
        result = self.join(found, outside) if not any(self.stars(here.home)) else Node()
        if result.held:
            return result
        self.flow(found, result)
        for star in self.stars(here.home):
            if isinstance(star, Imported):
                self.of_module(here, star, name, result)
        self.if_missing(lambda: bool(result.held), lambda: self.flow(outside, result))
        return result

    def own_class(self, here: Here) -> Defined | None:
        """The class whose body is evaluated, if one is."""
        scope = here.frame.scope
        return self.objects.defined(scope, here.frame.around[0]) if isinstance(scope, ast.ClassDef) else None

    def is_own(self, here: Here, cell: Cell) -> bool:
        """Whether a variable belongs to the function or module that is evaluated."""
        return unit_of(cell.frame) is here.unit

    # Parts of objects.

    def _Attribute(self, here: Here, node: ast.Attribute) -> Node:
        return self.attribute(here, self.value(here, node.value), node.attr)

    def _Subscript(self, here: Here, node: ast.Subscript) -> Node:
        self.read(here, node.slice)
        base = self.value(here, node.value)
        self.adds_to_graph(here, node)
        if isinstance(node.slice, ast.Slice):
            result = Node()
            self.put(result, [self.make(here, node, Sort.CONTAINER, self.subscript(here, base, UNKNOWN))])
            self._add_views(base, result)
            return result
        result = self.subscript(here, base, key_of(node.slice))
        if isinstance(node.ctx, ast.Load):
            self._look_up(here, node, base)

        def give(one: Object) -> None:
            if isinstance(one, External):
                made = self.result(here, node)
                self.part_of[made].add(one)
                self.put(result, [made])
            elif isinstance(one, Imported):  # `globals()`
                name = key_of(node.slice)
                if isinstance(name, str):
                    self.of_module(here, one, name, result)
                else:
                    self._any_attribute(here, one, result)

        self.each(base, give)
        return result

    def _look_up(self, here: Here, node: ast.Subscript, base: Node) -> None:
        """There may be nothing at a place, or under a key."""
        key = key_of(node.slice)
        is_written = all(isinstance(one, _FIXED) for one in ast.walk(node.slice))

        def ask(one: Object) -> None:
            name = element(key) if key is not UNKNOWN else ""
            told = functools.partial(failures.of_place, one, is_written=is_written)
            self.if_missing(
                lambda: not told(is_there=name in self.fields.get(one, ())),
                lambda: self.may_raise(here, told(is_there=False)),
            )

        self.each(base, ask)
        self.if_missing(lambda: bool(base.held), lambda: self.may_raise(here, "LookupError"))

    def _add_views(self, base: Node, result: Node) -> None:
        """A slice of what a library gave, such as an array, is a part of it."""

        def add(one: Object) -> None:
            if isinstance(one, Made) and one.sort in (Sort.VALUE, Sort.STATEFUL):
                self.put(result, [one])

        self.each(base, add)

    # Containers.

    def _display(self, here: Here, node: ast.List | ast.Tuple | ast.Set) -> Node:
        starred = [isinstance(one, ast.Starred) for one in node.elts]
        values = [self.value(here, one) for one in node.elts]
        if not isinstance(node, ast.Set) and not any(starred):
            return self.only(self.tuple(here, node, values))
        parts = [
            self.consumed(here, value) if is_starred else value
            for value, is_starred in zip(values, starred, strict=True)
        ]
        return self.only(self.make(here, node, Sort.CONTAINER, self.join(*parts)))

    _List = _Tuple = _Set = _display

    def _Dict(self, here: Here, node: ast.Dict) -> Node:
        parts, others, keys = dict[object, Node](), list[Node](), list[Node]()
        for name, written in zip(node.keys, node.values, strict=True):
            found = self.value(here, written)
            key = key_of(name)
            if name is None:
                others.append(self.elements(here, found))
            elif key is not UNKNOWN:
                parts[key] = self.join(parts.get(key, NOTHING), found)
            else:
                keys.append(self.read(here, name))
                others.append(found)
        made = self.keyed(here, node, parts, self.join(*others), Sort.DICTIONARY)
        self.write_key(made, self.join(*keys))
        return self.only(made)

    def _comprehension(
        self, here: Here, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
    ) -> Node:
        frame = self.enter(node, None, seen_inside(here.frame))
        did = here.did
        if isinstance(node, ast.GeneratorExp):  # which is executed where its elements are asked for
            did = self.recorded.at(node, here.unit)
            self.recorded.by_statement[node][frame] = did
            here.did.call([frame])
        at = None if isinstance(node, ast.GeneratorExp) else here.at
        inside = here._replace(frame=frame, did=did, at=at)
        sources, current = list[Node](), here  # in which the first alone is evaluated
        for generator in node.generators:
            sources.append(self.value(current, generator.iter))
            current = inside
            self.assign(inside, generator.target, self.consumed(inside, sources[-1]))
            for condition in generator.ifs:
                self.test(inside, condition)
        keys = self.read(inside, node.key) if isinstance(node, ast.DictComp) else NOTHING
        found = self.value(inside, node.value if isinstance(node, ast.DictComp) else node.elt)
        sort = _COMPREHENDED.get(type(node), Sort.CONTAINER)
        made = self.make(here, node, sort, found)
        self.write_key(made, keys)
        if sort is Sort.ITERATOR:
            self.set_sources(made, self.join(*sources))
            self.suspended[made].add(frame)
        return self.only(made)

    _ListComp = _SetComp = _DictComp = _GeneratorExp = _comprehension

    # Operators.

    def _IfExp(self, here: Here, node: ast.IfExp) -> Node:
        self.test(here, node.test)
        return self.join(self.value(here, node.body), self.value(here, node.orelse))

    def _BoolOp(self, here: Here, node: ast.BoolOp) -> Node:
        return self.join(*(self.test(here, one) for one in node.values))

    def _FormattedValue(self, here: Here, node: ast.FormattedValue) -> Node:
        shown = self.read(here, node.value)
        self.each(shown, lambda one: self.special(here, one, LOOKED, Arguments(), NOTHING))
        return self.read(here, node.format_spec) if node.format_spec is not None else NOTHING

    def _NamedExpr(self, here: Here, node: ast.NamedExpr) -> Node:
        self.sites.assign(here.frame.scope, [node.target], node.value)
        found = self.value(here, node.value)
        self.assign(here, node.target, found)
        return found

    def _BinOp(self, here: Here, node: ast.BinOp) -> Node:
        """`+` and `*` of containers give another one."""
        both = self.join(self.read(here, node.left), self.read(here, node.right))
        self.adds_to_graph(here, node)
        self.if_missing(lambda: bool(both.held), lambda: self.may_raise(here, failures.of_division(node)))
        if both is NOTHING:
            return NOTHING
        result, elements = Node(), self.elements(here, both)
        self._shown(here, node, both)

        def add(one: Object) -> None:
            if isinstance(one, Made) and one.is_container and _may_join(node.op, one):
                self.put(result, [self.make(here, node, Sort.CONTAINER, elements)])
            self.operate(here, one, both, result)

        self.each(both, add)
        self.computed(here, node, both, result)
        return result

    def operate(self, here: Here, one: Object, operands: Node, result: Node) -> None:
        """Python may call any method for operators of an object's class."""
        self.special(here, one, OPERATORS, Arguments(spread=operands), result)

    def _shown(self, here: Here, node: ast.BinOp, operands: Node) -> None:
        """A text with places for objects, `'%s' % one`, has these described."""
        if isinstance(node.op, ast.Mod):
            shown = self.join(operands, self.elements(here, operands))
            self.each(shown, lambda one: self.special(here, one, LOOKED, Arguments(), NOTHING))

    def _Compare(self, here: Here, node: ast.Compare) -> Node:
        operands = self.join(*(self.read(here, one) for one in (node.left, *node.comparators)))
        result = Node()
        both = self.join(operands, self.elements(here, operands))
        self.each(both, lambda one: self.special(here, one, LOOKED, Arguments(spread=both), result))
        self.computed(here, node, operands, result)
        self.adds_to_graph(here, node)
        return result

    def _UnaryOp(self, here: Here, node: ast.UnaryOp) -> Node:
        operand, result = self.read(here, node.operand), Node()
        self.each(operand, lambda one: self.special(here, one, LOOKED, Arguments(), result))
        self.computed(here, node, operand, result)
        self.adds_to_graph(here, node)
        return result

    def _inner(self, here: Here, node: ast.Await | ast.Starred) -> Node:
        return self.value(here, node.value)

    _Await = _Starred = _inner

    # Functions.

    def _Lambda(self, here: Here, node: ast.Lambda) -> Node:
        return self.function(here, node)

    def function(self, here: Here, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> Node:
        """What the definition of a function gives: itself, and what its decorators make of it."""
        defined = self.objects.defined(node, here.frame)
        self.define(defined)
        arguments = node.args
        positional = [*arguments.posonlyargs, *arguments.args]
        defaults = list(zip(positional[::-1], arguments.defaults[::-1], strict=False))
        named = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        for parameter, written in (*defaults, *((one, value) for one, value in named if value is not None)):
            self.flow(self.value(here, written), self.at(default(defined, parameter.arg)))
        for one in annotations_of(node):
            self.value(here, one)
        return self.decorated(here, self.only(defined), getattr(node, "decorator_list", []))

    @abstractmethod
    def define(self, function: Defined) -> None:
        """A statement defines a function."""

    def decorated(self, here: Here, defined: Node, decorators: list[ast.expr]) -> Node:
        """A function or class, and what its decorators make of it."""
        for one in reversed(decorators):
            if not _is_kind_of_method(one):
                made = self.call_each(here, self.value(here, one), one, Arguments((defined,)))
                defined = self.join(defined, made)
        return defined

    def _yielded(self, here: Here, node: ast.Yield | ast.YieldFrom) -> Node:
        generator = self.objects.made(here.unit.scope, Sort.ITERATOR, here.unit.context)
        found = self.value(here, node.value) if node.value is not None else NOTHING
        if isinstance(node, ast.YieldFrom):
            self.set_sources(generator, found)
            found = self.consumed(here, found)
        self.set_field(generator, ELEMENTS, found)
        self.suspended[generator].add(here.unit)
        self.put(self.at(Cell(here.unit, RETURNED)), [generator])
        return NOTHING

    _Yield = _YieldFrom = _yielded

    # Calls.

    def _Call(self, here: Here, node: ast.Call) -> Node:
        if isinstance(node.func, ast.Name) and node.func.id == "super":
            for one in node.args:
                self.value(here, one)
            return self.above(here)
        if isinstance(node.func, ast.Attribute):
            receiver = self.value(here, node.func.value)
            functions = self.attribute(here, receiver, node.func.attr, called=True)
            self.recorded.give(node.func, functions)
        else:
            functions = self.value(here, node.func)
        arguments = self._arguments(here, node)
        if isinstance(node.func, ast.Name) and node.func.id in _BY_NAME and len(node.args) > 1:
            return self._by_name(here, node, arguments)
        if functions is NOTHING:
            return self._call_of_text(here, node, arguments)
        result = self.call_each(here, functions, node, arguments)
        self.if_missing(
            lambda: bool(functions.held),
            lambda: self.flow(self._call_of_text(here, node, arguments), result),
        )
        return result

    def _call_of_text(self, here: Here, node: ast.Call, arguments: Arguments) -> Node:
        """A call of what is no object, such as a method of a text: it looks at what it is given."""
        self.look(here, self.given(arguments), node, calls=False)
        if isinstance(node.func, ast.Attribute) and node.func.attr in externals.LISTS_OF_TEXTS:
            return self.only(self.make(here, node, Sort.CONTAINER))
        return NOTHING

    def _arguments(self, here: Here, node: ast.Call) -> Arguments:
        positional, keywords, spread = list[Node](), dict[str, Node](), list[Node]()
        for one in node.args:
            if isinstance(one, ast.Starred):
                spread.append(self.consumed(here, self.value(here, one.value)))
            elif spread:  # behind a starred argument, whose length is not known
                spread.append(self.value(here, one))
            else:
                positional.append(self.value(here, one))
        for keyword in node.keywords:
            value = self.value(here, keyword.value)
            if keyword.arg is None:
                spread.append(self.elements(here, value))
            else:
                keywords[keyword.arg] = value
        key = key_of(node.args[0]) if node.args else UNKNOWN
        constants: dict[int | str, object] | None = None
        if len(positional) == len(node.args) and len(keywords) == len(node.keywords):
            constants = {place: constant(one) for place, one in enumerate(node.args)}
            constants |= {one.arg: constant(one.value) for one in node.keywords if one.arg is not None}
        return Arguments(tuple(positional), keywords, self.join(*spread), key, constants)

    def _by_name(self, here: Here, node: ast.Call, arguments: Arguments) -> Node:
        """`getattr` and such: of one attribute, where its name is written out, and of any otherwise."""
        name = node.args[1].value if isinstance(node.args[1], ast.Constant) else ANYTHING
        if not isinstance(name, str) or len(arguments.positional) < 2:
            return self.join(*arguments.positional)
        objects, others = arguments.positional[0], self.join(*arguments.positional[2:])
        if isinstance(node.func, ast.Name) and node.func.id == "setattr":
            self.each(objects, lambda one: self.set_attribute(here, one, name, others))
            return NOTHING
        is_asked = isinstance(node.func, ast.Name) and node.func.id == "hasattr"
        if name != ANYTHING:
            found = self.attribute(here, objects, name)  # a property is computed for the answer, too
            return NOTHING if is_asked else self.join(found, others)
        if len(node.args) == 2 and not is_asked:
            self.may_raise(here, "AttributeError")
        found = Node()
        self.each(objects, lambda one: self._any_attribute(here, one, found))
        return NOTHING if is_asked else self.join(found, others)

    def _any_attribute(self, here: Here, one: Object, found: Node) -> None:
        """Any attribute of an object: its own, its classes', a method of a library's."""
        self.load(here, one, ELEMENTS if isinstance(one, Imported) else ANYTHING, found)
        if isinstance(one, Imported):
            home = self.modules[one.path]
            for name in sorted(home.bound | self.names.bound(home.module.tree)):
                self.of_module(here, one, name, found)
            return
        owner = one.owner if isinstance(one, Made) else one if isinstance(one, Defined) else None
        if owner is None:
            self.attribute_of(here, one, ANYTHING, found, called=True)
            return

        def ask(above: Object) -> None:
            if isinstance(above, Defined) and above not in asked:
                asked.add(above)
                self.each_field(above, lambda name: self.attribute_of(here, one, name, found))
                self.each(self.bases[above], ask)

        asked = set[Object]()
        ask(owner)


def _may_join(operator: ast.operator, one: Made) -> bool:
    """Whether an operator gives a container, where one operand is it: `-` does of sets."""
    if isinstance(operator, (ast.Add, ast.Mult)):
        return True
    is_set = not isinstance(one.node, (ast.List, ast.Tuple, ast.ListComp))
    return is_set and isinstance(operator, (ast.Sub, ast.BitOr, ast.BitAnd, ast.BitXor))


_COMPREHENDED = {ast.GeneratorExp: Sort.ITERATOR, ast.DictComp: Sort.DICTIONARY}


def _is_kind_of_method(decorator: ast.expr) -> bool:
    if isinstance(decorator, ast.Attribute):
        return decorator.attr in ("setter", "getter", "deleter")
    return isinstance(decorator, ast.Name) and decorator.id in _KINDS_OF_METHODS


def key_of(node: ast.expr | None) -> object:
    """The key that an expression writes out, if it does."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, _KEYS) else UNKNOWN


def unit_of(frame: Frame) -> Frame:
    """The function or module that a frame is evaluated with."""
    while isinstance(frame.scope, (ast.ClassDef, *COMPREHENSIONS)):
        frame = frame.around[0]
    return frame


# What an index is written of, if the text says all of it.
_FIXED = (ast.Constant, ast.Slice, ast.Tuple, ast.UnaryOp, ast.unaryop, ast.expr_context, ast.operator)

# Methods that Python calls for operators; which of them, and for which operand, is not told apart.
_BINARY = ("add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "pow", "and", "or", "xor")
OPERATORS = tuple(
    f"__{start}{name}__"
    for name in (*_BINARY, "lshift", "rshift", "divmod", "concat")
    for start in ("", "r", "i")
)
