"""What functions and methods from outside of the run do, by the tables of `externals.py`."""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections.abc import Iterable, Sequence

from migrate.model.bindings import Bindings
from migrate.model.objects import (
    ANYTHING,
    ELEMENTS,
    FUNCTIONS,
    STATE,
    BuiltinMethod,
    Cell,
    Defined,
    External,
    Field,
    Made,
    Method,
    Object,
    Sort,
    element,
    is_element,
)
from migrate.syntax.command_line import PARSING

from . import externals, failures, side_effects
from .attributes import is_callable
from .changed_arguments import (
    CHANGING_ARRAYS,
    CHANGING_SETTINGS,
    READING_OF_STREAMS,
    changed_by_method,
    changed_places,
    is_in_place,
    is_output,
)
from .containers import LOOKED, Containers, Looked
from .exceptions import EXITS
from .flow import NOTHING, Node
from .heap import KEPT, UNKNOWN, Arguments, Find, Here
from .recorded import Did
from .side_effects import CONTENTS, NAMES
from .sites import Gives

_WRITTEN = "<written>"  # of what writes a file: which one, or an empty text
_INNER = ("extend", "update", "extendleft")  # methods that add the elements of what they are given
_MOVING = frozenset(
    {"insert", "pop", "remove", "reverse", "sort", "rotate", "appendleft", "popleft", "extendleft"}
)
_COMPARING = frozenset(
    {
        *("__contains__", "__getitem__", "__setitem__", "add", "count", "discard", "get", "index", "pop"),
        *("remove", "setdefault", "sort", "update"),
    }
)
_DICTIONARIES = frozenset({"dict", "collections.OrderedDict", "collections.Counter"})
_COPYING = frozenset({"copy.copy", "copy.deepcopy"})


class Library(Containers):
    """Calls of what the program does not define."""

    def __init__(self, modules: Iterable[Bindings], find: Find, most_steps: int) -> None:
        super().__init__(modules, find, most_steps)
        self.kept_by_graph = Node()  # functions that a graph calls for each variable
        self._adding = set[Did]()  # what has it call them
        self._passed_out: dict[tuple[Did, ast.AST], Node] = {}  # to code that is not known

    def given(self, arguments: Arguments) -> Node:
        """All that is passed."""
        return self.join(*arguments.positional, *arguments.keywords.values(), arguments.spread)

    def _callable(self, objects: Node) -> Node:
        """The functions among some objects, where it is not `anything` that calls them."""
        if self.anything is not None:
            return NOTHING
        found = Node()

        def add(one: Object) -> None:
            if is_callable(one):
                self.put(found, [one])

        self.each(objects, add)
        return found if objects is not NOTHING else NOTHING

    # Methods.

    def builtin_method(
        self, here: Here, method: BuiltinMethod, node: ast.AST, arguments: Arguments, result: Node
    ) -> None:
        """A method of a list or dictionary, or of what a library gave."""
        receiver, given = method.receiver, self.given(arguments)
        sort = receiver.sort if isinstance(receiver, Made) else None
        self._go_on(here, method, node, given)
        self._write_outputs(here, arguments)
        if method.name in CHANGING_ARRAYS or changed_by_method(method.name):
            self.if_array(receiver, lambda: self._change_arrays(here, method, arguments))
        if is_in_place(node) and "copy" not in arguments.keywords:
            self.write(here, receiver, ANYTHING, given)
        if method.name in PARSING:  # which sets the attributes of a namespace that it is given
            told = self.join(*arguments.positional[1:], *arguments.keywords.values(), arguments.spread)
            self.each(told, lambda one: self.write(here, one, ANYTHING, NOTHING))
        if sort is Sort.STREAM:
            self.write(here, receiver, ANYTHING, given)  # a queue gives it back, to whoever asks
            if method.name not in READING_OF_STREAMS:
                self._change(here, given)
            called = self.look(here, given, node)
            self.put(result, [self.result(here, node, called, Gives.ARRAY)])
            self.flow(self.whole(receiver), result)
        elif sort in (None, Sort.STATEFUL, Sort.INSTANCE, Sort.PARTIAL):
            self._unknown_method(here, method, node, arguments, result)
        elif isinstance(receiver, Made) and method.name.startswith("_") and self._is_of_records(receiver):
            self._record_method(here, receiver, method.name, node, arguments, result)
        elif sort is Sort.ITERATOR:
            self.look(here, given, node)
            self.flow(self.consumed(here, self.only(receiver)), result)
        elif method.name in externals.CHANGING_METHODS and not (
            sort is Sort.VALUE and method.name in ("add", "put")
        ):
            self._changing_method(here, receiver, method.name, node, arguments, result)
        elif isinstance(receiver, Made) and receiver.is_container:
            self._reading_method(here, receiver, method.name, node, arguments, result)
        else:
            self._method_of_value(here, method, node, given, result)

    def _change(self, here: Here, objects: Node, value: Node = NOTHING) -> None:
        """A function changes the elements of some objects: their order, or for others."""

        def change(one: Object) -> None:
            self.move_elements(one)
            self.write(here, one, ELEMENTS, value)

        self.each(objects, change)

    def _change_arrays(self, here: Here, method: BuiltinMethod, arguments: Arguments) -> None:
        """A method of an array changes it, or another one that it writes its result into."""
        if method.name in CHANGING_ARRAYS:
            self.write(here, method.receiver, ANYTHING, self.given(arguments))
        self._change_at(here, changed_by_method(method.name), arguments)

    def _change_at(self, here: Here, places: Iterable[int], arguments: Arguments) -> None:
        """What is passed at some places is changed, and may hold what is passed behind it."""
        for place in places:
            is_named = place < len(arguments.positional)
            changed = arguments.positional[place] if is_named else arguments.spread
            self._change(here, changed, self.join(*arguments.positional[place + 1 :], arguments.spread))

    def _write_outputs(self, here: Here, arguments: Arguments) -> None:
        """What a library writes its results into, by the names of the arguments; there may be a tuple."""
        for keyword, value in arguments.keywords.items():
            if is_output(keyword):
                self._change(here, self.join(value, self.elements(here, value)))

    def _go_on(self, here: Here, method: BuiltinMethod, node: ast.AST, given: Node) -> None:
        """A method of a library may be seen outside of the process, and call functions of its object."""
        receiver, name, functions = method.receiver, method.name, Node()
        self._use_files(here, f".{name}", node, Arguments())
        self._write_files(here, self.join(self.only(receiver), given))
        if side_effects.method_acts(name):
            here.did.outside.add(name)
        if isinstance(receiver, Made):

            def tell(base: str) -> None:
                if side_effects.acts_outside(base, receiver.node):
                    here.did.outside.add(name)

            self.each_library_above(receiver, tell)
            if receiver.owner is None and receiver.sort is Sort.STATEFUL:
                here.did.outside.add(name)
        self.call_kept(here, receiver, node, given)
        self.functions_of(here, receiver, functions)
        self.each(functions, lambda one: self.call_back(here, one, node, given, NOTHING))

    def _method_of_value(
        self, here: Here, method: BuiltinMethod, node: ast.AST, given: Node, result: Node
    ) -> None:
        """A method of an array or a tensor; or of a scope, which is set a function that the graph calls."""
        receiver, looked = method.receiver, self.looked(here, given, node)
        called = looked.results
        if isinstance(receiver, Made) and method.name not in externals.FETCHES:  # a session keeps nothing
            self.keep(node, receiver, looked.functions, NOTHING)
        if method.name in externals.SETS_FUNCTIONS:
            self.flow(looked.functions, self.kept_by_graph)
        here.did.reads.add(Field(receiver, ELEMENTS))
        if method.name in externals.CHANGING_GRAPH:
            self.write(here, receiver, ELEMENTS, NOTHING)
        if method.name in CHANGING_SETTINGS:
            self.write(here, receiver, ANYTHING, given)
        self.adds_to_graph(here, node)
        if method.name in externals.VIEWS:
            self.put(result, [receiver])
        if method.name in externals.FETCHES:
            self.put(result, [self.result(here, node, called, Gives.ARRAY)])
        else:
            self.compute(here, node, receiver, result, called)

    def _behind(self, first: Sequence[str], arguments: Arguments) -> Node:
        """What is passed to a scope behind its first parameters, which may be functions."""
        skipped = externals.TOLD_NO_FUNCTIONS.union(first)
        others = (one for name, one in arguments.keywords.items() if name not in skipped)
        return self.join(*arguments.positional[len(first) :], *others, arguments.spread)

    def adds_to_graph(self, here: Here, node: ast.AST, given: Node = NOTHING) -> None:
        """A statement may make operations or variables, for which the graph calls functions.

        Those that are given nothing run in one context for all statements: they do the same.
        """

        for_graph = here._replace(for_graph=True)

        def run(one: Object) -> None:
            inner = one.function if isinstance(one, Method) else one
            own = inner.node if given is NOTHING and isinstance(inner, (Defined, Made)) else node
            self.call_back(for_graph, one, own, given, NOTHING)

        if given is not NOTHING or here.did not in self._adding:
            self._adding.add(here.did)
            self.each(self.kept_by_graph, run)

    def _is_of_records(self, one: Made) -> bool:
        """Whether it is a named tuple, or a class of such."""
        return one in self.records or one in self.record_classes

    def _unknown_method(
        self, here: Here, method: BuiltinMethod, node: ast.AST, arguments: Arguments, result: Node
    ) -> None:
        """A method that may change its object by whatever it is given, and that, too."""
        receiver, given = method.receiver, self.given(arguments)
        if method.name in externals.LOADING_METHODS:
            self.runs_any(here, arguments)
        if isinstance(receiver, Made) and self.is_record(receiver) and method.name.startswith("_"):
            self._record_method(here, receiver, method.name, node, arguments, result)
            return
        if method.name in externals.READING_METHODS:
            self.if_namespace(
                receiver,
                lambda: self._reading_method(here, receiver, method.name, node, arguments, result),
            )
        here.did.reads.add(Field(receiver, ANYTHING))
        self.unknown_code(here, node, given, result, receiver)

    def unknown_code(
        self, here: Here, node: ast.AST, given: Node, result: Node, receiver: Object | None = None
    ) -> None:
        """Code that is not known may change what it is given, and may give that back."""
        if self.anything is not None:
            if receiver is not None:
                self.write(here, receiver, ANYTHING, NOTHING)
                given = self.join(given, self.only(receiver))
            self.anything.use(here, node, given, result)
            return
        if receiver is not None:
            self.write(here, receiver, ANYTHING, given)
            held = self.whole(receiver)
            self.flow(held, result)  # it may give what it was given before, and unknown code change that
            if isinstance(receiver, Made) and receiver.sort is Sort.STATEFUL:
                given = self.join(given, held)
        looked = self.looked(here, given, node)
        key = here.did, node
        if key not in self._passed_out:  # the methods of many objects may be called here
            self._passed_out[key] = passed = Node()
            self.escape(here, node, passed)
            # Some may hold others from now on.
            self.each(passed, lambda one: self.set_field(one, ANYTHING, passed))
        self.flow(given, self._passed_out[key])
        self.flow(given, result)
        made = self.make(here, node, Sort.STATEFUL, self.join(given, looked.results))
        self.put(result, [made])
        self.keep(node, made, looked.functions, result)

    def _record_method(
        self, here: Here, receiver: Made, name: str, node: ast.AST, arguments: Arguments, result: Node
    ) -> None:
        """`_replace` and other methods of named tuples; what they give holds the same, and what is given."""
        if name == "_replace":
            self.fill_record(receiver, self.records.get(receiver, ()), arguments)
            self.put(result, [receiver])
        elif name == "_make":
            names = self.records.get(receiver) or self.record_classes.get(receiver, ())
            self.fill_record(receiver, names, Arguments(spread=self.consumed(here, self.given(arguments))))
            self.put(result, [receiver])
        else:
            elements = self.join(self.elements(here, self.only(receiver)), self.given(arguments))
            self.put(result, [self.make(here, node, Sort.CONTAINER, elements)])

    def record(self, here: Here, node: ast.AST) -> Made:
        """A named tuple, or a class of such, that a call gives: always told from what other calls give."""
        made = self.objects.made(node, Sort.RECORD, here.unit.context)
        self.note_made(here, made)
        self.set_field(made, ELEMENTS, NOTHING)
        return made

    def fill_record(self, made: Made, names: tuple[str, ...], arguments: Arguments) -> None:
        """A named tuple holds what is given: by name, and by place."""
        for place, value in enumerate(arguments.positional):
            self.set_field(made, element(place), value)
            if place < len(names):
                self.set_field(made, names[place], value)
        for name, value in arguments.keywords.items():
            self.set_field(made, element(name), value)
            self.set_field(made, name, value)
        for name in (ELEMENTS, *names) if arguments.spread is not NOTHING else ():
            self.set_field(made, name, arguments.spread)

    def _changing_method(
        self, here: Here, receiver: Object, name: str, node: ast.AST, arguments: Arguments, result: Node
    ) -> None:
        """A method such as `append`."""
        given, key = self.given(arguments), arguments.key
        self.may_raise(here, failures.of_method(name, node))
        if name == "sort" or not (isinstance(receiver, Made) and receiver.is_container):
            self.look(here, given, node)
        self._compare(here, name, node, self.join(given, self.only(receiver)))
        if name in _MOVING and not isinstance(key, str):
            self.move_elements(receiver)
        if name in ("setdefault", "__setitem__") and len(arguments.positional) == 2:
            self.write_key(receiver, arguments.positional[0])
            self.write_element(here, receiver, key, arguments.positional[1])
        elif name in ("pop", "remove", "discard", "sort", "reverse", "clear", "popitem", "popleft"):
            self.write_element(here, receiver, key if isinstance(key, str) else UNKNOWN, NOTHING)
        else:
            self.write(here, receiver, ELEMENTS, given)
        if name in _INNER:
            self.set_field(
                receiver, ELEMENTS, self.join(self.consumed(here, given), self.elements(here, given))
            )
            self.write_key(receiver, self.consumed(here, given))
        if isinstance(receiver, Made) and receiver.sort is Sort.VALUE and not receiver.is_array:
            self.write(here, receiver, ANYTHING, given)  # it may be the dictionary of its attributes
        if name == "popitem":
            itself = self.only(receiver)
            pair = {0: self.gone_through(here, itself), 1: self.elements(here, itself)}
            self.flow(self.pairs(here, node, pair), result)
        elif name in externals.GIVING_METHODS:
            known = key if isinstance(key, str) else UNKNOWN
            self.flow(self.subscript(here, self.only(receiver), known), result)
            self.flow(given, result)  # what `pop` and `setdefault` give otherwise

    def _compare(self, here: Here, name: str, node: ast.AST, objects: Node) -> None:
        """A method of a container may compare what it holds and what it is given, or have it counted."""
        if name in _COMPARING and not self.methods.isdisjoint(LOOKED):
            self.look(here, objects, node, uses=False, calls=False)

    def _reading_method(
        self, here: Here, receiver: Object, name: str, node: ast.AST, arguments: Arguments, result: Node
    ) -> None:
        """A method of a container that does not change it, such as `items`; or one that is not known."""
        given, itself = self.given(arguments), self.only(receiver)
        self.may_raise(here, failures.of_method(name, node))
        self._compare(here, name, node, self.join(given, itself))
        if name in ("get", "__getitem__"):
            self.flow(self.subscript(here, itself, arguments.key), result)
            self.flow(given, result)
            return
        elements, keys = self.elements(here, itself), self.gone_through(here, itself)
        attributes = Node()
        self.if_namespace(receiver, lambda: self.flow(self.whole(receiver), attributes))
        elements = self.join(elements, attributes)
        if name in externals.READING_METHODS:
            inner = self.join(elements, self.consumed(here, given))
            if name in ("keys", "iterkeys", "viewkeys"):
                inner = keys
            elif name in ("items", "iteritems", "viewitems"):
                inner = self.pairs(here, node, {0: keys, 1: elements})
            made = self.make(here, node, Sort.CONTAINER, inner)
            if name.endswith(("keys", "items", "values")):
                self.set_sources(made, itself)
            self.put(result, [made])
        else:
            self.flow(elements, result)
            self.unknown_code(here, node, given, result, receiver)

    # Functions.

    def external(self, here: Here, name: str, node: ast.AST, arguments: Arguments, result: Node) -> None:
        """A function from outside of the run."""
        if name in externals.PARTIAL:
            self.partial(here, node, arguments, result)
            return
        if name in EXITS:
            self.may_end(here, SystemExit.__name__)
            return
        if side_effects.acts_outside(name, node) and externals.stream_of(name) is None:
            here.did.outside.add(name)
        if name in externals.SETTINGS:
            self.put(result, [self.objects.external(externals.SETTINGS[name])])
            return
        self.may_raise(here, failures.of_function(name, node))
        self._touch_states(here, name, node, arguments)
        given = self.given(arguments)
        first = arguments.positional[0] if arguments.positional else arguments.spread
        if name.partition(".")[0] != "tensorflow" and externals.calls_back(name):
            here.did.passed.add(given)  # TensorFlow's functions are passed what they call by its name
        if name in externals.GIVES_DECORATOR:
            self.put(result, [self.objects.external("staticmethod")])
        if externals.gives_itself(name):
            self.flow(given, result)
        if externals.gives_itself(name) or name in externals.GIVES_DECORATOR:
            return
        is_lazy = externals.gives_iterator(name) or name in externals.EMPTY
        calls = externals.calls_back(name)
        never_called = externals.never_called(name)
        if never_called is not None:
            given = self._behind(never_called, arguments)
        if externals.makes_variables(name) or never_called is not None:
            # What makes a variable otherwise is passed to the program's own function for that.
            given = self.join(given, self.only(self.objects.external("tensorflow.get_variable")))
        looked = self.looked(here, given, node, uses=not is_lazy, calls=calls)
        called = looked.results
        if never_called is not None:
            self.flow(looked.functions, self.kept_by_graph)
        if name.partition(".")[0] == "tensorflow":
            self.adds_to_graph(here, node, given if externals.makes_variables(name) else NOTHING)
        if name in externals.RUNS_MAIN and arguments.keywords.get("main", first) is NOTHING:
            main = self.at(Cell(here.frame.chain[-1], "main"))
            self.call_each(here, main, node, Arguments((NOTHING,)))
        if name in externals.IMPORTS_BY_NAME or name in externals.IMPORTS_AGAIN:
            self.runs_any(here, arguments)
        if name in externals.GIVES_ELEMENT:
            # `max(a, b)` gives an argument; the first of these is gone through, and never given itself.
            is_taken = name in ("next", "sum")
            begins = arguments.positional[1:] if is_taken else arguments.positional
            named = (one for name, one in arguments.keywords.items() if name != "key")
            others = self.join(*begins, *named, arguments.spread)
            elements = self.join(self.consumed(here, first), others)
            self.flow(elements, result)
            self.flow(called, result)
            if name == "sum" and others is not NOTHING:  # of lists, which begins with one
                inner = self.elements(here, elements)
                self.put(result, [self.make(here, node, Sort.CONTAINER, inner)])
        elif name == externals.GETS_ITEM:
            self.flow(self.subscript(here, first, UNKNOWN), result)
        elif name == externals.GIVES_GETTER and len(arguments.positional) == 1:
            self.put(result, [self.objects.external(externals.GETS_ITEM)])
        elif name in externals.STATEFUL:
            held = NOTHING if name in externals.FILES else given
            made = self.make(here, node, Sort.STREAM, held)
            self._note_written(made, name, node, arguments)
            self.put(result, [made])
        elif name in externals.COPIES:
            self._copy(here, name, node, arguments, result)
        elif name in externals.EMPTY:
            made = self.make(here, node, Sort.DICTIONARY, called)
            self.with_defaults.add(made)
            self.put(result, [made])
            self.keep(node, made, looked.functions, result)
        elif externals.gives_iterator(name):
            self._iterator(here, name, node, arguments, looked, result)
        elif name in externals.OWN_NAMES and first is NOTHING and isinstance(here.unit.scope, FUNCTIONS):
            cells = [Cell(here.unit, one) for one in sorted(self.names.bound(here.unit.scope))]
            here.did.reads.update([*cells, Cell(here.unit, ELEMENTS)])
            parts = {cell.name: self.at(cell) for cell in cells}
            self.put(result, [self.keyed(here, node, parts, sort=Sort.DICTIONARY)])
        elif name == "globals" or name in externals.OWN_NAMES and first is NOTHING:
            module = self.objects.imported(here.home.module.path)
            self.note_namespace(module)
            self.put(result, [module])
        elif name == "vars":
            self.namespace(here, first, result)
            self._pure(here, name, node, arguments, looked, result)  # a function that is looked up in it
        elif name == "type" and len(arguments.positional) == 1:
            self.each(first, lambda one: self.put_class(one, result))
            self._pure(here, name, node, arguments, looked, result)
        elif name in externals.GIVES_PLAIN or name.startswith(externals.PLAIN_MODULES):
            pass  # a number or a text, which is no object
        elif externals.is_pure(name):
            self._pure(here, name, node, arguments, looked, result)
        else:
            self.unknown_code(here, node, given, result)

    def _pure(
        self, here: Here, name: str, node: ast.AST, arguments: Arguments, looked: Looked, result: Node
    ) -> None:
        """A function of a known library, which gives something new, or a view of an array."""
        if name in externals.RECORD_CLASSES:
            made = self.record(here, node)
            self.record_classes[made] = _names(node)
            self.put(result, [made])
            return
        if externals.gives_view(name) or is_in_place(node):
            first = self.join(*arguments.positional[:1])
            self.flow(first, result)
            self.each(self.given(arguments), lambda one: self.if_array(one, lambda: self.put(result, [one])))
        if is_in_place(node):
            self._change(here, self.join(*arguments.positional[:1]))
        keeps = externals.keeps_functions(name)
        functions = self._callable(self.given(arguments)) if keeps else NOTHING
        inner = self.join(looked.results, functions)
        if externals.holds_given(name):
            inner = self.join(inner, self.given(arguments))
        is_array = name.partition(".")[0] in externals.ARRAYS
        made = self.result(here, node, inner, Gives.ARRAY if is_array else Gives.TENSOR)
        self.put(result, [made])
        self.keep(node, made, looked.functions if keeps else NOTHING, result)

    @abstractmethod
    def call_each(self, here: Here, functions: Node, node: ast.AST, arguments: Arguments) -> Node:
        """What a call of any of some objects gives."""

    @abstractmethod
    def partial(self, here: Here, node: ast.AST, arguments: Arguments, result: Node) -> None:
        """`functools.partial`: a function with some of its arguments."""

    def _use_files(self, here: Here, name: str, node: ast.AST, arguments: Arguments) -> None:
        """A function, or a method as `.save`, reads or writes files."""
        for what, which, writes in side_effects.uses_files(name, node, arguments.key):
            (here.did.writes if writes else here.did.reads).add(self._files(what, which))

    def _files(self, what: str, which: str | None) -> Field:
        """Where the files are that a name tells, or all."""
        return Field(self.objects.external(what), ELEMENTS if which is None else element(which))

    def _note_written(self, made: Made, name: str, node: ast.AST, arguments: Arguments) -> None:
        """What reads or writes files, as `open` and `csv.writer` give it, writes one, or by others."""
        written = self.at(Field(made, _WRITTEN))
        for _, which, writes in side_effects.uses_files(name, node, arguments.key):
            self.put(written, [self.objects.external(which or "")] if writes else [])
        self.each(self.given(arguments), lambda one: self._through(one, written))

    def _through(self, one: Object, written: Node) -> None:
        if isinstance(one, Made) and one.sort is Sort.STREAM:
            self.flow(self.at(Field(one, _WRITTEN)), written)

    def _write_files(self, here: Here, objects: Node) -> None:
        """A library is given files that are open for writing: it may write them, or what they have kept."""
        written = Node()
        self.each(objects, lambda one: self._through(one, written))

        def write(which: Object) -> None:
            name = which.name if isinstance(which, External) and which.name else None
            here.did.writes.update(self._files(what, name) for what in (CONTENTS, NAMES))

        self.each(written, write)

    def _touch_states(self, here: Here, name: str, node: ast.AST, arguments: Arguments) -> None:
        """What belongs to a library and is changed or looked at by a function, and what it is given."""
        self._use_files(here, name, node, arguments)
        self._write_files(here, self.given(arguments))
        stream = externals.stream_of(name)
        if stream is not None:
            self.write(here, self.objects.external(stream), STATE, NOTHING)
            here.did.reads.add(Field(self.objects.external(stream), STATE))
        settings = externals.settings_used(name)
        if settings is not None:
            of, sets = self.objects.external(settings[0]), settings[1]
            here.did.reads.add(Field(of, ANYTHING))
            here.did.writes.update([Field(of, ANYTHING)] if sets else [])
            self.call_kept(here, of, node, self.given(arguments))  # such as handlers of logging
            if sets and self.anything is None:
                kept = self.looked(here, self.given(arguments), node).functions
                self.flow(kept, self.at(Field(of, KEPT)))
        flags = externals.FLAGS_SET.fullmatch(name)
        if flags is not None:
            self.write(here, self.objects.external(flags[1]), ANYTHING, NOTHING)
        owner, _, method = externals.STATE_FUNCTIONS.get(name, name).rpartition(".")
        if owner in externals.STATES:
            here.did.reads.add(Field(self.objects.external(owner), ELEMENTS))
            if method in externals.CHANGING_METHODS:
                self.write(here, self.objects.external(owner), ELEMENTS, self.given(arguments))
        self._change_at(here, changed_places(name), arguments)
        self._write_outputs(here, arguments)

    def _copy(self, here: Here, name: str, node: ast.AST, arguments: Arguments, result: Node) -> None:
        """A new container that holds what the elements of the arguments are."""
        given = self.given(arguments)
        if name in _DICTIONARIES:
            made = self.keyed(here, node, arguments.keywords, arguments.spread, Sort.DICTIONARY)
            self._copy_items(here, self.join(*arguments.positional, arguments.spread), made)
            self.put(result, [made])
        elif name in _COPYING:
            self.look_into(here, given)
            self.each(given, lambda one: self._copy_one(here, one, node, result))
        else:
            elements = self.consumed(here, self.join(*arguments.positional, arguments.spread))
            others = self.consumed(here, self.join(*arguments.keywords.values()))
            self.put(result, [self.make(here, node, Sort.CONTAINER, self.join(elements, others))])

    def _copy_items(self, here: Here, given: Node, made: Made) -> None:
        """A dictionary has what others have, under the same keys, and what pairs hold."""
        pairs = Node()

        def take(one: Object) -> None:
            if isinstance(one, Made) and one.sort is Sort.DICTIONARY:
                self._copy_elements(one, made)
            else:
                self.put(pairs, [one])

        self.look_into(here, given)
        self.each(given, take)
        elements = self.consumed(here, pairs)
        others = self.join(elements, self.elements(here, elements), self.elements(here, pairs))
        self.set_field(made, ELEMENTS, others)
        self.write_key(made, self.join(elements, self.subscript(here, elements, 0)))

    def _copy_elements(self, one: Made, made: Made) -> None:
        """A container holds what another one does, each under its key, or at its place."""

        def copy(name: str) -> None:
            if is_element(name):
                self.set_field(made, name, self.at(self.location(one, name)))

        self.flow(self.at(Field(one, ANYTHING)), self.at(Field(made, ANYTHING)))
        self.each_field(one, copy)

    def _copy_one(self, here: Here, one: Object, node: ast.AST, result: Node) -> None:
        """A copy of a container is another one; what else is copied is taken for the same."""
        self.special(here, one, LOOKED, Arguments(), result)
        if isinstance(one, Made) and one.is_container:
            made = self.make(here, node, one.sort)
            self._copy_elements(one, made)
            self.put(result, [made])
        else:
            self.put(result, [one])

    def _iterator(
        self, here: Here, name: str, node: ast.AST, arguments: Arguments, looked: Looked, result: Node
    ) -> None:
        """What goes through other iterators, or containers, one element after the other."""
        given, sources = self.given(arguments), Node()
        self.flow(given, sources)
        is_plain = arguments.spread is NOTHING and not arguments.keywords
        if name in externals.TUPLES and is_plain:
            parts = [self.gone_through(here, one) for one in arguments.positional]
            parts = [NOTHING, *parts] if name == "enumerate" else parts
            elements = self.pairs(here, node, dict(enumerate(parts)))
        elif name in externals.PAIRS or name in externals.TAKES_NESTED:
            elements = self.gone_through(here, given)
            self.flow(elements, sources)
            elements = self.join(elements, self.gone_through(here, elements))
            if name in externals.PAIRS:
                made = self.make(here, node, Sort.CONTAINER, elements)
                self.set_field(made, ELEMENTS, self.only(made))  # such as the groups of `groupby`
                elements = self.only(made)
        else:
            elements = self.gone_through(here, given)
        made = self.make(here, node, Sort.ITERATOR, self.join(elements, looked.results))
        self.set_sources(made, sources)
        self.put(result, [made])
        self.keep(node, made, looked.functions, result)  # it calls them when it is gone through


def _names(node: ast.AST) -> tuple[str, ...]:
    """The names that a call of `namedtuple` writes out, if it does."""
    written = node.args[1] if isinstance(node, ast.Call) and len(node.args) > 1 else None
    try:
        names = ast.literal_eval(written) if written is not None else ()
    except ValueError:
        return ()
    names = names.replace(",", " ").split() if isinstance(names, str) else names
    is_listed = isinstance(names, (list, tuple)) and all(isinstance(name, str) for name in names)
    return tuple(names) if is_listed else ()  # what is called may be another function, too
