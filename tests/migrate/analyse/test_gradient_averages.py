"""Code that averages gradients is known by what it computes."""

import ast
from pathlib import Path

import pytest

from migrate.analyse.names.definitions import Function
from migrate.analyse.program.tree import Tree
from migrate.analyse.towers.gradient_averages import Value, average_of, averaged_name
from migrate.model.source import Module, Source

CLASSIC = """\
def average(tower_grads):
    '''Averages.'''
    result = []
    for grad_and_vars in zip(*tower_grads):
        grads = []
        for g, _ in grad_and_vars:
            expanded = tf.expand_dims(g, 0)
            grads.append(expanded)
        grad = {mean}
        v = grad_and_vars[0][1]
        result.append((grad, v))
    return result
"""
MEANS = {
    "concat": CLASSIC.format(mean="tf.reduce_mean(tf.concat(grads, 0), 0)"),
    "concat by keywords": CLASSIC.format(mean="tf.reduce_mean(tf.concat(axis=0, values=grads), axis=0)"),
    "concat before 1.0": CLASSIC.format(mean="tf.reduce_mean(tf.concat(0, grads), 0)"),
    "stack": """\
def average(towers):
    out = []
    for pairs in zip(*towers):
        grads = [g for g, v in pairs]
        out.append((tf.reduce_mean(tf.stack(grads, axis=0), 0), pairs[0][1]))
    return out
""",
    "sum over count": """\
def average(towers):
    return [(tf.add_n([g for g, _ in pairs]) / len(towers), pairs[0][1]) for pairs in zip(*towers)]
""",
    "skipping None": """\
def average(towers):
    out = []
    for pairs in zip(*towers):
        grads = []
        for g, _ in pairs:
            if g is None:
                continue
            grads.append(tf.expand_dims(g, 0))
        grad = tf.reduce_mean(tf.concat(grads, 0), 0)
        out.append((grad, pairs[0][1]))
    return out
""",
}
OTHERS = {
    "sum": MEANS["sum over count"].replace(" / len(towers)", ""),
    "divided by something else": MEANS["sum over count"].replace("len(towers)", "2.5"),
    "concat without a new axis": MEANS["stack"].replace("tf.stack(grads, axis=0)", "tf.concat(grads, 0)"),
    "mean over another axis": MEANS["stack"].replace("axis=0), 0)", "axis=0), 1)"),
    "stacked along another axis": MEANS["stack"].replace("axis=0), 0)", "axis=1), 0)"),
    "clipped": CLASSIC.format(mean="tf.clip_by_norm(tf.reduce_mean(tf.concat(grads, 0), 0), 1.0)"),
    "weighted": MEANS["stack"].replace("[g for g, v in pairs]", "[g * 2 for g, v in pairs]"),
    "changed in between": MEANS["stack"].replace("out.append", "grads = other(grads)\n        out.append"),
    "pair the wrong way round": MEANS["stack"].replace("pairs[0][1]))", "pairs[0][0]))"),
    "max": CLASSIC.format(mean="tf.reduce_max(tf.concat(grads, 0), 0)"),
}


def function(text: str) -> Function:
    data = f"import tensorflow as tf\n{text}".encode()
    module = Module(Source(Path("m.py"), Path(), data), ast.parse(data))
    bindings = Tree([module]).bindings(module)
    return Function(bindings, bindings.functions["average"])


@pytest.mark.parametrize("text", MEANS.values(), ids=MEANS.keys())
def test_a_mean_is_recognised(text):
    assert average_of(function(text)) is (Value.QUOTIENTS if "/ len" in text else Value.MEANS)


@pytest.mark.parametrize("text", OTHERS.values(), ids=OTHERS.keys())
def test_what_is_no_mean_is_not_taken_for_one(text):
    assert average_of(function(text)) is None


def test_the_number_of_towers_may_go_by_the_name_that_the_loop_has():
    text = MEANS["sum over count"].replace("len(towers)", "FLAGS.num_gpus")
    count = ast.parse("FLAGS.num_gpus", mode="eval").body
    assert average_of(function(text), count) is Value.QUOTIENTS
    assert average_of(function(text)) is None


def test_an_inline_mean_is_recognised_with_the_name_of_its_result():
    found = function(MEANS["stack"])
    assert isinstance(found.node, ast.FunctionDef)
    assert averaged_name(found.bindings, found.node.body[1:-1], "towers", {"out", "grads"}) == (
        "out",
        Value.MEANS,
    )
