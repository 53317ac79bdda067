"""What an expression may give is told by what made it, wherever that stands."""

import ast
from pathlib import Path

import pytest

from migrate.analyse.expressions.value_kinds import ValueKinds
from migrate.analyse.program.tree import Tree
from migrate.model.source import Module, Source

VARIABLE = "v = tf.get_variable('v', [])\n"


def asked(text: str) -> tuple[ValueKinds, ast.expr]:
    """What answers for a program, and the expression that its last statement is."""
    given, module = parsed(text)
    last = module.body[-1]
    assert isinstance(last, ast.Expr)
    return given, last.value


def parsed(text: str) -> tuple[ValueKinds, ast.Module]:
    data = f"import tensorflow as tf\n{text}".encode()
    module = Module(Source(Path("m.py"), Path(), data), ast.parse(data))
    tree = Tree([module])
    return ValueKinds(tree, tree.bindings(module)), module.tree


@pytest.mark.parametrize(
    "text",
    [
        f"{VARIABLE}v",
        f"{VARIABLE}pair = (1.0, [v])\npair",
        "def f():\n    return {'v': tf.Variable(1.0)}\nf()['v']",
        f"class Net:\n    pass\nnet = Net()\n{VARIABLE}net.weight = v\nnet.weight",
        "for one in tf.trainable_variables():\n    last = one\nlast",
        "def f():\n    layer = tf.layers.Dense(3)\n    return layer.kernel\nf()",
        f"{VARIABLE}def same(x):\n    return x\nsame(v)",
    ],
)
def test_a_variable_is_one_under_any_name(text: str):
    given, node = asked(text)
    assert given.may_be_variable(node)


@pytest.mark.parametrize(
    "text", [f"{VARIABLE}v * 2.0", f"{VARIABLE}tf.identity(v)", "tf.placeholder(tf.float32)", "[1.0]"]
)
def test_what_is_computed_of_a_variable_is_none(text: str):
    given, node = asked(text)
    assert not given.may_be_variable(node)


@pytest.mark.parametrize(
    "text",
    [
        f"{VARIABLE}[v, {{'v': v}}]",
        "tf.trainable_variables() + tf.moving_average_variables()",
        f"{VARIABLE}pair = [v] + tf.local_variables()\npair + pair",
        "every = []\nfor one in tf.trainable_variables():\n    every = every + [one]\nevery",
    ],
)
def test_variables_alone_are_known(text: str):
    given, node = asked(text)
    assert given.are_variables(node)


@pytest.mark.parametrize(
    "text",
    [
        f"{VARIABLE}[v, v + 1.0]",
        f"{VARIABLE}v + v",
        f"{VARIABLE}tf.trainable_variables() + [v + v]",
        "every = tf.trainable_variables()\nevery.append(tf.zeros([]))\nevery + every",
        "tf.trainable_variables() + tf.get_collection('losses')",
        "total = 1.0\nfor _ in range(3):\n    total = total + total\ntotal",
    ],
)
def test_tensors_among_variables_are_seen(text: str):
    given, node = asked(text)
    assert not given.are_variables(node)


@pytest.mark.parametrize(
    ("text", "unpacked", "several"),
    [
        ("def f(x):\n    return x, x\nf(1)", False, True),
        ("def f(x):\n    return x, x\nf(1)", True, False),
        ("def f(x):\n    return x, [x]\nf(1)", True, True),
        ("def f(x):\n    return sum([x, x])\nf(tf.constant(1.0))", False, False),
        ("tf.split(tf.zeros([2]), 2)", False, True),
        ("tf.nn.dynamic_rnn(None)", True, True),
    ],
)
def test_containers_of_values(text: str, unpacked: bool, several: bool):
    given, node = asked(text)
    assert given.may_be_several(node, unpacked=unpacked) == several


@pytest.mark.parametrize(
    ("text", "sparse"),
    [
        ("def f():\n    return tf.SparseTensor([], [], [])\ntf.cast(f(), tf.int32)", True),
        ("s = tf.SparseTensor([], [], [])\ntf.sparse_tensor_to_dense(s)", False),
        ("pairs = tf.train.Optimizer().compute_gradients(1)\n[g for g, _ in pairs]", True),
        ("pairs = tf.train.Optimizer().compute_gradients(1)\ntf.reduce_mean(pairs[0][0])", False),
    ],
)
def test_sparse_tensors(text: str, sparse: bool):
    given, node = asked(text)
    assert given.may_be_sparse([node]) == sparse


def test_an_expression_that_is_none_of_the_program_may_be_anything():
    given, _ = asked("1")
    assert given.may_be_variable(ast.parse("x", mode="eval").body)
    assert not given.are_variables(ast.parse("x", mode="eval").body)


FED = "x = tf.placeholder(tf.float32, [3])\n"


@pytest.mark.parametrize(
    ("text", "may_be"),
    [
        ("v = tf.Variable(x * 2.0)", True),
        ("def first(y):\n    return [tf.identity(y)]\nv = tf.Variable(first(x)[0])", True),
        ("v = tf.get_variable('v', initializer=tf.nn.softmax(x))", True),
        ("v = tf.layers.dense(x, 3, kernel_initializer=lambda *_: x)", True),
        ("v = tf.Variable(tf.zeros([x.get_shape()[0].value]))", False),
        ("v = tf.get_variable('v', [3], initializer=tf.constant_initializer(1.0))\nw = v * x", False),
        ("v = tf.layers.dense(x, 3, kernel_initializer=tf.ones_initializer())", False),
    ],
)
def test_variables_may_begin_with_what_is_fed(text: str, may_be: bool):
    given, _ = parsed(f"{FED}{text}")
    assert given.may_begin_as_fed() is may_be


@pytest.mark.parametrize(
    ("text", "may_be"),
    [
        (f"{VARIABLE}v += 1.0", True),
        ("def made():\n    return tf.Variable(1.0)\nv = made()\nv += 1.0", True),
        (f"class Net:\n    pass\nnet = Net()\n{VARIABLE}net.v = v\nnet.v += 1.0", True),
        (f"{VARIABLE}w = v * 2.0\nw += 1.0", False),
        ("v = tf.trainable_variables()\nv += [1.0]", False),
        (f"{VARIABLE}vs = [v]\nvs += [1.0]", False),
        ("import numpy as np\nv = np.zeros(3)\nv += 1.0", False),
        (f"import numpy as np\n{VARIABLE}if tf:\n    v = np.zeros(3)\nv += 1.0", False),
    ],
)
def test_what_is_added_to_may_be_a_variable(text: str, may_be: bool):
    given, module = parsed(text)
    (node,) = (one for one in ast.walk(module) if isinstance(one, ast.AugAssign))
    assert given.may_be_added_to(node.target) is may_be
