"""What a symbol or a method does, by the tables and by the form of its name."""

from __future__ import annotations

import re
from functools import cache

from migrate.model.kinds import Role
from migrate.syntax.keras_layers import is_computing_layer
from migrate.syntax.modules import public_module

from .symbols import FAMILIES, SYMBOLS

_ROLES = {symbol: role for role, symbols in SYMBOLS.items() for symbol in symbols.split()}
_FAMILIES = {family: role for role, families in FAMILIES.items() for family in families.split()}
_DRAWS = re.compile(
    r"tf\.(random\.\w+|random_(normal|uniform|gamma|poisson|shuffle|crop)|truncated_normal|multinomial|"
    r"nn\.(dropout|nce_loss|sampled_softmax_loss|\w+_sampler)|image\.(random_\w+|sample_distorted_\w+))$"
)
# Families of symbols with effects, such as scatter_update, and with state, such as FIFOQueue.
_EFFECTS = re.compile(r"(^|\.)(batch_)?(assign|scatter)(_(?!nd$)\w+)?$|^tf\.assert_")
_STATEFUL = re.compile(r"(Queue|Reader|Accumulator|Barrier|StagingArea|Iterator)$")
_STREAMING = re.compile(r"^tf\.contrib\.metrics\.streaming_")
# Layers some of which have updates that they do not run.
_UPDATING = re.compile(
    r"^tf\.(metrics\.|contrib\.metrics\.|(layers|contrib\.(layers|slim))\.([bB]atch_?[nN]orm)|contrib\.(layers|slim)\.(?!$))"
)
# What gives something that is called: to initialise a variable, to regularise one, or as a layer or a cell.
_CALLED = re.compile(
    r"(initializer|regularizer)$|^tf\.(initializers\.|(layers|nn\.rnn_cell|contrib\.rnn)\.[A-Z])"
)
# Functions that give structures, and those that give several tensors, one by one.
_NESTED = re.compile(
    r"(^|[._])(cond|case|while_loop|(bi)?\w*dynamic_rnn|\w*static_rnn|dynamic_decode|raw_rnn)$|"
    r"^(compute_gradients|zero_state)$"
)
_SEVERAL = re.compile(
    r"^tf\.(\w+\.)*(gradients|split|unstack|unpack|meshgrid|moments|weighted_moments|top_k|unique|svd|qr|"
    r"unique_with_counts|clip_by_global_norm|dynamic_partition|self_adjoint_eig|listdiff|setdiff1d|tuple|"
    r"crf_decode|crf_log_likelihood|get_collection|(all|global|local|model|moving_average|trainable)_variables|"
    r"decode_(csv|proto|wav)|eigh|fractional_(avg|max)_pool|fused_batch_norm|get_(regularization_)?losses|"
    r"hessians|identity_n|image_gradients|lu|max_pool_with_argmax|normalize_moments|sufficient_statistics|"
    r"\w+_sampler|"
    r"non_max_suppression_(padded|with_scores)|quantize|sample_distorted_bounding_box|shape_n|slogdet|"
    r"slice_input_producer|(maybe_)?(shuffle_)?batch_join|compute_accidental_hits|unicode_\w+_with_offsets)$"
)


@cache
def role_of(symbol: str) -> Role:
    """The role of a TF 1 symbol such as `tf.train.AdamOptimizer`; what is not listed computes a value."""
    symbol = _public(symbol)
    if symbol in _ROLES:
        return _ROLES[symbol]
    if is_computing_layer(symbol):
        return Role.PURE
    if _DRAWS.match(symbol):
        return Role.DRAW
    if _EFFECTS.search(symbol):
        return Role.EFFECT
    if _STREAMING.match(symbol):
        return Role.METRIC
    if _STATEFUL.search(symbol):
        return Role.UNSUPPORTED
    family = symbol
    while family:
        if family in _FAMILIES:
            return _FAMILIES[family]
        family = family.rpartition(".")[0]
    return Role.PURE


def _public(symbol: str) -> str:
    """`tf.contrib.layers.conv2d` for what a program imports from contrib's inner modules."""
    if not (symbol.startswith("tf.contrib.") and ".python." in symbol):
        return symbol
    module, _, name = symbol.replace("tf.", "tensorflow.", 1).rpartition(".")
    return f"{public_module(module)}.{name}".replace("tensorflow.", "tf.", 1)


def role_of_called(symbol: str) -> Role | None:
    """The role of calling what a symbol gives, such as `tf.layers.Dense(3)(x)`; `None` if not known."""
    symbol = _public(symbol)
    role = role_of(symbol)
    is_called = _CALLED.search(symbol) or is_computing_layer(symbol)
    if not is_called or role not in (Role.PURE, Role.LAYER):
        return None
    return Role.DRAW if "initializer" in symbol else role


def has_updates(symbol: str) -> bool:
    """Whether a layer may make updates of its variables, which a session runs only where they are fetched."""
    return bool(_UPDATING.match(_public(symbol)))


def gives_several_values(name: str, *, unpacked: bool) -> bool:
    """Whether what a symbol or a method gives may be a structure; `unpacked`: whether its parts may be."""
    return bool(_NESTED.search(name) or not unpacked and _SEVERAL.match(name))
