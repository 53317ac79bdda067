"""Calls: what is called, in which context, with what in its parameters."""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from migrate.model.bindings import Bindings
from migrate.model.objects import (
    ANYTHING,
    ELEMENTS,
    FUNCTIONS,
    Above,
    BuiltinMethod,
    Cell,
    Defined,
    External,
    Field,
    Frame,
    Made,
    Method,
    Object,
    Scope,
    Sort,
    element,
)

from .attributes import is_callable
from .constants import ANY, constant, deciding
from .flow import NOTHING, Node
from .heap import KEPT, Arguments, Find, Here
from .library import Library
from .recorded import Did

RETURNED = "<returned>"
_CALLED = "<called>"  # a field of partial functions
MOST_CONTEXTS = 500


class _Again:
    """What an expression calls more than once: all that it is given from the second time on, and gives."""

    def __init__(self) -> None:
        self.given = Node()
        self.result = Node()
        self.is_called = False


class _Parameters(NamedTuple):
    """The parameters of a function: the `names` of those that have places, and `every` name.

    With the two that collect what no other has, where each finds its default value, and those that are
    `deciding` on branches, with what the text says that these are by default.
    """

    names: tuple[str, ...]
    every: tuple[str, ...]
    others: ast.arg | None
    keywords: ast.arg | None
    defaults: Mapping[str, Field]
    deciding: Mapping[str, object]


class _CalledValue(NamedTuple):
    """What values are given that an expression calls, what they hold and have kept, and what they give."""

    given: Node
    held: Node
    kept: Node
    result: Node


class Calls(Library):
    """Calls of functions, methods, classes and objects."""

    def __init__(self, modules: Iterable[Bindings], find: Find, most_steps: int, most_contexts: int) -> None:
        super().__init__(modules, find, most_steps)
        self._most_contexts = most_contexts
        self._contexts: dict[Scope, set[ast.AST]] = defaultdict(set)
        self._shapes: dict[Made, tuple[int, tuple[str, ...]]] = {}
        self._partials: dict[tuple[Did, Made, ast.AST], _Again] = {}
        self._called_values: dict[tuple[Did, ast.AST], _CalledValue] = {}
        self._callees: dict[tuple[Defined, ast.AST], Frame] = {}
        self._parameters: dict[Defined, _Parameters] = {}
        self._deciding: dict[Scope, Sequence[str]] = {}
        self._from_outside: set[tuple[Frame, Defined, Node]] = set()  # with what they are called so

    @abstractmethod
    def start(self, frame: Frame) -> None:
        """A function may be called."""

    def call_each(self, here: Here, functions: Node, node: ast.AST, arguments: Arguments) -> Node:
        """What a call of any of some objects gives."""
        if functions is NOTHING:
            return NOTHING
        result = Node()
        self.each(functions, lambda one: self.call(here, one, node, arguments, result))
        return result

    def call(self, here: Here, one: Object, node: ast.AST, arguments: Arguments, result: Node) -> None:
        """A statement calls an object; what that gives goes to `result`."""
        if isinstance(one, Method):
            context = one.receiver.node if isinstance(one.receiver, Made) else node
            self._enter_function(
                here, one.function, context, _with_first(one.receiver, arguments, self), result
            )
        elif isinstance(one, Defined) and isinstance(one.node, ast.ClassDef):
            self._make_instance(here, one, node, arguments, result)
        elif isinstance(one, Defined) and isinstance(one.frame.scope, ast.ClassDef) and arguments.positional:
            self._call_of_class(here, one, node, arguments, result)
        elif isinstance(one, Defined):
            self._enter_function(here, one, node, arguments, result)
        elif isinstance(one, BuiltinMethod):
            here.did.call_library(one)
            self.builtin_method(here, one, node, arguments, result)
        elif isinstance(one, External):
            here.did.call_library(one)
            self.external(here, one.name, node, arguments, result)
        elif isinstance(one, Made):
            self._call_made(here, one, node, arguments, result)

    # Functions of the program.

    def context(self, scope: Scope, wanted: ast.AST | None) -> ast.AST | None:
        """The context in which a function is evaluated: its own for each of the first calls, then one."""
        if wanted is not None:
            wanted = self.sites.context(scope, wanted)
        known = self._contexts[scope]
        if wanted in known:
            return wanted
        if wanted is None or len(known) >= self._most_contexts:
            return None
        known.add(wanted)
        return wanted

    def _enter_function(
        self, here: Here, function: Defined, wanted: ast.AST, arguments: Arguments, result: Node
    ) -> None:
        """A call of a function in a context, with these arguments."""
        frame = self._callees.get((function, wanted))
        if frame is None:
            node = function.node
            assert not isinstance(node, ast.ClassDef)
            frame = self.enter(node, self.context(node, wanted), seen_inside(function.frame))
            self._callees[function, wanted] = frame
            self.start(frame)
        here.did.call([frame], for_graph=here.for_graph)
        self._bind_parameters(here, frame, function, arguments)
        self.flow(self.at(Cell(frame, RETURNED)), result)

    def _bind_parameters(self, here: Here, frame: Frame, function: Defined, arguments: Arguments) -> None:
        parameters, spread = self._parameters_of(function), arguments.spread
        named, given = arguments.keywords, len(arguments.positional)
        left = parameters.every[min(given, len(parameters.names)) :]
        if named:
            left = tuple(name for name in left if name not in named)
        here.did.reads.update(map(parameters.defaults.__getitem__, left))
        self._decide(frame, parameters, arguments)
        if not (given or named):
            # So calls code from outside, a function with the same again and again.
            call = frame, function, spread
            if call in self._from_outside:
                return
            self._from_outside.add(call)
        for name, value in zip(parameters.names, arguments.positional, strict=False):
            self.flow(value, self._parameter(frame, name))
        for name in left:
            parameter = self._parameter(frame, name)
            self.flow(self.at(parameters.defaults[name]), parameter)
            self.flow(spread, parameter)
        others = {name: value for name, value in named.items() if name not in parameters.defaults}
        for name, value in named.items():
            if name in parameters.defaults:
                self.flow(value, self._parameter(frame, name))
        behind = dict(enumerate(arguments.positional[len(parameters.names) :]))
        self._collect(frame, parameters.others, Sort.CONTAINER, behind, spread)
        self._collect(frame, parameters.keywords, Sort.DICTIONARY, others, spread)

    def _decide(self, frame: Frame, parameters: _Parameters, arguments: Arguments) -> None:
        """What a call gives parameters that decide on branches: constants of its text, or of their own."""
        for name, own in parameters.deciding.items():
            place = parameters.names.index(name) if name in parameters.names else len(arguments.positional)
            given: object = own
            if arguments.constants is None:
                given = ANY
            elif place < len(arguments.positional):
                given = arguments.constants.get(place, ANY)
            elif name in arguments.keywords:
                given = arguments.constants.get(name, ANY)
            self.constants.give(Cell(frame, name), given)

    def deciding_in(self, scope: Scope) -> Sequence[str]:
        """The parameters of a function that decide on branches of it, looked up once."""
        if scope not in self._deciding:
            self._deciding[scope] = deciding(scope) if isinstance(scope, FUNCTIONS) else ()
        return self._deciding[scope]

    def may_be_given(self, frame: Frame, function: Defined) -> None:
        """Something else may call a function, and give it whatever there is."""
        for name in self._parameters_of(function).deciding:
            self.constants.give(Cell(frame, name), ANY)

    def _call_of_class(
        self, here: Here, function: Defined, node: ast.AST, arguments: Arguments, result: Node
    ) -> None:
        """`Base.__init__(self, x)`: a method of each object that is passed, as where it is bound to that."""
        (first, *others), entered = arguments.positional, list[Object]()

        def enter(one: Object) -> None:
            entered.append(one)
            is_object = isinstance(one, Made) and one.sort is Sort.INSTANCE
            context = one.node if is_object and isinstance(one, Made) else node
            passed = arguments._replace(positional=(self.only(one), *others))
            self._enter_function(here, function, context, passed, result)

        self.each(first, enter)
        self.if_missing(
            lambda: bool(entered), lambda: self._enter_function(here, function, node, arguments, result)
        )

    def _parameters_of(self, function: Defined) -> _Parameters:
        """The parameters of a function, looked up once."""
        if function not in self._parameters:
            assert not isinstance(function.node, ast.ClassDef)
            node = function.node.args
            names = tuple(one.arg for one in (*node.posonlyargs, *node.args))
            every = (*names, *(one.arg for one in node.kwonlyargs))
            defaults = {name: default(function, name) for name in every}
            values = dict(zip(reversed(names), reversed(node.defaults), strict=False))
            values |= {
                one.arg: each for one, each in zip(node.kwonlyargs, node.kw_defaults, strict=True) if each
            }
            given = {name: constant(values.get(name)) for name in self.deciding_in(function.node)}
            self._parameters[function] = _Parameters(names, every, node.vararg, node.kwarg, defaults, given)
        return self._parameters[function]

    def _collect(
        self,
        frame: Frame,
        parameter: ast.arg | None,
        sort: Sort,
        parts: Mapping[int, Node] | Mapping[str, Node],
        spread: Node,
    ) -> None:
        """`*args` and `**kwargs`: a container of what no other parameter has."""
        if parameter is not None:
            made = self.objects.made(parameter, sort, frame.context)
            self.makers[made].add(frame)
            self.set_field(made, ELEMENTS, spread)
            for key, part in parts.items():
                self.set_field(made, element(key), part)
            self.put(self._parameter(frame, parameter.arg), [made])

    def _parameter(self, frame: Frame, name: str) -> Node:
        """What callers give a parameter."""
        return self.written(Cell(frame, name), frame.scope)

    # Classes and objects.

    def _make_instance(
        self, here: Here, owner: Defined, node: ast.AST, arguments: Arguments, result: Node
    ) -> None:
        """A call of a class: its object is made, and its `__init__` called, if the program has one."""
        made = self.make(here, node, Sort.INSTANCE, owner=owner)
        self.put(result, [made])
        starts, ended = Node(), Node()
        self.of_class(here, made, "__init__", starts)
        self.each(starts, lambda one: self.call(here, one, node, arguments, ended))

        def keep_all() -> None:
            """A class of a library is above it: its objects hold what they are made of."""
            given = self.given(arguments)
            self.fill_record(made, self.names_of_record(made), arguments)
            self.set_field(made, ELEMENTS, self.elements(here, given))  # of a list, or a dictionary
            self.keep(node, made, self.looked(here, given, node).functions, NOTHING)

        self.if_missing(lambda: bool(starts.held), keep_all)

    def _call_made(self, here: Here, one: Made, node: ast.AST, arguments: Arguments, result: Node) -> None:
        if one.sort is Sort.PARTIAL:
            self._call_partial(here, one, node, arguments, result)
        elif one.sort is Sort.INSTANCE:
            methods = Node()
            self.of_class(here, one, "__call__", methods)
            self.each(methods, lambda method: self.call(here, method, node, arguments, result))
            method = self.objects.builtin_method(one, "__call__")
            self.if_missing(
                lambda: bool(methods.held), lambda: self.call(here, method, node, arguments, result)
            )
        elif one.sort is Sort.STATEFUL:
            self.builtin_method(here, self.objects.builtin_method(one, "__call__"), node, arguments, result)
        elif one in self.record_classes:
            made = self.record(here, node)
            self.records[made] = self.record_classes[one]
            self.fill_record(made, self.records[made], arguments)
            self.put(result, [made])
        elif not one.is_container and one.sort is not Sort.ITERATOR:
            self._call_value(here, one, node, arguments, result)

    def _call_value(self, here: Here, one: Made, node: ast.AST, arguments: Arguments, result: Node) -> None:
        """What a library gave is called: that may call the functions that it was ever given."""
        given = self.given(arguments)
        self.call_kept(here, one, one.node, given)
        if self.anything is not None:
            self.anything.use(here, node, given, result)
            return
        called = self._called_value(here, node)
        self.flow(given, called.given)
        self.flow(self.whole(one, elements=True), called.held)
        self.flow(self.at(Field(one, KEPT)), called.kept)
        self.flow(called.result, result)

    def _called_value(self, here: Here, node: ast.AST) -> _CalledValue:
        """What is common to all values of a library that an expression of a statement calls."""
        key = here.did, node
        if key in self._called_values:
            return self._called_values[key]
        called = self._called_values[key] = _CalledValue(Node(), Node(), Node(), Node())
        looked, inner, passed = self.looked(here, called.given, node), Node(), Arguments(spread=called.given)
        made = self.result(here, node, self.join(looked.results, inner))
        self.put(called.result, [made])
        self.keep(node, made, self.join(looked.functions, called.kept), called.result)

        def call_inner(function: Object) -> None:
            if is_callable(function):
                self.call(here, function, node, passed, inner)

        self.each(called.held, call_inner)
        return called

    # Partial functions.

    def partial(self, here: Here, node: ast.AST, arguments: Arguments, result: Node) -> None:
        """`functools.partial`: its function is called later, with what is bound now."""
        made = self.objects.made(node, Sort.PARTIAL, here.unit.context)
        self.note_made(here, made)
        shape = len(arguments.positional), tuple(arguments.keywords)
        functions = arguments.positional[0] if arguments.positional else arguments.spread
        if self._shapes.setdefault(made, shape) != shape:
            self.escape(here, node, self.given(arguments))
            self.look(here, self.given(arguments), node)
        self.set_field(made, _CALLED, functions)
        self.set_field(made, ELEMENTS, arguments.spread)
        for place, value in enumerate(arguments.positional[1:]):
            self.set_field(made, element(place), value)
        for name, value in arguments.keywords.items():
            self.set_field(made, element(name), value)
        self.put(result, [made])

    def _call_partial(self, here: Here, one: Made, node: ast.AST, arguments: Arguments, result: Node) -> None:
        """A call of a function with some of its arguments.

        That function may be the same partial again, as in `f = partial(f, x)`: what an expression calls once
        more is called with all that it is given then, and no more.
        """
        key = (here.did, one, node)
        if key in self._partials:
            again = self._partials[key]
            self.flow(self.given(arguments), again.given)
            self.flow(again.result, result)
            if again.is_called:
                return
            again.is_called, arguments, result = True, Arguments(spread=again.given), again.result
        else:
            self._partials[key] = _Again()
        places, names = self._shapes[one]
        here.did.reads.add(Field(one, ELEMENTS))
        bound = (self.at(Field(one, element(place))) for place in range(places - 1))
        named = {name: self.at(Field(one, element(name))) for name in names}
        anything = self.at(Field(one, ANYTHING))
        spread = self.join(arguments.spread, self.at(Field(one, ELEMENTS)), anything)
        passed = Arguments((*bound, *arguments.positional), {**named, **arguments.keywords}, spread)
        functions = self.at(Field(one, _CALLED))
        self.each(functions, lambda function: self.call(here, function, node, passed, result))

    # `super` and attributes by computed names.

    def above(self, here: Here) -> Node:
        """What `super()` gives: the object of the method, as the classes above its own see it."""
        frame = next((one for one in here.frame.chain if isinstance(one.scope, ast.FunctionDef)), None)
        method = frame.scope if frame is not None else None
        classes = ((one, one.node) for one in self.bases)
        owners = [one for one, node in classes if isinstance(node, ast.ClassDef) and method in node.body]
        if frame is None or not owners or not isinstance(method, ast.FunctionDef) or not method.args.args:
            return NOTHING
        result = Node()

        def see(one: Object) -> None:
            if not isinstance(one, Above):
                self.put(result, [self.objects.above(one, owner) for owner in owners])

        self.each(self.at(Cell(frame, method.args.args[0].arg)), see)
        return result


def _with_first(receiver: Object, arguments: Arguments, heap: Calls) -> Arguments:
    positional = heap.only(receiver), *arguments.positional
    constants = arguments.constants
    if constants is not None:  # each stands one place behind
        constants = {one + 1 if isinstance(one, int) else one: value for one, value in constants.items()}
    return Arguments(positional, arguments.keywords, arguments.spread, constants=constants)


def default(function: Defined, name: str) -> Field:
    """Where the default value of a parameter is."""
    return Field(function, f"<default of {name}>")


def seen_inside(frame: Frame) -> tuple[Frame, ...]:
    """The frames whose names a function sees that is defined in one: a class's own are not among them."""
    return tuple(one for one in frame.chain if not isinstance(one.scope, ast.ClassDef))
