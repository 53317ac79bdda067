"""What a model function of `tf.contrib.learn` is called for, and what it gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import tensorflow as tf

from ..._listing import listed

__dir__ = listed(__name__)


class ModeKeys:
    """What a model function is called for."""

    TRAIN = "train"
    EVAL = "eval"
    INFER = "infer"


class _Fields(NamedTuple):
    predictions: Any
    loss: Any
    train_op: Any
    eval_metric_ops: dict[str, Any]
    output_alternatives: Any
    training_chief_hooks: list[Any]
    training_hooks: list[Any]
    scaffold: Any
    mode: str


class ModelFnOps(_Fields):
    """What a model function builds."""

    __slots__ = ()

    def __new__(  # noqa: D102
        cls,
        mode: str,
        predictions: Any = None,
        loss: Any = None,
        train_op: Any = None,
        eval_metric_ops: Mapping[str, Any] | None = None,
        output_alternatives: Mapping[Any, Any] | None = None,
        training_chief_hooks: Sequence[Any] | None = None,
        training_hooks: Sequence[Any] | None = None,
        scaffold: Any = None,
    ) -> ModelFnOps:
        if mode not in (ModeKeys.TRAIN, ModeKeys.EVAL, ModeKeys.INFER):
            raise ValueError(f"Invalid mode {mode}.")
        for needed, value, modes in (
            ("train_op", train_op, (ModeKeys.TRAIN,)),
            ("loss", loss, (ModeKeys.TRAIN, ModeKeys.EVAL)),
            ("predictions", predictions, (ModeKeys.EVAL, ModeKeys.INFER)),
        ):
            if value is None and mode in modes:
                raise ValueError(f"Missing {needed}.")
        return super().__new__(
            cls,
            predictions,
            None if loss is None else tf.reshape(loss, []),
            train_op,
            dict(eval_metric_ops or {}),
            output_alternatives,
            list(training_chief_hooks or []),
            list(training_hooks or []),
            scaffold,
            mode,
        )
