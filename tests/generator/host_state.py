"""State of Python that building reads or writes, beside the graph."""

from dataclasses import dataclass

from .graph import constant, item, plain
from .source import Lines, Scope, Source, indented
from .statements import TWISTS

STATE = """
class Config(object):
    scale = 0.5
    built = 0
"""
FLAGS = """
parser = argparse.ArgumentParser()
parser.add_argument('--scale', type=float, default=0.5)
FLAGS = parser.parse_args([])
"""
FLAGS_OF_TENSORFLOW = """
tf.app.flags.DEFINE_float('scale', 0.5, 'a factor')
FLAGS = tf.app.flags.FLAGS
"""
FACTORS = """
tf.app.flags.DEFINE_float('factor', 0.5, 'a factor')
FACTORS = tf.app.flags.FLAGS
"""
RATE = """
RATE = 0.5


def set_rate(value):
    global RATE
    RATE = value
"""
COUNTED = """
class Counted(object):
    def __init__(self):
        self.calls = 0

    def __call__(self, value):
        self.calls += 1
        return value + self.calls
"""
# What is seen outside of the process, of a function that gives its argument back.
ACTS = {
    "print": "print('noted')",
    "sys.stdout": "sys.stdout.write('noted\\n')",
    "a file": "with open('noted.txt', 'a') as file:\n        file.write('noted\\n')",
    "a folder": "os.makedirs('noted', exist_ok=True)",
    "the end of the program": "if SETTINGS['deep']:\n        sys.exit('too deep')\n    print('not yet')",
}
# What ends the program where a number is too large, of a function that gives its argument back.
ENDS = {
    "raise": ["if len(counted) > {}:", "    raise ValueError('too many')"],
    "assert": ["assert len(counted) <= {}, 'too many'"],
    "sys.exit": ["if len(counted) > {}:", "    sys.exit('too many')"],
    "raise that is caught": [
        "try:",
        "    if len(counted) > {}:",
        "        raise ValueError('too many')",
        "except ValueError:",
        "    SETTINGS['seen'].append('caught')",
    ],
}
MAKERS = """
def fresh(by):
    return {made}


def rates(by):
    return fresh(by)


def scaled(value, left):
    for one in left:
        return value * one
"""
# What the program leaves behind of what its helpers hold, by helper.
LEFT = {
    "Config": "Config.scale, Config.built",
    "FLAGS": "FLAGS.scale",
    "FACTORS": "FACTORS.factor",
    "RATE": "RATE",
    "tally": "COUNT",
    "WIDTHS": "WIDTHS",
}


@dataclass(frozen=True)
class Held:
    """A number that the host holds: how it is read and written, and the helper that has it."""

    read: str
    write: str
    helper: str = ""
    text: str = ""


HELD = {
    "the dictionary": Held("SETTINGS['scale']", "SETTINGS['scale'] = {}"),
    "the environment": Held("os.environ.get('SCALE', '0.5')", "os.environ['SCALE'] = str({})"),
    "the environment by a function": Held("os.getenv('SCALE', '0.5')", "os.environ['SCALE'] = str({})"),
    "the environment, searched": Held("(0.5 + ('SCALE' in os.environ))", "os.environ['SCALE'] = str({})"),
    "the arguments": Held("(0.5 * len(sys.argv))", "sys.argv.append(str({}))"),
    "a class attribute": Held("Config.scale", "Config.scale = {}", "Config", STATE),
    "a flag": Held("FLAGS.scale", "FLAGS.scale = {}", "FLAGS", FLAGS),
    "a flag of TensorFlow": Held("FLAGS.scale", "FLAGS.scale = {}", "FLAGS", FLAGS_OF_TENSORFLOW),
    "a module global": Held("RATE", "set_rate({})", "RATE", RATE),
    "a module global by its dictionary": Held("RATE", "globals()['RATE'] = {}", "RATE", RATE),
    "a module global by its module": Held("RATE", "setattr(sys.modules[__name__], 'RATE', {})", "RATE", RATE),
    "a flag by its item": Held("FACTORS.factor", "FACTORS['factor'].value = {}", "FACTORS", FACTORS),
}


def held(source: Source, kind: str) -> Held:
    """Has the program hold a number, which may be changed when the graph has been built."""
    found = HELD[kind]
    if found.helper:
        source.helper(found.helper, found.text)
    if found.write not in source.changes.values():
        source.changes[kind] = found.write
    return found


def read_and_changed(source: Source, scope: Scope, kind: str) -> Lines:
    """Statements that build with a number, and at times with another one behind, which stays."""
    number = held(source, kind)
    lines = reads(source, scope, number.read)
    if not (scope.sealed or scope.pairs) and source.chance(40):
        name = f"scaled_by_{number.helper or kind.split()[-1]}".lower()
        source.helper(name, f"def {name}(t):\n    return t * float({number.read})")
        lines = [f"{scope.target} = {name}({scope.target})"]
    return [*lines, number.write.format("0.25"), *lines] if source.chance(60) else lines


def reads(source: Source, scope: Scope, value: str) -> Lines:
    """A statement that builds with a number of the host."""
    if scope.sealed or scope.pairs:
        return [f"SETTINGS['seen'].append({value})"]
    return [
        source.pick(
            [
                f"{scope.target} = {scope.target} * float({value})",
                f"{scope.target} = {scope.target} + float({value})",
            ]
        )
    ]


@TWISTS.add("host: dictionary written while building")
def written(source: Source, scope: Scope) -> Lines:
    value = source.pick(["SETTINGS['built'] + 1", f"len({scope.items})", *scope.counters[-1:]])
    return [f"SETTINGS['built'] = {value}", *plain(source, scope)]


@TWISTS.add("host: dictionary read while building")
def dictionary(source: Source, scope: Scope) -> Lines:
    return read_and_changed(source, scope, "the dictionary")


@TWISTS.add("host: class attribute")
def attribute(source: Source, scope: Scope) -> Lines:
    return read_and_changed(source, scope, "a class attribute")


@TWISTS.add("host: os.environ")
def environment(source: Source, scope: Scope) -> Lines:
    kind = source.pick([one for one in HELD if one.startswith("the environment")])
    return read_and_changed(source, scope, kind)


@TWISTS.add("host: sys.argv")
def arguments(source: Source, scope: Scope) -> Lines:
    return read_and_changed(source, scope, "the arguments")


@TWISTS.add("host: flags")
def flags(source: Source, scope: Scope) -> Lines:
    kind = source.pick(["a flag", "a flag of TensorFlow", "a flag by its item"])
    return read_and_changed(source, scope, kind)


@TWISTS.add("host: module global")
def module_global(source: Source, scope: Scope) -> Lines:
    kind = source.pick([one for one in HELD if one.startswith("a module global")])
    return read_and_changed(source, scope, kind)


@TWISTS.add("host: written where building loops or branches")
def written_within(source: Source, scope: Scope) -> Lines:
    """A statement beside the graph that stands among those which build it."""
    kind = source.pick(list(HELD))
    source.constructs.add(f"written where building loops or branches: {kind}")
    name = source.fresh("i")
    head, value = source.pick(
        [(f"for {name} in range(2):", f"{name} + 1.0"), ("if SETTINGS['depth'] > 1:", "7.0")]
    )
    write = held(source, kind).write.format(value)
    return [head, *indented([write, *plain(source, scope.inner())])]


@TWISTS.add("host: global counter")
def counter(source: Source, scope: Scope) -> Lines:
    source.helper(
        "tally",
        """
COUNT = 0


def tally():
    global COUNT
    COUNT += 1
    return COUNT
""",
    )
    source.constructs.add("global")
    return (
        [source.pick(["tally()", "print('part', tally())"])]
        if source.chance(40)
        else reads(source, scope, "tally()")
    )


@TWISTS.add("host: version of TensorFlow")
def version(source: Source, scope: Scope) -> Lines:
    asked = source.pick(["tf.__version__", "tf.VERSION"])
    if source.chance(50):
        return reads(source, scope, f"{asked}.split('.')[0]")
    test = source.pick([f"{asked} < '2'", f"{asked}.startswith('1.')", f"int({asked}[0]) == 1"])
    otherwise = ["else:", "    raise ValueError('too new')"] if source.chance(30) else []
    return [f"if {test}:", *indented(reads(source, scope, "0.5")), *otherwise]


@TWISTS.add("host: function attribute")
def of_function(source: Source, scope: Scope) -> Lines:
    source.helper("same", "\ndef same(value):\n    return value\n")
    return ["same.calls = getattr(same, 'calls', 0) + 1", *reads(source, scope, "same.calls")]


@TWISTS.add("host: calls of an object counted")
def of_object(source: Source, scope: Scope) -> Lines:
    source.helper("Counted", COUNTED)
    name = source.fresh("counted")
    lines = [f"{name} = Counted()"] + ([f"{name}(0)"] if source.chance(50) else [])
    return [*lines, *reads(source, scope, f"{name}(0.5)"), f"SETTINGS['seen'].append({name}.calls)"]


@TWISTS.add("host: name of a header read behind it")
def of_header(source: Source, scope: Scope) -> Lines:
    """The target of a loop, or what a test names, in place of what had that name."""
    name = source.fresh("each")
    before = [f"{name} = 0.125"] if source.chance(50) else []
    loops = [f"for {name} in (0.5, 0.25):", f"for {name} in range(1, 3):"]
    tests = [f"if ({name} := SETTINGS['depth'] * 0.25) > 0.125:", f"while ({name} := 0.75) > 1.0:"]
    body = source.pick([reads(source, scope, name), ["pass"]])
    after = [f"{name} = 4.0"] if body == ["pass"] and not before else []
    return [*before, source.pick(loops + tests), *indented(body), *reads(source, scope, name), *after]


@TWISTS.add("host: read on from outside")
def from_outside(source: Source, scope: Scope) -> Lines:
    """A number that a file descriptor gives, itself or by a function: the next read gives another."""
    name = source.fresh("pipe")
    source.helper("number_of", "\ndef number_of(pipe):\n    return os.read(pipe[0], 1)[0] / 64.0\n")
    number = source.pick([f"os.read({name}[0], 1)[0] / 64.0", f"number_of({name})"])
    return [f"{name} = os.pipe()", f"os.write({name}[1], bytes(range(1, 99)))", *reads(source, scope, number)]


@TWISTS.add("host: printed while building")
def printed(source: Source, scope: Scope) -> Lines:
    return [
        source.pick(
            [
                "print('now', SETTINGS['depth'])",
                f"print('building', len({scope.items}))",
                "print('building', [v.op.name for v in tf.trainable_variables()])",
            ]
        )
    ]


@TWISTS.add("host: part of the graph described")
def described(source: Source, scope: Scope) -> Lines:
    """What is printed of tensors and variables, but not their values: shapes, types, names, devices."""
    if scope.pairs:
        return [f"print('of', {source.pick(['v.op.name', 'g.get_shape()', 'v.device', 'g.dtype.name'])})"]
    shapes = [f"{name}.get_shape().as_list()" for name in ("h", "y")]
    parts = [*shapes, "h.dtype.name", "x.dtype.name", "x.op.name"]
    if scope.variables:
        parts += [f"{scope.variables[-1]}.{name}" for name in ("name", "op.name", "device")]
    shown, name = source.pick(parts), source.fresh("shown")
    return source.pick(
        [
            [f"print('part', {shown})"],
            [f"print('part %s' % {shown})"],
            [f"{name} = {shown}", f"print('part', {name})"],
        ]
    )


@TWISTS.add("host: variables counted and printed")
def summarised(source: Source, scope: Scope) -> Lines:
    """A loop over the variables so far that tells of them, each by itself or their sum."""
    name, total = source.fresh("v"), source.fresh("total")
    listed = source.pick(["tf.trainable_variables()", "tf.global_variables()"])
    if source.chance(50):
        return [f"for {name} in {listed}:", f"    print('has', {name}.name)"]
    return [
        f"{total} = 0",
        f"for {name} in {listed}:",
        f"    {total} += int(np.prod({name}.get_shape().as_list()))",
        f"print('in all', {total})",
    ]


@TWISTS.add("host: seen outside of the process")
def acts(source: Source, scope: Scope) -> Lines:
    """A part of the graph that no run may need, and whose building does something else beside."""
    what = source.pick(list(ACTS))
    name = source.helper(
        f"noted_{list(ACTS).index(what)}",
        f"def noted_{list(ACTS).index(what)}(value):\n    {ACTS[what]}\n    return value",
    )
    source.constructs.add(f"seen outside: {what}")
    value, unused = item(source, scope), source.fresh("unused")
    uses = [
        f"{unused} = {name}({value})",
        f"{unused} = [{value}, {name}(None)]",
        f"{unused} = [{name}({value}) for _ in range(2)]",
        f"{unused} = (lambda made: {name}(made))({value})",
    ]
    if not scope.pairs:
        uses.append(f"{scope.items}.append({name}({value}))")
    return [source.pick(uses)]


@TWISTS.add("host: checked by a function")
def checked(source: Source, scope: Scope) -> Lines:
    """A function that looks at the graph so far, and ends the program where that is not as it wants it."""
    how = source.pick(list(ENDS))
    source.constructs.add(f"checked by a function: {how}")
    name = f"checked_{list(ENDS).index(how)}"
    body = [line.format(source.pick([9, 9, 1, 0])) for line in ENDS[how]]
    source.helper(name, "\n".join([f"def {name}(counted):", *indented([*body, "return len(counted)"])]))
    counted = source.pick([scope.items, "tf.trainable_variables()", f"[{scope.target}]"])
    unused = source.fresh("unused")
    uses = [f"{unused} = {name}({counted})", f"{name}({counted})", f"{unused} = [{name}({counted}), 1]"]
    if not scope.pairs:
        uses.append(f"{unused} = {scope.target} * float({name}({counted}))")
    return [source.pick(uses)]


@TWISTS.add("host: fails for a value", lambda scope: not scope.pairs)
def fails_for_value(source: Source, scope: Scope) -> Lines:
    """Numbers of the host whose computing raises, or does not, in a part of the graph that no run needs."""
    source.helper("RATE_OF", "RATE_OF = {'small': 0.5, 'none': 0.0, 'text': '0.5', 'word': 'half'}")
    looked, zero, text = (
        source.pick([f"'{one}'" for one in names])
        for names in (("small", "tiny"), ("small", "none"), ("text", "word"))
    )
    source.helper("rate_of", "def rate_of(name):\n    return 2.0 * RATE_OF[name]")
    value = source.pick(
        [
            f"RATE_OF[{looked}]",
            f"rate_of({looked})",
            f"(1.0 / RATE_OF[{zero}])",
            f"float(RATE_OF[{text}])",
            f"[0.5, 0.25][len({scope.items})]",
        ]
    )
    unused = source.fresh("unused")
    uses = [f"{unused} = {scope.target} * {value}", f"{unused} = tf.constant({value})"]
    return [source.pick(uses)]


@TWISTS.add("host: one-shot iterator")
def one_shot(source: Source, scope: Scope) -> Lines:
    name = source.fresh("left")
    made = source.pick(
        [
            "iter([1.0, 2.0, 3.0])",
            "(k + 1.0 for k in range(3))",
            "reversed([3.0, 2.0, 1.0])",
            "map(float, (1, 2, 3))",
            "filter(None, [1.0, 0.0, 2.0])",
        ]
    )
    if source.chance(50):
        each = source.fresh("each")
        return [f"{name} = {made}", f"for {each} in {name}:", *indented(reads(source, scope, each))]
    lines = [
        f"{name} = {made}",
        *reads(source, scope, f"next({name})"),
        *reads(source, scope, f"next({name}, 5.0)"),
    ]
    return [*lines, f"SETTINGS['seen'].append(sum({name}))"] if source.chance(40) else lines


@TWISTS.add("host: used up, of several makers", lambda scope: not scope.sealed and not scope.pairs)
def of_several_makers(source: Source, scope: Scope) -> Lines:
    """One function makes what building uses up, and what it makes anew each time it builds."""
    made = source.pick(["iter([by, by * 2.0, by * 3.0])", "(by * k for k in (1.0, 2.0))"])
    helper = MAKERS.format(made=made) + source.pick(["", "\n\nSHARED = rates(0.5)"])
    source.helper("rates", helper)
    name, shared = (
        source.fresh("own"),
        "SHARED" if "SHARED" in source.helpers["rates"] else source.fresh("old"),
    )
    before = [] if shared == "SHARED" else [f"{shared} = rates(0.5)"]
    target = scope.target
    value = f"scaled({target}, {shared}) + 0.1 * scaled({target}, {name})"
    return [*before, f"{name} = rates({target})", f"{target} = {value}"]


@TWISTS.add("host: list used up by building")
def used_up(source: Source, scope: Scope) -> Lines:
    name = source.helper("WIDTHS", "WIDTHS = [1.0, 2.0, 3.0, 4.0]")
    use = source.pick([f"{name}.pop()", f"{name}.pop(0)"])
    body = reads(source, scope, use)
    if source.chance(40):
        return [f"while len({name}) > 2:", *indented(body)]
    return body


@TWISTS.add("host: NumPy random draw")
def numpy_draw(source: Source, scope: Scope) -> Lines:
    kind = source.pick(["np.random.rand()", "noise.rand()", "noise.uniform(0.5, 1.5)"])
    seed = ["np.random.seed(3)"] if kind.startswith("np") and source.chance(70) else []
    if "noise" in kind:
        source.helper("noise", "noise = np.random.RandomState(7)")
    return [*seed, *reads(source, scope, kind)]


@TWISTS.add("host: list of names kept")
def kept(source: Source, scope: Scope) -> Lines:
    return [
        f"SETTINGS['seen'].append({source.pick([f'len({scope.items})', 'len(tf.trainable_variables())'])})",
        *plain(source, scope),
    ]


@TWISTS.add("host: memoised builder", lambda scope: not scope.sealed and scope.target == "h")
def memoised(source: Source, scope: Scope) -> Lines:
    name = source.helper(
        "scaled",
        """
CACHE = {}


def scaled(t, key):
    if key not in CACHE:
        CACHE[key] = t * (key + 1.0)
    return CACHE[key]
""",
    )
    return [f"h = {name}(h, {source.pick(['1', *scope.counters[-1:]])}) + h", f"h = h + {name}(h, 1)"]


__all__ = ["constant", "item"]
