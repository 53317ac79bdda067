"""`tf.contrib.predictor`: callables from arrays to predictions, of a SavedModel or an Estimator."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import tensorflow as tf

from .._listing import listed
from ..estimator import _steps
from ._names import lookup

__dir__ = listed(__name__)

_V1 = tf.compat.v1
_SERVING = "serving_default"

__getattr__ = lookup(
    "predictor", [], {"from_contrib_estimator": "from_estimator, with an Estimator of tf.estimator"}
)


class Predictor:
    """Predicts from a dictionary of arrays, by steps, or by a session where `compat.tf1` has these."""

    def __init__(
        self, graph: Any, session: Any, input_names: Mapping[str, str], output_names: Mapping[str, str]
    ) -> None:
        self.graph = graph
        self.session = session
        self.feed_tensors = {key: graph.get_tensor_by_name(name) for key, name in input_names.items()}
        self.fetch_tensors = {key: graph.get_tensor_by_name(name) for key, name in output_names.items()}

    def __call__(self, input_dict: Mapping[str, Any]) -> dict[str, Any]:
        """The predictions by their names.

        Raises:
          ValueError: a key is none of `feed_tensors`.
        """
        unexpected = set(input_dict) - set(self.feed_tensors)
        if unexpected:
            raise ValueError(
                f"Got unexpected keys in input_dict: {unexpected}\nexpected: {set(self.feed_tensors)}"
            )
        fed = {self.feed_tensors[key]: value for key, value in input_dict.items() if value is not None}
        predictions: dict[str, Any] = self.session.run(self.fetch_tensors, fed)
        return predictions


def from_saved_model(
    export_dir: str,
    signature_def_key: str | None = None,
    signature_def: Any = None,
    input_names: Mapping[str, str] | None = None,
    output_names: Mapping[str, str] | None = None,
    tags: str | None = None,
    graph: Any = None,
    config: Any = None,
) -> Predictor:
    """A predictor by a signature of a SavedModel, or by names of its tensors.

    Raises:
      ValueError: more than one of these is given, or the signature is not there.
    """
    if (input_names is None) != (output_names is None):
        raise ValueError("input_names and output_names must both be specified or both be unspecified.")
    if sum(value is not None for value in (signature_def_key, signature_def, input_names)) > 1:
        raise ValueError(
            "You must specify at most one of signature_def_key OR signature_def OR"
            "(input_names AND output_names)."
        )
    graph = graph or tf.Graph()
    with _steps.traced_into(graph):
        session = _steps.session(graph=graph, config=config)
        meta_graph = _V1.saved_model.load(session, (tags or "serve").split(","), _text(export_dir))
    if input_names is None or output_names is None:
        signature = signature_def or _signature(meta_graph.signature_def, signature_def_key or _SERVING)
        input_names, output_names = _names(signature)
    return Predictor(graph, session, input_names, output_names)


def from_estimator(
    estimator: Any,
    serving_input_receiver_fn: Callable[[], Any],
    output_key: str | None = None,
    graph: Any = None,
    config: Any = None,
) -> Predictor:
    """A predictor of the newest checkpoint of a `tf.estimator.Estimator`.

    Raises:
      KeyError: its model exports nothing under `output_key`.
    """
    key = output_key or _SERVING
    graph = graph or tf.Graph()
    with _steps.traced_into(graph):
        receiver = serving_input_receiver_fn()
        spec = estimator.model_fn(receiver.features, None, "infer", estimator.config)
        outputs = spec.export_outputs
        if key not in outputs:
            raise KeyError(f"output_key must be one of {list(outputs)}; got {key}")
        signature = outputs[key].as_signature_def(receiver.receiver_tensors)
        creator = _steps.chief_session_creator(config=config, checkpoint_dir=estimator.model_dir)
        session = _V1.train.MonitoredSession(creator)
    return Predictor(graph, session, *_names(signature))


def _signature(signatures: Any, key: str) -> Any:
    for known in (key, f"default_input_alternative:{key}"):
        if known in signatures:
            return signatures[known]
    raise ValueError(f'Got signature_def_key "{key}". Available signatures are {list(signatures)}.')


def _names(signature: Any) -> tuple[dict[str, str], dict[str, str]]:
    inputs, outputs = (
        {key: tensor.name for key, tensor in tensors.items()}
        for tensors in (signature.inputs, signature.outputs)
    )
    return inputs, outputs


def _text(path: Any) -> str:
    return path.decode() if isinstance(path, bytes) else str(path)
