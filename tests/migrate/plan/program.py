"""Small programs, given as text, and what becomes of them."""

import textwrap

from migrate.model.diagnostic import Severity
from migrate.pipeline import migrate

PROGRAM = """\
import numpy as np
import tensorflow as tf

{helpers}
x = tf.placeholder(tf.float32, [2])
w = tf.get_variable('w', [2])
loss = tf.reduce_sum(tf.square(x * w))
{graph}
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
sess = tf.Session()
sess.run(tf.global_variables_initializer())
for step in range(3):
    {run}
{behind}
"""


def of(graph: str = "", run: str = "sess.run([train, loss], {x: np.ones(2)})", **parts: str) -> str:
    """A program that trains, with some statements between those."""
    return PROGRAM.format(**{"helpers": "", "behind": "", **parts, "graph": graph, "run": run})


def of_function(graph: str = "", run: str = "", helpers: str = "", behind: str = "") -> str:
    """The same, where a function builds the graph and runs it."""
    text = of(graph, f"sess.run([train, loss], {{x: np.ones(2)}}); {run}", behind=behind)
    head, start, body = text.partition("x = ")
    return f"{head}{helpers}\ndef main():\n{textwrap.indent(start + body, '    ')}\nmain()\n"


def of_class(graph: str, fetch: str = "self.out", **parts: str) -> str:
    """An object builds a graph, and runs it where other code calls that."""
    text = """\
import tensorflow as tf

settings = {'scale': 2.0, 'which': 0}

class Model:
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [2])
        GRAPH
        self.sess = tf.Session()
    def run(self, values):
        return self.sess.run(FETCH, {self.x: values})
BEFORE
model = Model()
BEHIND
print(model.run([1.0, 2.0]))
"""
    for name, part in {"before": "", "behind": "", **parts, "graph": graph, "fetch": fetch}.items():
        text = text.replace(name.upper(), part)
    return text


def without_variables(graph: str, helpers: str, run: str = "sess.run(out, {x: [1.0, 2.0]})") -> str:
    """A function builds a graph that only computes, and runs that."""
    lines = [
        "x = tf.placeholder(tf.float32, [2])",
        *graph.splitlines(),
        "sess = tf.Session()",
        *run.splitlines(),
    ]
    body = "\n".join(f"    {one}" for one in lines)
    return f"import tensorflow as tf\n\n{helpers}\ndef main():\n{body}\nmain()\n"


def of_functions(functions: str, calls: str) -> str:
    """Functions are handed the session, in front of which they stand."""
    return of(helpers=functions, behind=calls)


def outcome_of(folder, text):
    """The tier of a program, and what is told against higher ones."""
    (folder / "train.py").write_text(text)
    outcome = migrate([folder])
    ((program,),) = [unit.programs for unit in outcome.units]
    told = [
        one for one in outcome.all_diagnostics if one.severity is Severity.WARNING and one.code != "SES301"
    ]
    return program.tier, [(one.code, one.found) for one in told]
