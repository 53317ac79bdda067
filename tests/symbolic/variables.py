"""Variables, `get_variable`, and what gives them their values."""

from __future__ import annotations

from typing import Any

from .dtypes import DType, as_dtype
from .expressions import Expr, const, expr, show
from .folding import is_count
from .graphs import VariableScope, here, pushed
from .nodes import Operation, Tensor, conv, draws_of, is_tensor
from .operations import OPERATOR_METHODS, convert_to_tensor
from .randoms import INITIALIZERS, Initializer, of_variable
from .running import Run, compute
from .scopes import AUTO_REUSE
from .tensor_shapes import TensorShape, as_shape
from .unsure import Modelled, meant, unsure
from .world import now

GLOBAL, TRAINABLE, LOCAL = "variables", "trainable_variables", "local_variables"


class _Creating(type):
    """Makes variables through the creator of a store, where one is at work."""

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        names = (
            "initial_value",
            "trainable",
            "collections",
            "validate_shape",
            "caching_device",
            "name",
            "variable_def",
            "dtype",
        )
        given = {**dict(zip(names, args, strict=False)), **kwargs}
        return create(
            **{
                word: given[word]
                for word in given
                if word not in ("validate_shape", "caching_device", "variable_def")
            }
        )


def create(
    initial_value: Any = None,
    trainable: Any = None,
    collections: Any = None,
    name: str | None = None,
    dtype: Any = None,
    full: str | None = None,
    shape: Any = None,
    **others: Any,
) -> Variable:
    """A variable, or the one that a store has under its name."""
    for word in others:
        if word not in ("use_resource", "synchronization", "aggregation", "expected_shape", "import_scope"):
            unsure(f"tf.Variable({word}=)")
    graph = here()
    if full is None:
        full = graph.in_scope(name or "Variable")
    world = now()

    def make() -> Variable:
        return Variable._make(full, initial_value, trainable is not False, collections, dtype, shape, others)

    return world.creator(full, make) if world.creator is not None else make()


class Variable(Modelled, metaclass=_Creating):
    """`tf.Variable`, with the meaning of a resource variable."""

    __array_ufunc__ = None
    __hash__ = object.__hash__

    @classmethod
    def _make(
        cls,
        full: str,
        initial_value: Any,
        trainable: bool,
        collections: Any,
        dtype: Any,
        shape: Any,
        others: dict[str, Any],
    ) -> Variable:
        variable = object.__new__(cls)
        variable._begin(full, initial_value, trainable, collections, dtype, shape, others)
        return variable

    def _begin(
        self,
        full: str,
        initial_value: Any,
        trainable: bool,
        collections: Any,
        dtype: Any,
        shape: Any,
        others: dict[str, Any],
    ) -> None:
        world = now()
        self.full, self.trainable, self.graph = full, trainable, world.graph
        self.synchronization = others.get("synchronization")
        self.begun = 0  # how many of its initial values were read before this one
        self.is_read = False  # whether the one of now was
        outer, world.naming = world.naming, (full, 0)
        context = here().context
        context.controls.append(())
        try:
            self.drawing = initial_value if callable(initial_value) else None
            made = initial_value() if callable(initial_value) else initial_value
            if made is None:
                raise meant(ValueError("initial_value must be specified."))
            if not isinstance(made, Tensor):
                made = convert_to_tensor(value=made, dtype=dtype)
        finally:
            world.naming = outer
            context.controls.pop()
        self.dtype: DType = as_dtype(dtype) if dtype is not None else made.dtype
        told = as_shape(shape)
        self.known_shape = told if told is not None else made.shape.known
        self.initial = made
        keys = [GLOBAL] if collections is None else list(collections)
        self.keys = [*keys, *([TRAINABLE] if trainable and TRAINABLE not in keys else [])]
        graph = here()
        graph.named[full] = self
        for key in self.keys:
            graph.collection(key).append(self)
        if world.graph is None:
            run = Run(None, world.state)
            run.memo |= world.begun_with
            self.begin(run)
            world.begun_with |= {one: run.memo[one] for one in draws_of(self.initial) if one in run.memo}
        else:
            context.controls.append(())
            self._initializer = Operation("initialize", lambda run, node: self.begin(run))
            context.controls.pop()

    def first(self, run: Run) -> Expr:
        """Its initial value, newly drawn."""
        world = now()
        outer, world.naming = world.naming, (self.full, self.begun)
        try:
            value = run.value(self.initial)
        finally:
            world.naming = outer
        return of_variable(value, self.full, self.begun)

    def begin(self, run: Run) -> None:
        """Give it its initial value."""
        self.begun += self.is_read
        self.is_read = False
        value = self.first(run)
        run.write(self, value, initial=True)

    def begin_again(self, run: Run) -> None:
        """Give an eager variable its initial value once more: drawn anew, where TensorFlow draws it."""
        if self.drawing is not None and not draws_of(self.initial):
            with pushed(None):
                run.write(self, run.value(conv(self.drawing())), initial=True)
        else:
            self.begin(run)

    # -------------------------------------------------------- names and shapes
    @property
    def name(self) -> str:
        return self.full + ":0"

    @property
    def _shared_name(self) -> str:
        return self.full

    @property
    def op(self) -> Any:
        return VariableOperation(self)

    @property
    def shape(self) -> TensorShape:
        return TensorShape(self.known_shape)

    def get_shape(self) -> TensorShape:
        return self.shape

    @property
    def initializer(self) -> Any:
        if self.graph is None:
            return Operation("initialize", lambda run, node: self.begin(run))
        return self._initializer

    @property
    def initial_value(self) -> Any:
        return self.initial

    def ref(self) -> Variable:
        return self

    experimental_ref = ref

    def deref(self) -> Variable:
        return self

    @property
    def device(self) -> str:
        """A graph tells which one it was asked for, TensorFlow 2 where the variable is."""
        return "as it was asked for" if self.graph is not None else "where it is"

    # -------------------------------------------------------- reading
    def seen(self, value: Expr) -> Expr:
        """What a read gives: whole numbers as they are, else with the name of the variable, for gradients."""
        if (
            value.value is not None
            and (self.dtype.is_integer or not self.trainable and is_count(value))
            or self.dtype == "string"
        ):
            return value
        return expr("var", self.full, value, shape=value.shape or self.known_shape, dtype=str(self.dtype))

    def symbolic_value(self) -> Tensor:
        def effect(run: Run, node: Any) -> Expr:
            return run.read(self, late=bool(node.controls) or not run.is_by_demand)

        return Tensor("read", (("variable", self),), self.known_shape, self.dtype, effect=effect)

    value = read_value = symbolic_value

    def numpy(self) -> Any:
        if self.graph is not None:
            raise meant(NotImplementedError("numpy() is only available when eager execution is enabled."))
        value = Run(None, now().state).read(self, late=True)
        return show(value, now().salt)

    def eval(self, session: Any = None) -> Any:
        from .sessions import default_session

        return (session or default_session("eval")).run(self)

    def initialized_value(self) -> Tensor:
        def effect(run: Run, node: Any) -> Expr:
            if self not in run.state:
                return self.seen(self.first(run))
            return run.read(self, late=True)

        return Tensor("initialized_value", (), self.known_shape, self.dtype, effect=effect)

    def is_initialized(self) -> Any:
        unsure("Variable.is_initialized")

    def sparse_read(self, indices: Any, name: Any = None) -> Any:
        from .operations import pure

        return pure("gather", {"params": self, "indices": indices})

    # -------------------------------------------------------- writing
    def load(self, value: Any, session: Any = None) -> None:
        from .sessions import default_session

        run = Run(None, (session or default_session("load")).state)
        run.write(self, const(value, str(self.dtype)))
        run.done()

    def assign(self, value: Any, use_locking: Any = None, name: Any = None, read_value: bool = True) -> Any:
        return self._changed("assign", None, value, name)

    def assign_add(
        self, delta: Any, use_locking: Any = None, name: Any = None, read_value: bool = True
    ) -> Any:
        return self._changed("assign_add", "add", delta, name)

    def assign_sub(
        self, delta: Any, use_locking: Any = None, name: Any = None, read_value: bool = True
    ) -> Any:
        return self._changed("assign_sub", "subtract", delta, name)

    def scatter_update(self, sparse_delta: Any, use_locking: bool = False, name: Any = None) -> Any:
        unsure("Variable.scatter_update")

    def _changed(self, kind: str, combine: str | None, value: Any, name: Any) -> Any:
        given = conv(value, str(self.dtype))
        told = getattr(given, "known_shape", getattr(given, "shape", None))
        if combine is None and not self.shape.is_compatible_with(told):
            raise meant(ValueError(f"Shapes {self.known_shape} and {told} of {self.full} do not fit"))

        if now().replica is not None:
            unsure("an assignment in a replica")

        def effect(run: Run, node: Any) -> Expr:
            new = run.value(given)
            if combine:
                args = (
                    ("x", self.seen(run.read(self, late=True)) if False else run.read(self, late=True)),
                    ("y", new),
                )
                new = compute(combine, args, str(self.dtype), self.known_shape)
            run.write(self, new)
            return self.seen(new)

        return Assigned(
            kind,
            (("value", given), ("variable", self)),
            self.known_shape,
            self.dtype,
            name=name,
            effect=effect,
            of=self,
        )

    def __getitem__(self, key: Any) -> Tensor:
        return self.symbolic_value()[key]

    def __iter__(self) -> Any:
        raise meant(TypeError("'Variable' object is not iterable."))

    def __repr__(self) -> str:
        unsure("a variable is printed")

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        if self.graph is None and not self.known_shape:
            return format(self.numpy(), spec)
        return unsure("a variable is printed")

    def _number(self, kind: Any) -> Any:
        if self.graph is not None:
            raise meant(TypeError(f"{kind.__name__}() of a variable of a graph"))
        return kind(self.numpy())

    def __float__(self) -> float:
        return self._number(float)

    def __int__(self) -> int:
        return self._number(int)

    def __bool__(self) -> bool:
        return self._number(bool)

    def __index__(self) -> int:
        return self._number(int)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        import numpy as np

        return np.asarray(self._number(np.asarray), dtype)


for _name, _method in OPERATOR_METHODS.items():
    setattr(Variable, _name, _method)


class VariableOperation(Modelled):
    """`variable.op`."""

    is_operation = True

    def __init__(self, of: Variable) -> None:
        self.name, self.variable, self.graph = of.full, of, of.graph

    @property
    def type(self) -> str:
        return "VarHandleOp"


class Assigned(Tensor):
    """What `assign` gives: a tensor, that can be assigned to as the variable itself."""

    def __init__(self, *args: Any, of: Variable, **kwargs: Any) -> None:
        self.variable = of
        super().__init__(*args, **kwargs)

    @property
    def op(self) -> Any:
        return super().op

    def __repr__(self) -> str:
        unsure("what an assignment gives is printed")

    def assign(self, *args: Any, **kwargs: Any) -> Any:
        unsure("an assignment to what an assignment gives")

    assign_add = assign_sub = assign


# ---------------------------------------------------------------- get_variable
def get_variable(
    name: str,
    shape: Any = None,
    dtype: Any = None,
    initializer: Any = None,
    regularizer: Any = None,
    trainable: Any = None,
    collections: Any = None,
    caching_device: Any = None,
    partitioner: Any = None,
    validate_shape: bool = True,
    use_resource: Any = None,
    custom_getter: Any = None,
    constraint: Any = None,
    **_: Any,
) -> Any:
    """`tf.get_variable`: made in the current variable scope, or found again where that reuses.

    Raises:
      ValueError: there is one and the scope does not reuse, or there is none and it does.
    """
    if partitioner is not None or constraint is not None:
        unsure("get_variable with a partitioner or a constraint")
    scope = here().context.scopes[-1]
    getter = custom_getter or scope.custom_getter
    if getter is not None:
        full = f"{scope.name}/{name}" if scope.name else name

        def inner(got: str = full, *args: Any, **kwargs: Any) -> Any:
            return _found_or_made(
                got,
                **{
                    "shape": shape,
                    "dtype": dtype,
                    "initializer": initializer,
                    "regularizer": regularizer,
                    "trainable": trainable,
                    "collections": collections,
                    **{
                        k: v
                        for k, v in kwargs.items()
                        if k in ("shape", "dtype", "initializer", "regularizer", "trainable", "collections")
                    },
                },
            )

        return getter(
            inner,
            full,
            shape=shape,
            dtype=dtype or "float32",
            initializer=initializer if initializer is not None else scope.initializer,
            regularizer=regularizer,
            trainable=trainable is not False,
            collections=collections,
            reuse=scope.reuse,
        )
    full = f"{scope.name}/{name}" if scope.name else name
    return _found_or_made(full, shape, dtype, initializer, regularizer, trainable, collections)


def _found_or_made(
    full: str,
    shape: Any = None,
    dtype: Any = None,
    initializer: Any = None,
    regularizer: Any = None,
    trainable: Any = None,
    collections: Any = None,
) -> Any:
    graph = here()
    scope = graph.context.scopes[-1]
    found = graph.variables.get(full)
    world = now()
    if found is not None and scope.reuse:
        told = as_shape(shape)
        if (
            told is not None
            and found.known_shape is not None
            and not TensorShape(told).is_compatible_with(found.known_shape)
        ):
            raise meant(
                ValueError(
                    f"Trying to share variable {full}, but specified shape {told}, found {found.known_shape}."
                )
            )
        return found
    if found is not None and not (world.creator is not None and world.graph is None):
        raise meant(
            ValueError(f"Variable {full} already exists, disallowed. Did you mean to set reuse=True?")
        )
    shared = getattr(world.creator, "shared", None)
    is_told_to_find = scope.reuse and scope.reuse != AUTO_REUSE
    if found is None and is_told_to_find and shared is not None and shared(full) is not None:
        graph.variables[full] = shared(full)
        world.creator.collect(graph, shared(full))
        return graph.variables[full]
    if found is None and scope.reuse and scope.reuse != AUTO_REUSE:
        raise meant(ValueError(f"Variable {full} does not exist, or was not created with tf.get_variable()."))
    initializer = initializer if initializer is not None else scope.initializer
    regularizer = regularizer if regularizer is not None else scope.regularizer
    kind = as_dtype(dtype or scope.defaults.get("dtype") or "float32")
    if initializer is None:
        initializer = INITIALIZERS["glorot_uniform" if kind.is_floating else "zeros"]()
    if isinstance(initializer, type) and issubclass(initializer, Initializer):
        initializer = initializer()
    if callable(initializer) and not is_tensor(initializer):
        given = initializer
        if shape is None:
            first: Any = given if not isinstance(given, Initializer) else None
            if first is None:
                raise meant(ValueError(f"Shape of a new variable ({full}) must be fully defined"))
        else:
            sizes = shape.as_list() if hasattr(shape, "as_list") else shape
            sizes = [sizes] if isinstance(sizes, int) else list(sizes)
            if as_shape(sizes) is not None and None in as_shape(sizes):
                raise meant(
                    ValueError(
                        f"Shape of a new variable ({full}) must be fully defined, but instead was {sizes}."
                    )
                )

            def first() -> Any:
                try:
                    return (
                        given(sizes, dtype=kind, partition_info=None)
                        if not isinstance(given, Initializer)
                        else given(sizes, kind)
                    )
                except TypeError:
                    return given(sizes, dtype=kind)

    else:
        if shape is not None:
            raise meant(ValueError("If initializer is a constant, do not specify shape."))
        first = initializer
        kind = as_dtype(dtype) if dtype is not None else None  # type: ignore[assignment]
    graph.taken.setdefault(full.lower(), 1)
    variable = create(first, trainable, collections, dtype=kind, full=full)
    if world.graph is not None and now().creator is None or found is None:
        graph.variables[full] = variable
    if regularizer is not None:
        outer = graph.context.names[-1]
        graph.context.names.append(f"{full}/Regularizer")
        loss = regularizer(variable)
        graph.context.names.pop()
        del outer
        if loss is not None:
            graph.collection("regularization_losses").append(loss)
    return variable


def get_local_variable(name: str, *args: Any, **kwargs: Any) -> Any:
    kwargs["trainable"] = False
    kwargs.setdefault("collections", [LOCAL])
    return get_variable(name, *args, **kwargs)


def initializing(variables: Any, name: str | None = "init") -> Any:
    """`tf.variables_initializer`: runs the initialisers of these variables."""
    made = [one.initializer for one in variables]

    def effect(run: Run, node: Any) -> None:
        for one in made:
            run.value(one)

    return Operation("initialize", effect, tuple(made), name=name)


def global_step(create_it: bool) -> Any:
    """`tf.train.get_global_step`, or `get_or_create_global_step`."""
    graph = here()
    found = graph.get_collection("global_step")
    if found:
        return found[0]
    named = graph.named.get("global_step")
    if isinstance(named, Variable):
        return named
    for one in graph.get_collection(GLOBAL):
        if one.full == "global_step":
            return one
    if not create_it:
        return None
    outer = graph.context.scopes
    graph.context.scopes = [VariableScope("", AUTO_REUSE if now().creator is not None else False)]
    try:
        variable = get_variable(
            "global_step",
            [],
            "int64",
            INITIALIZERS["zeros"](),
            trainable=False,
            collections=[GLOBAL, "global_step"],
        )
    finally:
        graph.context.scopes = outer
    if variable not in graph.collection("global_step"):
        graph.collection("global_step").append(variable)
    return variable
