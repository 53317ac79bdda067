"""What came out of a call, as JSON that two versions of TensorFlow can be compared by."""

import collections
import inspect
import numbers
import os
import re

import numpy as np

MILLISECONDS = 4000  # that a run of a session may take
LONGEST = 8  # values of a tensor that are written down; of longer ones their sums are


def of_call(tf, call, names, seed):
    """The outcome of the expression `call` in a new graph and session of `tf`.

    A call that starts with "raises: " is to raise, and its outcome is what.
    """
    raises = call.startswith("raises: ")
    with tf.Graph().as_default() as graph, tf.Session(graph=graph) as session:
        tf.set_random_seed(seed)
        describer = _Describer(tf, session)
        if not raises:
            return describer.outcome(eval(call, names))
        try:
            describer.outcome(eval(call[len("raises: ") :], names))
        except (Exception, SystemExit) as error:
            return {"raises": type(error).__name__}
        raise AssertionError("nothing was raised")


class _Describer:
    def __init__(self, tf, session):
        self._tf = tf
        self._session = session
        self._options = tf.RunOptions(timeout_in_ms=MILLISECONDS)

    def outcome(self, value):
        leaves = []
        tree = self._tree(value, leaves)
        values = self._run(leaves)
        return self._filled(tree, iter(values))

    def _tree(self, value, leaves, depth=0):
        tf = self._tf
        if value is None or isinstance(value, (bool, str)):
            return value if not isinstance(value, str) else _text(value)
        if isinstance(value, bytes):
            return _text(value)
        if isinstance(value, numbers.Number) and not isinstance(value, complex):
            return {"n": _number(value)}
        if isinstance(value, (np.ndarray, np.generic)):
            return {"array": _array(np.asarray(value))}
        if isinstance(value, tf.DType):
            return {"dtype": value.name}
        if isinstance(value, tf.TensorShape):
            return {"dims": None if value.dims is None else value.as_list()}
        if isinstance(value, (tf.Tensor, tf.SparseTensor, tf.Variable)) and depth < 4:
            if isinstance(value, tf.Tensor) and value.dtype in (tf.resource, tf.variant):
                return {"kind": "Tensor", "of": value.dtype.name}
            if isinstance(value, tf.Tensor) and value.op.type == "Placeholder":
                return {"kind": "Placeholder", "of": value.dtype.name, "shape": _shape(value)}
            leaves.append(value)
            kinds = [
                kind
                for kind in ("Variable", "SparseTensor", "Tensor")
                if isinstance(value, getattr(tf, kind))
            ]
            kind = kinds[0]
            return {"kind": kind, "of": value.dtype.base_dtype.name, "shape": _shape(value), "leaf": True}
        if isinstance(value, tf.RaggedTensor) and depth < 4:
            return {
                "kind": "RaggedTensor",
                "in": self._tree([value.flat_values, *value.nested_row_splits], leaves, depth + 1),
            }
        if isinstance(value, tf.Operation):
            leaves.append(value)
            return {"kind": "Operation", "leaf": True}
        if isinstance(value, tf.IndexedSlices):
            return {
                "kind": "IndexedSlices",
                "in": self._tree([value.values, value.indices], leaves, depth + 1),
            }
        if isinstance(value, tf.data.Dataset) and depth < 4:
            made = tf.data.make_initializable_iterator(value)
            self._session.run(made.initializer)
            return {"kind": "Dataset", "in": self._tree(made.get_next(), leaves, depth + 1)}
        if isinstance(value, dict):
            if depth > 3:
                return {"keys": sorted(map(str, value))}
            return {
                "dict": {
                    str(key): self._tree(value[key], leaves, depth + 1) for key in sorted(value, key=str)
                }
            }
        if isinstance(value, (list, tuple)):
            if depth > 3 or len(value) > 40:
                return {"many": len(value)}
            kept = [self._tree(item, leaves, depth + 1) for item in value]
            if hasattr(value, "_fields"):
                return {"fields": len(kept), "tuple": kept}
            return {"list": kept} if isinstance(value, list) else {"tuple": kept}
        if isinstance(value, type):
            return {"class": value.__name__}
        return {"object": _kinds(value)}

    def _run(self, leaves):
        tf, session = self._tf, self._session
        if not leaves:
            return []
        graph = session.graph
        if not graph.finalized:
            session.run(
                [tf.global_variables_initializer(), tf.local_variables_initializer(), tf.tables_initializer()]
            )
        runners = graph.get_collection(tf.GraphKeys.QUEUE_RUNNERS)
        coordinator = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(session, coordinator) if runners else []
        values = session.run(leaves, options=self._options)
        coordinator.request_stop()
        for runner in runners:
            session.run(runner.cancel_op)
        coordinator.join(threads, stop_grace_period_secs=5, ignore_live_threads=True)
        return values

    def _filled(self, tree, values):
        if isinstance(tree, dict):
            if tree.pop("leaf", False):
                value = next(values)
                if tree["kind"] == "SparseTensor":
                    tree["value"] = [_array(np.asarray(part)) for part in value]
                elif tree["kind"] != "Operation":
                    tree["value"] = _array(np.asarray(value))
                return tree
            return {key: self._filled(item, values) for key, item in tree.items()}
        if isinstance(tree, list):
            return [self._filled(item, values) for item in tree]
        return tree


def _shape(value):
    shape = value.shape
    if not hasattr(shape, "ndims"):
        return None
    return None if shape.ndims is None else shape.as_list()


def constant(tf, value):
    """A constant as JSON."""
    if isinstance(value, tf.DType):
        return {"dtype": value.name}
    if isinstance(value, (bool, int, float, str)) or value is None:
        return value if value == value else "nan"
    if isinstance(value, bytes):
        return value.decode("latin1")
    if isinstance(value, (list, tuple)):
        return [constant(tf, item) for item in value]
    return {"class": value.__name__} if isinstance(value, type) else {"object": _kinds(value)}


def _number(value):
    return float(f"{value:.5g}") if isinstance(value, float) else int(value)


def _array(array):
    """Type, shape, and the values or, of many, sums."""
    made = {"type": _type(array), "dims": list(array.shape)}
    flat = array.reshape(-1)
    if array.dtype.kind in "OSU":
        made["is"] = [_text(item) for item in flat[:LONGEST]]
        return made
    if array.dtype.kind == "c":
        flat = np.stack([flat.real, flat.imag], -1).reshape(-1)
    if array.dtype.kind not in "fcbiu" and "float" not in array.dtype.name:
        return made
    flat = flat.astype(np.float64)
    if flat.size > LONGEST:
        flat = np.array(
            [flat.sum(), np.abs(flat).sum(), flat[0], flat[-1], (flat * np.arange(flat.size)).sum()]
        )
        made["long"] = True
    made["is"] = [_plain(item) for item in flat]
    return made


def _type(array):
    return "text" if array.dtype.kind in "OSU" else array.dtype.name


def _text(item):
    text = item.decode("latin1") if isinstance(item, bytes) else str(item)
    return re.sub("new[0-9]+", "new", text.replace(os.getcwd(), "."))[:60]


def _kinds(value):
    """The names of the classes that `value` is of, without what tells their versions apart."""
    if inspect.isroutine(value) or type(value).__name__ == "Bind":  # today's functions of custom gradients
        return ["function"]
    names = [re.sub("_?[vV][12]$", "", kind.__name__.lstrip("_")) for kind in type(value).__mro__]
    return list(collections.OrderedDict.fromkeys(names[:-1]))  # but for `object`


def _plain(item):
    if not np.isfinite(item):
        return str(item)
    return int(item) if item == int(item) and abs(item) < 1e15 else float(f"{item:.6g}")


def differences(expected, found, where="", tolerance=1e-4):
    """Sentences on where `found` is another outcome than `expected`, which may lack values."""
    if expected is None and re.search(r"\.shape(\[\d+\])?$", where):
        return []  # more is known today of the shape of a tensor before it runs
    if isinstance(expected, dict) and isinstance(found, dict):
        if found.get("fields", 0) > expected.get("fields", 0) > 0:  # a tuple whose items have names has more
            kept = found["tuple"][: expected["fields"]]
            return differences(expected["tuple"], kept, where, tolerance)
        loose = {"is", "fields"}
        if set(expected) - loose != set(found) - loose or ("is" in expected and "is" not in found):
            return [f"{where}: {_brief(expected)} is now {_brief(found)}"]
        return [
            d
            for key in set(expected) - {"fields"}
            for d in differences(expected[key], found[key], where + "." + key, tolerance)
        ]
    if where.endswith(".object"):
        return [] if set(expected) & set(found) else [f"{where}: {expected} is now {found}"]
    if isinstance(expected, list) and isinstance(found, list):
        if len(expected) != len(found):
            return [f"{where}: {_brief(expected)} is now {_brief(found)}"]
        pairs = enumerate(zip(expected, found))  # noqa: B905
        return [d for i, (a, b) in pairs for d in differences(a, b, f"{where}[{i}]", tolerance)]
    numeric = (int, float)
    if isinstance(expected, numeric) and isinstance(found, numeric) and not isinstance(expected, bool):
        near = abs(expected - found) <= tolerance * max(1.0, abs(expected))
        return [] if near else [f"{where}: {expected} is now {found}"]
    return [] if expected == found else [f"{where}: {_brief(expected)} is now {_brief(found)}"]


def _brief(value):
    return str(value)[:120]


def without_values(outcome, other):
    """`outcome` without the values in which `other`, of another seed, differs: those that are random.

    With None for `other`, without any.
    """
    if isinstance(outcome, dict):
        kept = {}
        for key, value in outcome.items():
            if key == "is" and (other is None or value != other.get("is")):
                continue
            inner = other.get(key) if isinstance(other, dict) else other
            kept[key] = without_values(value, inner)
        return kept
    if isinstance(outcome, list) and outcome and isinstance(outcome[0], dict):
        others = other if isinstance(other, list) and len(other) == len(outcome) else [None] * len(outcome)
        return [without_values(a, b) for a, b in zip(outcome, others)]  # noqa: B905
    return outcome
