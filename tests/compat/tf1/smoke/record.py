"""Finds calls of TensorFlow 1.15's symbols that work there, and writes them with what came out of them.

tf1/bin/python tests/compat/tf1/smoke/record.py symbols.csv [--missing | symbol…]

`symbols.csv` lists the symbols of TensorFlow 1.15 with their kinds and arguments. With names of symbols, what
came out of those is printed and nothing is written; with `--missing`, calls that are written already stay.
"""

import ast
import collections
import csv
import inspect
import json
import os
import re
import select
import subprocess
import sys
import tempfile

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import arguments  # noqa: E402
import outcome  # noqa: E402
import tensorflow as tf  # noqa: E402
import world  # noqa: E402
from tensorflow.python.util import tf_inspect  # noqa: E402

RANDOM = re.compile(
    r"sampler|random|shuffl|dropout|multinomial|^tf\.metrics"
)  # or a race: values are equal by chance
SECONDS = 90  # that a call may take
GOLDEN = os.path.join(HERE, "golden.jsonl")


def found(symbol):
    """The object of 1.15 that `symbol` names."""
    value = tf
    for name in symbol.split(".")[1:]:
        value = getattr(value, name)
    return value


def signature(value):
    """Names of the arguments to be given, and the others with their defaults."""
    is_class = inspect.isclass(value)
    if is_class and value.__init__ is object.__init__:
        value = value.__new__
    try:
        spec = tf_inspect.getfullargspec(value.__init__ if is_class and value is not value.__new__ else value)
    except TypeError:
        return [], {}
    names = list(spec.args)
    if names and names[0] in ("self", "cls", "_cls"):
        names = names[1:]
    defaults = dict(zip(names[len(names) - len(spec.defaults or ()) :], spec.defaults or ()))  # noqa: B905
    defaults.update(spec.kwonlydefaults or {})
    return [name for name in names if name not in defaults], defaults


def text_of(default):
    """`default` as source, or None if it has no short one."""
    if isinstance(default, tf.DType):
        return "tf." + default.name
    if default is None or isinstance(default, (bool, int, str, bytes)):
        return repr(default)
    if isinstance(default, float):
        return repr(default) if default == default and abs(default) != float("inf") else None
    if isinstance(default, (list, tuple)) and all(text_of(item) is not None for item in default):
        inner = ", ".join(map(text_of, default))
        return (
            f"[{inner}]"
            if isinstance(default, list)
            else "(%s)" % (inner + "," if len(default) == 1 else inner)
        )
    return None


def calls(symbol, value):
    """Source of calls to try, the fullest first."""
    required, defaults = signature(value)
    optional = {name: text_of(default) for name, default in defaults.items() if not name.startswith("__")}
    optional = {name: text for name, text in optional.items() if text is not None}
    override = arguments.BY_SYMBOL.get(symbol)
    if override is not None:
        body = ast.parse(override).body[0].value if not override.startswith("raises: ") else None
        if override.startswith(symbol + "(") and isinstance(body, ast.Call) and not body.args:
            given = {keyword.arg for keyword in body.keywords}
            others = ["{}={}".format(*item) for item in optional.items() if item[0] not in given]
            if override.endswith(")") and given:
                yield ", ".join([override[:-1]] + others) + ")"
        yield override
        return
    for profile in arguments.PROFILES:
        given = {}
        for name in required:
            text = profile.get(name) or arguments.BY_NAME.get(name)
            given[name] = text
        if None in given.values():
            continue
        for others in (optional, {}):
            given_all = dict(given, **{k: v for k, v in others.items() if k not in given})
            yield "{}({})".format(symbol, ", ".join("{}={}".format(*item) for item in given_all.items()))


class Caller:
    """Evaluates calls in a child process: some wrong ones end TensorFlow 1.15 itself."""

    def __init__(self):
        self._child = None
        self._calls = 0

    def _end(self):
        self._child.kill()
        self._child.wait()
        self._child = None

    def outcome(self, call, seed):
        """The outcome of `call`, or the error as (type, message)."""
        self._calls += 1
        if self._child is not None and self._calls % 200 == 0:
            self._end()  # it keeps much of what it made
        if self._child is None:
            command = [sys.executable, os.path.abspath(__file__), "--child"]
            self._child = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        self._child.stdin.write((json.dumps([call, seed]) + "\n").encode())
        self._child.stdin.flush()
        line = b""
        while not line.startswith(b"OUTCOME "):
            if not select.select([self._child.stdout], [], [], SECONDS)[0]:
                self._child.kill()
            line = self._child.stdout.readline()
            if not line:
                self._end()
                return {"error": ["Ended", "the process ended or hung"]}
        return json.loads(line[len(b"OUTCOME ") :].decode())


def child():
    """Answer calls on standard input."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    os.chdir(tempfile.mkdtemp())
    for line in iter(sys.stdin.readline, ""):
        call, seed = json.loads(line)
        names = world.World(tf).names()
        names["tf"] = tf
        try:
            answer = {"out": outcome.of_call(tf, call, names, seed)}
        except Exception as error:
            answer = {"error": [type(error).__name__, str(error)[:300]]}
        answers.write(b"OUTCOME " + json.dumps(answer).encode() + b"\n")
        answers.flush()


def recorded(caller, symbol, value):
    """What is written of `symbol`, and what went wrong with the calls that were tried."""
    if symbol in arguments.ACCESS:
        return {"symbol": symbol, "access": arguments.ACCESS[symbol]}, []
    errors = []
    for call in collections.OrderedDict.fromkeys(calls(symbol, value)):
        answers = []
        for seed in (1, 2):
            answers.append(caller.outcome(call, seed))
            if "error" in answers[-1]:
                errors.append((call, ": ".join(answers[-1]["error"])))
                break
        else:
            other = None if RANDOM.search(symbol) else answers[1]["out"]
            out = outcome.without_values(answers[0]["out"], other)
            return {"symbol": symbol, "call": call, "out": out}, errors
    return None, errors


def main():
    table, wanted = sys.argv[1], sys.argv[2:]
    with open(table, encoding="utf-8") as lines:
        rows = [row for row in csv.DictReader(lines) if not row["symbol"].startswith("tf.contrib")]
    caller = Caller()
    known = {}
    if wanted[:1] == ["--missing"]:
        wanted = []
        with open(GOLDEN) as golden:
            known = {line["symbol"]: line for line in map(json.loads, golden)}
    lines, failed, aliases = [], [], {}
    for row in rows:
        symbol = row["symbol"]
        if (
            wanted
            and symbol not in wanted
            and not any(w.endswith("*") and symbol.startswith(w[:-1]) for w in wanted)
        ):
            continue
        value = found(symbol)
        names = [name for name in row["tf1_15_arguments"].split() if not name.startswith("*")]
        if row["kind"] == "constant" and symbol in arguments.ACCESS:
            lines.append({"symbol": symbol, "access": arguments.ACCESS[symbol]})
            continue
        if row["kind"] == "constant":
            lines.append({"symbol": symbol, "is": outcome.constant(tf, value)})
            continue
        if "call" in known.get(symbol, {}):
            aliases[id(value)] = symbol
            lines.append(known[symbol])
            continue
        if id(value) in aliases and symbol not in arguments.BY_SYMBOL:
            lines.append({"symbol": symbol, "as": aliases[id(value)]})
            continue
        entry, errors = recorded(caller, symbol, value)
        if entry is None:
            failed.append(symbol)
            print("FAILED", symbol, names, flush=True)
            for call, error in errors[:: 1 if wanted else 4]:
                print("   ", call[:300], "\n        ", error[:300].replace("\n", " "))
            continue
        aliases[id(value)] = symbol
        if names:
            entry["takes"] = " ".join(names)
        if "call" in entry and symbol not in entry["call"]:
            print("NOT CALLED", symbol, entry["call"])
        lines.append(entry)
        if wanted:
            print(json.dumps(entry))
    print(len(lines), "recorded,", len(failed), "failed")
    sys.stdout.flush()
    if not wanted:
        with open(GOLDEN, "w") as out:
            out.write("".join(json.dumps(line, sort_keys=True) + "\n" for line in lines))


if __name__ == "__main__":
    child() if sys.argv[1:] == ["--child"] else main()
