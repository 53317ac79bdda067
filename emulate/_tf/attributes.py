"""Patches of the ops that take device names as values: remote calls and iterators over several devices."""

from typing import Any

from tensorflow.python.framework import ops, tensor_util
from tensorflow.python.ops import functional_ops, gen_dataset_ops, gen_functional_ops

from .active import names
from .patching import replace

_ITERATORS = (
    "multi_device_iterator",
    "anonymous_multi_device_iterator",
    "anonymous_multi_device_iterator_v3",
)


def patch() -> None:
    """Hands C++ raw names where a device is an attribute or a string tensor."""
    for module in (gen_functional_ops, functional_ops):
        replace(module, "remote_call", _remote_call)
    for name in _ITERATORS:
        if hasattr(gen_dataset_ops, name):  # each TensorFlow has the versions of this op that it still loads
            replace(gen_dataset_ops, name, _iterator)


def _remote_call(original: Any) -> Any:
    def remote_call(target: Any, *args: Any, **kwargs: Any) -> Any:
        name = _known_string(target)
        if name is not None:
            target = ops.convert_to_tensor(names.to_raw(name))
        return original(target, *args, **kwargs)

    return remote_call


def _known_string(value: Any) -> str | None:
    """Returns the string that a string, or a tensor whose value is known, holds."""
    if isinstance(value, ops.EagerTensor):
        value = value.numpy()
    elif not isinstance(value, (str, bytes)):
        constant = tensor_util.constant_value(value)
        value = None if constant is None else constant.item()
    return value.decode() if isinstance(value, bytes) else value


def _iterator(original: Any) -> Any:
    def multi_device_iterator(devices: Any, *args: Any, **kwargs: Any) -> Any:
        return original([names.to_raw(device) for device in devices], *args, **kwargs)

    return multi_device_iterator
