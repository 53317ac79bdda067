"""Makes the calls of `golden.jsonl` on `compat.tf1`, and prints what came out otherwise than in 1.15.

python tests/compat/tf1/smoke/replay.py [symbol…]

For each symbol a line of JSON: the symbol, and sentences on what is wrong, none if nothing is.
"""

import inspect
import json
import os
import signal
import sys
import tempfile

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.path.insert(0, os.path.join(HERE, "..", "..", "..", ".."))

import outcome  # noqa: E402
import world  # noqa: E402

SECONDS = 60  # that a call may take


def found(tf, symbol, *default):
    """The object that `symbol` names, or `default` if there is none."""
    value = tf
    for name in symbol.split(".")[1:]:
        value = getattr(value, name, *default)
    return value


def untaken(value, names):
    """Which of `names` the callable `value` does not take as keywords."""
    function = value
    if inspect.isclass(value):
        function = value.__init__ if value.__init__ is not object.__init__ else value.__new__
    elif is_ours(value) and value.__code__.co_flags & inspect.CO_VARKEYWORDS:
        return []  # its signature is that of what it wraps: the call tells
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return []  # written in C++: the call tells
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
        return []
    return sorted(set(names) - {parameter.name for parameter in parameters})


def is_ours(value):
    """Whether `value` is a function of `compat`."""
    return inspect.isfunction(value) and "/compat/" in value.__code__.co_filename


class TooLong(BaseException):
    """A call did not end in time."""


def _stop(*_):
    raise TooLong


def wrong(tf, line, calls):
    """Sentences on how the symbol of `line` differs from 1.15's."""
    symbol = line["symbol"]
    try:
        value = found(tf, symbol)
    except AttributeError as error:
        return [f"not found: {error}"]
    if "is" in line:
        now = outcome.constant(tf, value)
        return outcome.differences(line["is"], now, symbol)
    problems = [f"does not take {name}" for name in untaken(value, line.get("takes", "").split())]
    if "access" in line:
        return problems
    if "as" in line:
        other = calls[line["as"]]
        if "call" not in other or value is found(tf, line["as"], None):
            return problems
        call = other["call"].replace(line["as"] + "(", symbol + "(")
        return problems + called(tf, call, other["out"])
    return problems + called(tf, line["call"], line["out"])


def called(tf, call, expected):
    """How the outcome of `call` differs from `expected`."""
    names = {**world.World(tf).names(), "tf": tf}
    signal.alarm(SECONDS)
    try:
        now = json.loads(json.dumps(outcome.of_call(tf, call, names, 1)))
    except TooLong:
        return [f"{call} took longer than {SECONDS} s"]
    except Exception as error:
        return [f"{call} raised {type(error).__name__}: {str(error)[:400]}"]
    finally:
        signal.alarm(0)
    return [f"{call}{difference}" for difference in outcome.differences(expected, now)]


def main():
    with open(os.path.join(HERE, "golden.jsonl")) as golden:
        lines = [json.loads(line) for line in golden]
    calls = {line["symbol"]: line for line in lines}
    signal.signal(signal.SIGALRM, _stop)
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what the calls print
    from compat import tf1 as tf

    os.chdir(tempfile.mkdtemp())
    wanted = sys.argv[1:]
    if wanted:
        lines = [line for line in lines if any(line["symbol"].startswith(name) for name in wanted)]
    for line in lines:
        answers.write(json.dumps([line["symbol"], wrong(tf, line, calls)]) + "\n")
        answers.flush()
    os._exit(0)  # threads of queues and servers may be left


if __name__ == "__main__":
    main()
