"""Where public signatures say `Any`: for tensors and what becomes tensors, and for what is handed on."""

import ast
import importlib
import inspect
from collections.abc import Iterator
from pathlib import Path

from .public_api import MODULES, is_ours

ROOT = Path(__file__).parents[2]


def functions() -> Iterator[tuple[str, ast.FunctionDef]]:
    """The public functions and methods that are written in `compat` and `emulate`, with their names."""
    lines: dict[str, dict[int, str]] = {}
    for module in map(importlib.import_module, MODULES):
        for value in (getattr(module, name) for name in module.__all__):
            for function in _written(value):
                where = function.__code__
                lines.setdefault(where.co_filename, {})[where.co_firstlineno] = function.__qualname__
    for file, known in lines.items():
        for node in ast.walk(ast.parse(Path(file).read_bytes())):
            if isinstance(node, ast.FunctionDef):
                name = known.get(min([node.lineno, *(one.lineno for one in node.decorator_list)]))
                if name is not None:
                    yield name, node


def _written(value: object) -> Iterator[object]:
    members = [value]
    if inspect.isclass(value):
        bases = [base for base in value.__mro__ if is_ours(base)]
        members = [one for base in bases for name, one in vars(base).items() if _is_public(name)]
    for one in members:
        one = getattr(one, "__func__", getattr(one, "fget", one))
        if inspect.isfunction(one) and is_ours(one) and "<" not in one.__code__.co_filename:
            yield inspect.unwrap(one)  # and not what `dataclass` writes


def _is_public(name: str) -> bool:
    return name in ("__init__", "__new__", "__call__") or not name.startswith("_")


def anything() -> Iterator[str]:
    """The arguments whose type is, or has in it, `Any`, by their names; and of results the function's."""
    for name, function in functions():
        arguments = function.args
        for one in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]:
            if one.annotation is not None and _is_anything(one.annotation):
                yield one.arg
        for one in (arguments.vararg, arguments.kwarg):
            if one is not None and one.annotation is not None and _is_anything(one.annotation):
                yield f"*{one.arg}"
        if function.returns is not None and _is_anything(function.returns):
            yield f"{name} ->"


def _is_anything(node: ast.AST) -> bool:
    """Whether `Any` stands in a type; functions and arrays are types of their own."""
    if isinstance(node, ast.Subscript) and ast.unparse(node.value) in ("Callable", "np.dtype", "np.ndarray"):
        return False
    if isinstance(node, ast.Name):
        return node.id == "Any"
    return any(map(_is_anything, ast.iter_child_nodes(node)))


# Arguments that are tensors, become some, or are structures of them.
TENSORS = {
    "batch_size",
    "decay",
    "destinations",
    "feed_dict",
    "feed_list",
    "feeds",
    "fetches",
    "global_step",
    "gradients",
    "grads_and_vars",
    "init_feed_dict",
    "input_keep_prob",
    "input_tensor",
    "inputs",
    "keep_input",
    "limit",
    "local_init_feed_dict",
    "losses",
    "n",
    "noise_shape",
    "num_records",
    "num_updates",
    "output_keep_prob",
    "pattern",
    "per_replica_value",
    "rate",
    "renorm_clipping",
    "replica_id",
    "state",
    "state_keep_prob",
    "string_handle",
    "string_tensor",
    "summary",
    "tensor",
    "tensor_list",
    "tensors",
    "tensors_list",
    "training",
    "updates",
    "vals",
    "value",
    "value_destination_pairs",
    "values",
    "var",
    "var_list",
}
# What functions take for others, and give to them.
HANDED_ON = {"*args", "*kwargs", "*kwds", "*options", "*fed", "*named", "*unknown"}
# Functions that give tensors, their values, or what the program's own step gives.
GIVE_TENSORS = {
    "__call__",
    "apply",
    "asscalar",
    "batch",
    "batch_join",
    "batch_reduce_implementation",
    "call",
    "compute_gradients",
    "dequeue",
    "dequeue_many",
    "dequeue_up_to",
    "evaluate",
    "evaluate_repeatedly",
    "flatten",
    "get",
    "get_initial_state",
    "get_losses_for",
    "get_next",
    "get_updates_for",
    "losses",
    "maybe_batch",
    "maybe_batch_join",
    "maybe_shuffle_batch",
    "maybe_shuffle_batch_join",
    "merge_summaries",
    "monitor",
    "partial_run",
    "reduce_implementation",
    "run",
    "run_step_fn",
    "separable_conv2d",
    "shuffle_batch",
    "shuffle_batch_join",
    "submit",
    "supervise",
    "zero_state",
    "apply_gradients",
}
# What makes an object of a class that the program, or TensorFlow, chooses; and decorators of steps.
MAKE = {"__new__", "from_config", "Process", "function", "pruned"}


def test_anything_is_a_tensor():
    found = set(anything())
    arguments = {one for one in found if not one.endswith(" ->")}
    assert arguments == TENSORS | HANDED_ON
    assert {one.removesuffix(" ->").rpartition(".")[2] for one in found - arguments} == GIVE_TENSORS | MAKE


def test_anything_is_found_where_it_stands():
    text = (
        "def f(a: Any, b: list[Any], c: Callable[[Any], Any], d: 'np.ndarray[Any, Any]', e: int) -> None: ..."
    )
    (function,) = ast.parse(text).body
    assert [one.arg for one in function.args.args if _is_anything(one.annotation)] == ["a", "b"]
