"""Which calls of TensorFlow draw random numbers that a seed fixes, beside those that initialise variables."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from migrate.model.bindings import Bindings
from migrate.model.nodes import calls_in, nodes_of

from .arguments import argument_of, is_none, spread_arguments

# The place of `seed` among the arguments, where it can be passed by place.
_PLACES = {
    **dict.fromkeys(("random_normal", "random_uniform", "random_gamma", "truncated_normal"), 4),
    **dict.fromkeys(("random_poisson", "nn.dropout", "layers.dropout"), 3),
    **dict.fromkeys(("random_crop", "multinomial"), 2),
    **dict.fromkeys(("image.random_brightness", "image.random_hue"), 2),
    **dict.fromkeys(("image.random_contrast", "image.random_saturation"), 3),
    **dict.fromkeys(("random_shuffle", "image.random_flip_left_right", "image.random_flip_up_down"), 1),
    **dict.fromkeys(("random.normal", "random.uniform", "random.gamma", "random.truncated_normal"), 4),
    **dict.fromkeys(("random.multinomial",), 2),
    **dict.fromkeys(("random.shuffle",), 1),
    **dict.fromkeys(("random_normal_initializer", "truncated_normal_initializer"), 2),
    **dict.fromkeys(("random_uniform_initializer",), 2),
    **dict.fromkeys(("glorot_uniform_initializer", "glorot_normal_initializer", "set_random_seed"), 0),
    **dict.fromkeys(("random.set_random_seed", "initializers.glorot_uniform"), 0),
    **dict.fromkeys(("contrib.layers.xavier_initializer", "initializers.orthogonal"), 1),
    **dict.fromkeys(("orthogonal_initializer",), 1),
    **dict.fromkeys(("variance_scaling_initializer", "initializers.variance_scaling"), 3),
}
_NO_PLACE = 1 << 10
_OF_GRAPH = re.compile(r"^tf\.(\w+\.)*set_\w*seed$")
# Operations that keep to themselves how much they have drawn: a Program has as many of one as it has sets of
# fetches with it. Of uniform and normal numbers it keeps that itself.
_KEEPING = re.compile(
    r"^tf\.(random_(shuffle|gamma|poisson)|random\.(shuffle|gamma|poisson|categorical|multinomial)|multinomial"
    r"|image\.sample_distorted_bounding_box|(nn|random)\.\w+_candidate_sampler"
    r"|nn\.(nce_loss|sampled_softmax_loss|fractional_(max|avg)_pool))$"
)
# What gives variables their first values, or describes a data set, which both have streams of their own; and
# what reads one at once, by NumPy.
_OTHERS = re.compile(
    r"initializer|^tf\.(keras\.)?initializers\.|^tf\.(contrib\.)?data\.|^tf\.(\w+\.)*set_\w*seed$"
    r"|^tf\.examples\.|^tf\.(contrib\.learn|keras)\.datasets\."
)


def fixes_numbers(symbol: str, call: ast.Call) -> bool:
    """Whether a call of a TF 1 symbol makes an operation with a seed of its own, which runs draw from."""
    return not _OTHERS.search(symbol) and _has_seed(symbol, call)


def draws(symbol: str) -> bool:
    """Whether a function of that TF 1 symbol may draw numbers that a seed fixes, when its operation runs."""
    return not _OTHERS.search(symbol) and (symbol.removeprefix("tf.") in _PLACES or "dropout" in symbol)


def gives_seeds(bindings: Bindings) -> bool:
    """Whether a module may fix the random numbers of its graph, or of some of its operations, by a seed."""
    calls = calls_in(bindings.module.tree)
    return any(_has_seed(bindings.tensorflow(call.func) or "", call) for call in calls)


def seeds_graph(bindings: Bindings) -> bool:
    """Whether a module may give its graph a seed."""
    calls = calls_in(bindings.module.tree)
    return any(_OF_GRAPH.search(bindings.tensorflow(call.func) or "") for call in calls)


def keeps_stream(symbol: str, call: ast.Call, *, with_seed: bool) -> bool:
    """Whether a call makes an operation that itself keeps where it is in the numbers that a seed fixes.

    `with_seed`: the graph has one, too.
    """
    return bool(_KEEPING.search(symbol)) and (with_seed or _has_seed(symbol, call))


def _has_seed(symbol: str, call: ast.Call) -> bool:
    seed = argument_of(call, _PLACES.get(symbol.removeprefix("tf."), _NO_PLACE), "seed")
    is_given = seed is not None and not is_none(seed)
    return is_given and (seed not in spread_arguments(call) or draws(symbol))


def within(calls: Iterator[ast.Call], function: ast.AST) -> frozenset[ast.AST]:
    """The nodes of a function that are only there for some of its calls: in them, or by a name in them."""
    inside = {node for call in calls for node in nodes_of(call)}
    if not inside:
        return frozenset()
    used: dict[str, list[ast.AST]] = {}
    for node in nodes_of(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            used.setdefault(node.id, []).append(node)
    given = (node for node in nodes_of(function) if isinstance(node, ast.Assign))
    for node in given:
        names = [target.id for target in node.targets if isinstance(target, ast.Name)]
        if len(names) == len(node.targets) and all(inside.issuperset(used.get(name, ())) for name in names):
            inside.update(nodes_of(node.value))
    return frozenset(inside)
