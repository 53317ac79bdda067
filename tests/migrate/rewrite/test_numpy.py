"""Calls that NumPy no longer takes are written as it takes them, and do the same; others stay."""

import textwrap

import numpy as np
import pytest

from migrate.audit.holdings import missing
from migrate.pipeline import migrate
from migrate.rewrite.rules.npy.names import HELD, OF_LIB

HEAD = "import cv2\nimport numpy as np\nimport tensorflow as tf\n\nzero = tf.to_float(0)\n"


def became(tmp_path, text: str) -> str:
    program = tmp_path / "train.py"
    program.write_text(HEAD + textwrap.dedent(text))
    (change,) = migrate([tmp_path]).changes
    after = change.after.decode()
    program.write_text(after)
    assert not migrate([tmp_path]).changes, "a second run changes nothing"
    return after


@pytest.mark.parametrize(
    ("call", "instead", "value"),
    [
        ("np.asfarray(x)", "np.asarray(x, dtype=float)", [1.0, 2.0]),
        ("np.asscalar(x[:1])", "np.asarray(x[:1]).item()", 1),
        ("np.msort(x[::-1])", "np.sort(x[::-1], axis=0)", [1, 2]),
        ("np.in1d([x], x[:1], invert=True)", "np.isin([x], x[:1], invert=True).ravel()", [False, True]),
        ("np.fromstring(b'ab', np.uint8, count=1)", "np.frombuffer(b'ab', np.uint8, count=1).copy()", [97]),
        ("np.histogram(x, 2, normed=True)[0]", "np.histogram(x, 2, density=True)[0]", [1.0, 1.0]),
        ("np.percentile(x, 50, interpolation='lower')", "np.percentile(x, 50, method='lower')", 1),
        ("np.hstack([i] for i in x)", "np.hstack(list([i] for i in x))", [1, 2]),
        ("np.vstack(map(list, [x]))", "np.vstack(list(map(list, [x])))", [[1, 2]]),
        ("np.stack({1: x}.values())", "np.stack(list({1: x}.values()))", [[1, 2]]),
        ("2 ** np.NINF", "2 ** (-np.inf)", 0.0),
        ("np.float_(x)", "np.float64(x)", [1.0, 2.0]),
    ],
)
def test_a_lost_call_is_written_as_it_is_today(call, instead, value, tmp_path):
    assert f"return {instead}\n" in became(tmp_path, f"def f(x):\n    return {call}\n")
    assert np.array_equal(eval(instead, {"np": np, "x": np.array([1, 2])}), value)


@pytest.mark.parametrize(
    "call",
    [
        "np.fromstring('1 2', sep=' ')",
        "np.fromstring(*x)",
        "np.vstack(x)",
        "np.concatenate(map(list, x))",
        "x.in1d(x, x)",
    ],
)
def test_what_is_not_known_to_be_the_same_stays(call, tmp_path):
    assert f"return {call}\n" in became(tmp_path, f"def f(x):\n    return {call}\n")


@pytest.mark.parametrize(
    "body",
    [
        "return x[0].tostring()",
        "return np.array(x).tostring()",
        "return x.astype('float32').tostring()",
        "a = cv2.imread(x)\n    return a.tostring()",
        "return tf.train.BytesList(value=[x.tostring()])",
        "return bytes_feature(x.tostring())",
        "raw = x.tostring()\n    return tf.train.Feature(bytes_list=tf.train.BytesList(value=[raw]))",
    ],
)
def test_the_bytes_of_an_array(body, tmp_path):
    after = became(tmp_path, f"def f(x):\n    {body}\n")
    assert "tobytes()" in after
    assert "tostring" not in after


@pytest.mark.parametrize(
    "body",
    [
        "return x.tostring()",
        "a = x\n    b = a\n    return a.tostring() + b.tostring()",
        "return x[0].tostring('C')",
        "a = np.ones(2)\n    a = x.drawing()\n    return a.tostring()",
        "show(x.tostring())",
    ],
)
def test_other_objects_keep_their_tostring(body, tmp_path):
    assert "tobytes" not in became(tmp_path, f"def f(x):\n    {body}\n")


@pytest.mark.parametrize(
    ("names", "lines"),
    [
        ("asscalar, array", ["from compat.numpy1 import asscalar", "from numpy import array"]),
        ("product as size, Inf, ones", ["from numpy import prod as size, inf as Inf, ones"]),
        ("AxisError", ["from numpy.exceptions import AxisError"]),
        ("float, long, zeros", ["long = int", "from numpy import zeros"]),
        ("float", ["pass"]),
        ("NINF", ["NINF = -float('inf')"]),
        ("prod as product, zeros", ["from numpy import prod as product, zeros"]),
    ],
)
def test_names_that_are_imported_from_numpy_come_from_where_they_are_today(names, lines, tmp_path):
    after = became(tmp_path, f"from numpy import {names}\n").removeprefix(HEAD).splitlines()
    start = after.index(lines[0])
    assert after[start : start + len(lines)] == lines
    exec("\n".join(lines), {})


@pytest.mark.parametrize(
    ("line", "name", "instead"),
    [
        ("", "np.lib.pad", "np.pad"),
        ("", "np.lib.function_base.angle", "np.angle"),
        ("", "np.lib.row_stack", "np.vstack"),
        ("", "np.lib.asscalar", "compat.numpy1.asscalar"),
        ("import numpy.lib as inner", "inner.pad", "numpy.pad"),
        ("from numpy import lib", "lib.function_base.angle", "numpy.angle"),
        ("", "np.lib.stride_tricks.as_strided", "np.lib.stride_tricks.as_strided"),
        ("", "np.core.umath.sin", "np.core.umath.sin"),
        ("numpy = 3\nimport numpy.lib as inner", "inner.pad", "inner.pad"),
    ],
)
def test_what_numpys_inner_modules_had_is_numpys_own(line, name, instead, tmp_path):
    assert became(tmp_path, f"{line}\nf = {name}\n").endswith(f"f = {instead}\n")


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        (
            "from numpy.lib import pad as around, stride_tricks",
            ["numpy import pad as around", "numpy.lib import stride_tricks"],
        ),
        ("from numpy.lib.shape_base import row_stack, tile", ["numpy import vstack as row_stack, tile"]),
        ("from numpy.lib import asscalar", ["compat.numpy1 import asscalar"]),
    ],
)
def test_names_of_inner_modules_come_from_where_they_are_today(line, lines, tmp_path):
    after = became(tmp_path, f"{line}\n")
    assert all(f"from {one}\n" in after for one in lines)
    exec("\n".join(f"from {one}" for one in lines), {})


def test_each_name_of_numpy_lib_is_gone_from_there_and_is_numpys_today(tmp_path):
    lost = {name for name in OF_LIB if missing(f"numpy.{name}")}
    assert all(missing(f"numpy.lib.{name}") for name in OF_LIB)
    text = "".join(f"f = np.lib.{name}\n" for name in sorted(lost - HELD))
    assert ".lib" not in became(tmp_path, text)


def test_instead_of_a_lost_name_is_never_that_name(tmp_path):
    (tmp_path / "train.py").write_text(HEAD + "from numpy.lib.function_base import deprecate, pad\n")
    told = [one for one in migrate([tmp_path]).all_diagnostics if one.code == "API209"]
    assert told
    assert all(one.instead not in one.found for one in told)
