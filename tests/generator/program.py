"""Whole programs: `programs()` is the Hypothesis strategy, `Program` the text and what was drawn for it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from . import aliases, changed_state, control_flow, graph_state, host_state  # noqa: F401  they fill the catalogue
from .features import features
from .sessions import Run, session
from .source import Lines, Scope, Source, indented
from .statements import TWISTS, block, granted
from .training import OPTIMIZERS, after_updates, average, counted_steps, train
from .wishes import AGAIN, BESIDE, CHANGED, FED, wish

HEAD = """
import argparse
import contextlib
import os
import sys

import numpy as np
import tensorflow as tf

SETTINGS = {'depth': 2, 'deep': False, 'scale': 0.5, 'built': 0, 'entered': 0, 'seen': [], 'left': []}


def show(value):
    return ['%.5f' % one for one in np.asarray(value, np.float64).ravel()]
"""
EARLIER = """
from tensorflow.contrib import slim

NARROW = hasattr(slim, 'conv2d')
"""
END = "print(sorted(SETTINGS.items()), os.environ.get('SCALE'))"
WRITTEN = "print(os.path.isdir('noted'), os.path.exists('noted.txt') and open('noted.txt').read())"
NAMES = ("x", "y", "h", "loss", "train_op")
LAYOUTS = ["module", "function", "function", "class", "built in a function", "graphs made again"]


@dataclass(frozen=True)
class Program:
    """The text of one program, and the constructs that it has."""

    text: str
    constructs: frozenset[str]


@st.composite
def programs(draw: Callable[[st.SearchStrategy[Any]], Any]) -> Program:
    source = Source(draw)
    text = write(source)
    return Program(text, frozenset(source.constructs))


def write(source: Source) -> str:
    twists = shared_out(source)
    source.unseeded = source.chance(3)
    if not source.unseeded:
        wish(source)
        wishes_of_sessions(source, twists)
    layout = source.pick(LAYOUTS)
    layout = next((one for one in LAYOUTS if f"layout: {one}" in source.wished), layout)
    source.constructs.add(f"layout: {layout}")
    module = layout == "module"
    source.module, source.ends = module, layout in ("function", "graphs made again")
    build = inputs(source)
    if not source.unseeded and ("towers" in source.wished or source.chance(6)):
        source.constructs.add("towers")
        build += towers(source, twists)
    else:
        build += model(source, twists)
    if not source.unseeded:
        build += features(source)
    run = Run(fetched_by(source), function=not module, module=module)
    if layout == "class":
        return trainer(source, build, run, twists["session"])
    running = session(source, run, twists["session"])
    if module:
        return laid_out(source, [*build, *running, END])
    if layout == "built in a function":
        made = ["def build():", *indented(build), "    return " + ", ".join(names(source))]
        body = [f"{', '.join(names(source))} = build()", *running]
        return laid_out(source, [*made, "", "", "def main():", *indented(body), "", "", "main()", END])
    if layout == "graphs made again":
        body = [
            "def main(rate):",
            "    with tf.Graph().as_default():",
            *indented(indented([*build, *running])),
        ]
        body = [
            line.replace("Optimizer(0.1", "Optimizer(rate").replace("Optimizer(0.05", "Optimizer(rate")
            for line in body
        ]
        return laid_out(source, [*body, "", "", "for rate in (0.1, 0.05):", "    main(rate)", END])
    calls = ["main()"]
    if "graph that grows" in source.wished or source.chance(5):
        source.constructs.add("graph that grows")
        calls = ["for _ in range(2):", "    main()"]
    return laid_out(source, ["def main():", *indented([*build, *running]), "", "", *calls, END])


def names(source: Source) -> tuple[str, ...]:
    """What the session needs of what was built."""
    trained = ["ops" if source.held and name == "train_op" else name for name in NAMES]
    return (*trained, *source.fetched, *source.effects, *source.optional, *source.fed)


def fetched_by(source: Source, before: str = "") -> dict[str, str]:
    """The expression by which sessions have each thing that was built."""
    found = {name: before + name for name in names(source)}
    return {**found, **{name: before + held for name, held in source.held.items()}}


def trainer(source: Source, build: Lines, run: Run, twists: int) -> str:
    kept = [f"self.{name} = {name}" for name in names(source)]
    own = Run(fetched_by(source, "self."), source.pick(["sess", "self.sess"]), function=True)
    if "." in own.session:
        own.session = "self.sess"
    running = session(source, own, twists)
    calls, others = trained(source, own)
    lines = [
        "class Trainer(object):",
        "    def __init__(self):",
        *indented(indented([*build, *kept])),
        "",
        "    def fit(self):",
        *indented(indented(running)),
        *others,
        "",
        "",
        *calls,
        END,
    ]
    return laid_out(source, lines)


def trained(source: Source, run: Run) -> tuple[Lines, Lines]:
    """How objects are made and trained, in one session after the other, and the methods that this takes."""
    if "sessions of an object" not in source.wished and not source.chance(25):
        return source.pick([["Trainer().fit()"], ["trainer = Trainer()", "trainer.fit()"]]), []
    source.constructs.add("sessions of an object")
    evaluate = [
        "",
        "    def evaluate(self):",
        *indented(indented(session(source, run, 0))),
    ]
    return source.pick(
        [
            (["trainer = Trainer()", "for _ in range(2):", "    trainer.fit()"], []),
            (["trainer = Trainer()", "trainer.fit()", "trainer.evaluate()"], evaluate),
            (["trainer = Trainer()", "trainer.fit()", "trainer.evaluate()", "trainer.fit()"], evaluate),
            (["for _ in range(2):", "    Trainer().fit()"], []),
            (["trainers = [Trainer(), Trainer()]", "for trainer in trainers:", "    trainer.fit()"], []),
        ]
    )


def laid_out(source: Source, lines: Lines) -> str:
    helpers = "".join(f"\n\n{text}\n" for text in source.helpers.values())
    if any("_variables()" in line and "initializer" not in line for line in lines):
        source.constructs.add("variables in the order of the graph")
    if "host: seen outside of the process" in source.constructs:
        lines = [*lines, WRITTEN]
    left = [shown for name, shown in host_state.LEFT.items() if name in source.helpers]
    lines = [*lines, *(f"print('left', {shown})" for shown in left)]
    head = HEAD.strip("\n")
    if source.chance(10):
        source.constructs.add("import behind other code")
        head = EARLIER.strip("\n") + "\n" + head
    return head + "\n" + helpers + "\n\n" + "\n".join(lines) + "\n"


def shared_out(source: Source) -> dict[str, int]:
    """How many constructs each part of the program gets by chance: mostly none or one in all."""
    parts = {"layers": 0, "loss": 0, "gradients": 0, "session": 0}
    for _ in range(source.pick([1, 0, 0, 0, 0, 1, 2, 3])):
        parts[source.pick(["layers"] * 5 + ["loss"] * 4 + ["gradients"] + ["session"] * 2)] += 1
    return parts


def wishes_of_sessions(source: Source, twists: dict[str, int]) -> None:
    """A session has what is wished for it."""
    if {AGAIN, BESIDE, CHANGED, FED} & source.wished:
        twists["session"] = max(twists["session"], 1)


def inputs(source: Source) -> Lines:
    named = source.pick(["", ", name='x'", ", name='input'"])
    return [f"x = tf.placeholder(tf.float32, [None, 3]{named})", "y = tf.placeholder(tf.float32, [None, 3])"]


def is_of_layers(source: Source) -> bool:
    """Whether something is wished for that no loss can have."""
    loss = Scope("loss", "terms")
    return any(one.name in source.wished and not one.fits(loss) for one in TWISTS)


def layers(source: Source, twists: int) -> Lines:
    source.twists = twists
    scope = Scope("h", "outputs", module=source.module, ends=source.ends)
    body = block(source, scope, 3)
    if is_of_layers(source) or source.chance(60):
        body += granted(source, scope)
    if "variable behind a layer" in source.wished:
        body += ["last = tf.Variable(tf.fill([3, 3], 0.4))", "h = tf.matmul(h, last)"]
    lines = first_layer(source)
    if any("outputs" in line for line in body):
        return [*lines, "outputs = [h]", *body, "h = h + tf.add_n(outputs)"]
    return [*lines, *body]


def first_layer(source: Source) -> Lines:
    if not source.unseeded:
        return ["h = tf.layers.dense(x, 3, kernel_initializer=tf.constant_initializer(0.3))"]
    drawn = source.pick(["tf.random_normal([3, 3])", "tf.truncated_normal([3, 3], stddev=0.1)"])
    begun = f"tf.Variable({drawn})"
    how = source.pick(["layer", "variable", "variable in the expression", "function"])
    if how == "layer":
        return ["h = tf.layers.dense(x, 3)"]
    if how == "function":
        body = source.pick([[f"return {begun}"], [f"start = {drawn}", "return tf.Variable(start)"]])
        begun = source.helper("weight", "\n".join(["def weight():", *indented(body)])) + "()"
    if how == "variable in the expression":
        return [f"h = tf.matmul(x, {begun})"]
    return [f"w = {begun}", "h = tf.matmul(x, w)"]


def losses(source: Source, twists: int) -> Lines:
    source.twists = twists
    lines = [
        source.pick(["loss = tf.reduce_mean(tf.square(h - y))", "loss = tf.losses.mean_squared_error(y, h)"])
    ]
    scope = Scope("loss", "terms", module=source.module, ends=source.ends)
    body = block(source, scope, 2) if twists or source.chance(50) else []
    body += granted(source, scope)
    if any("terms" in line for line in body):
        lines = [*lines, "terms = [loss]", *body, "loss = loss + tf.add_n(terms)"]
    else:
        lines += body
    if "collection: the program's own" in source.constructs:
        lines += [
            source.pick(
                [
                    "loss = tf.add_n([loss] + tf.get_collection('penalties'))",
                    "for penalty in tf.get_collection('penalties'):\n    loss = loss + penalty",
                ]
            )
        ]
    if "collection: losses" in source.constructs:
        lines += [
            source.pick(
                [
                    "loss = loss + tf.add_n(tf.get_collection(tf.GraphKeys.LOSSES))",
                    "loss = loss + tf.losses.get_total_loss()",
                ]
            )
        ]
    elif source.chance(10):
        lines += ["loss = tf.add_n([loss] + tf.get_collection(tf.GraphKeys.REGULARIZATION_LOSSES))"]
    return [part for line in lines for part in line.split("\n")]


def model(source: Source, twists: dict[str, int]) -> Lines:
    return [
        *layers(source, twists["layers"]),
        *losses(source, twists["loss"]),
        *train(source, twists["gradients"]),
    ]


def towers(source: Source, twists: dict[str, int]) -> Lines:
    """Two towers that share variables; their gradients are averaged."""
    jumps = {kind for kind in ("continue", "break") if f"{kind} over averages" in source.wished}
    averages = average(source, twists["gradients"], *jumps)
    made, step = counted_steps(source)
    reuse = source.pick(
        ["tf.variable_scope('net', reuse=i > 0)", "tf.variable_scope('net', reuse=tf.AUTO_REUSE)"]
    )
    layer = [
        "w = tf.get_variable('w', [3, 3], initializer=tf.constant_initializer(0.3))",
        "b = tf.get_variable('b', [3], initializer=tf.zeros_initializer())",
        "h = tf.nn.relu(tf.matmul(part, w) + b)",
    ]
    skip = []
    if twists["layers"] or "jump over towers" in source.wished:
        kind = source.pick(["continue", "break"])
        source.constructs.add(f"{kind} in a loop over towers")
        skip = [f"if {source.pick(['i == 1', 'i > 1', 'SETTINGS[' + repr('deep') + ']'])}:", f"    {kind}"]
    add, before = "tower_grads.append({})", []
    if twists["loss"]:
        name, before_line, add = source.pick(
            [
                ("alias: bound method", "add = tower_grads.append", "add({})"),
                ("alias: second name", "every = tower_grads", "every.append({})"),
                ("alias: in a dictionary", "held = {'all': tower_grads}", "held['all'].append({})"),
            ]
        )
        source.constructs.add(name)
        before = [before_line]
    scope = [f"with {reuse}:", *indented(layer)]
    body = [
        *scope,
        "loss = tf.reduce_mean(tf.square(h - tf.split(y, 2)[i]))",
        *tower_summary(source, both=not skip),
        add.format("optimizer.compute_gradients(loss)"),
    ]
    if source.chance(40):
        body = ["with tf.name_scope('tower_%d' % i):", *indented(body)]
    loop = ["part = tf.split(x, 2)[i]", *skip, "with tf.device('/gpu:%d' % i):", *indented(body)]
    return [
        f"optimizer = tf.train.{source.pick(OPTIMIZERS)}",
        *made,
        "tower_grads = []",
        *before,
        "for i in range(2):",
        *indented(loop),
        *shown_behind_towers(source),
        *averages,
        *after_updates(source, f"optimizer.apply_gradients(averaged{step})"),
        *(["merged = tf.summary.merge_all()"] if source.summaries else []),
    ]


def shown_behind_towers(source: Source) -> Lines:
    """What is printed of the towers, and of what they left in the graph."""
    if "shown behind towers" not in source.wished and not source.chance(15):
        return []
    source.constructs.add("shown behind towers")
    return source.pick(
        [
            ["for pairs in tower_grads:", "    print('pairs', len(pairs))"],
            ["for _, v in tower_grads[0]:", "    print('of', v.op.name)"],
            ["for v in tf.trainable_variables():", "    print('has', v.name)"],
            ["print('towers', len(tower_grads))"],
            ["print('losses', len(tf.losses.get_losses()))"],
            ["print('part', h.get_shape().as_list())"],
        ]
    )


def tower_summary(source: Source, both: bool) -> Lines:
    """A summary that each tower makes, or the first, or the last where `both` are built, or none."""
    if "summaries of towers" not in source.wished and not source.chance(20):
        return []
    source.constructs.add("summaries of towers")
    source.summaries = True
    source.fetched.append("merged")
    shown = "tf.summary.scalar('tower_loss', loss)"
    test = source.pick(["", "", "if i == 0:", *(["if i == 1:"] if both else [])])
    return [test, *indented([shown])] if test else [shown]
