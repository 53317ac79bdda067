"""Objects that building reads and that something changes in between: a library, a header, a later binding."""

from dataclasses import dataclass

from .graph import plain
from .host_state import reads
from .source import Lines, Scope, Source, indented
from .statements import TWISTS

KINDS = """
class Kind(object):
    n = 1.0
"""
PROPERTY = """
class Asked(object):
    n = 0.0

    def ask(self):
        self.n += 1.0
        return self.n

    asked = property(ask)
"""
TRUTH = """
class Wide(object):
    n = 1.0

    def __bool__(self):
        self.n += 2.0
        return True

    def __str__(self):
        self.n += 2.0
        return 'wide'
"""
OPTIONS = """
class Options(object):
    def __init__(self, **named):
        self.__dict__.update(named)

    def update(self, **named):
        self.__dict__.update(named)

    def part(self, name):
        return self.__dict__[name]
"""


@dataclass(frozen=True)
class Changed:
    """How an object `IT` is made, changed and read, and what stands above the program for it."""

    make: str
    change: str
    read: str
    above: str = ""


PATH = "IT = os.path.join(tempfile.mkdtemp(), 'held')"
TEXT, IMPORTS = f"{PATH}\nwith open(IT, 'w') as file:\n    file.write('1.0')", "import os\nimport tempfile"
LIST, ARRAY, SETTINGS = "IT = [1.0, 2.0, 3.0]", "IT = np.ones(2)", "IT = argparse.Namespace(n=1.0)"
# What changes an object in place, by the family of what it changes.
CHANGES: dict[str, dict[str, Changed]] = {
    "list": {
        "RandomState.shuffle": Changed(LIST, "np.random.RandomState(2).shuffle(IT)", "IT[0]"),
        "a stream that is kept": Changed(
            LIST, "shuffling.shuffle(IT)", "IT[0]", "shuffling = np.random.RandomState(2)"
        ),
        "random.Random.shuffle": Changed(LIST, "random.Random(1).shuffle(IT)", "IT[0]", "import random"),
        "operator.setitem": Changed(LIST, "operator.setitem(IT, 0, 3.0)", "IT[0]", "import operator"),
        "methodcaller": Changed(LIST, "operator.methodcaller('pop')(IT)", "len(IT)", "import operator"),
        "heapq": Changed(LIST, "heapq.heappop(IT)", "IT[0]", "import heapq"),
        "bisect": Changed(LIST, "bisect.insort(IT, 0.5)", "IT[0]", "import bisect"),
        "nullcontext": Changed(LIST, "with contextlib.nullcontext(IT) as same:\n    same[0] = 3.0", "IT[0]"),
        "an exception": Changed(
            LIST,
            "try:\n    raise KeyError(IT)\nexcept KeyError as error:\n    error.args[0][0] = 3.0",
            "IT[0]",
        ),
    },
    "array": {
        "RandomState.shuffle": Changed(
            "IT = np.arange(4.0)", "np.random.RandomState(2).shuffle(IT)", "IT[0]"
        ),
        "add.at": Changed(ARRAY, "np.add.at(IT, [0], 2.0)", "IT[0]"),
        "out=": Changed(ARRAY, "np.multiply(IT, 3.0, out=IT)", "IT[0]"),
        "the third argument": Changed(ARRAY, "np.add(IT, 2.0, IT)", "IT[0]"),
        "copyto": Changed(ARRAY, "np.copyto(IT, 3.0)", "IT[0]"),
        "fill": Changed(ARRAY, "IT.fill(3.0)", "IT.sum()"),
        "nan_to_num": Changed(
            "IT = np.array([np.inf, 1.0])", "np.nan_to_num(IT, copy=False, posinf=2.0)", "min(IT[0], 5.0)"
        ),
        "real": Changed(ARRAY, "np.real(IT)[0] = 3.0", "IT[0]"),
        "memoryview": Changed(ARRAY, "memoryview(IT)[0] = 3.0", "IT[0]"),
    },
    "object": {
        "vars": Changed(SETTINGS, "vars(IT)['n'] = 3.0", "IT.n"),
        "vars that are kept": Changed(SETTINGS + "\nof_IT = vars(IT)", "of_IT['n'] = 3.0", "IT.n"),
        "__dict__": Changed(SETTINGS, "IT.__dict__.update(n=3.0)", "IT.n"),
        "a method called update": Changed("IT = Options(n=1.0)", "IT.update(n=3.0)", "IT.n", OPTIONS),
        "an item of __dict__": Changed(
            "IT = Options(sizes=[1.0])", "IT.sizes[0] = 3.0", "IT.part('sizes')[0]", OPTIONS
        ),
        "setattr": Changed(SETTINGS, "setattr(IT, 'n', 3.0)", "IT.n"),
        "type": Changed("IT = Kind()", "type(IT).n += 1.0", "IT.n", KINDS),
        "__class__": Changed("IT = Kind()", "IT.__class__.n += 1.0", "IT.n", KINDS),
        "a property": Changed("IT = Asked()", "IT.asked", "IT.n", PROPERTY),
        "__bool__": Changed("IT = Wide()", "if IT:\n    pass", "IT.n", TRUTH),
        "__str__": Changed("IT = Wide()", "print('%s' % IT)", "IT.n", TRUTH),
        "a file that is written": Changed(
            TEXT, "with open(IT, 'a') as file:\n    file.write('5')", "float(open(IT).read())", IMPORTS
        ),
        "a file that is saved": Changed(
            f"{PATH}\nnp.save(IT, np.ones(2))", "np.save(IT, np.zeros(2))", "np.load(IT + '.npy')[0]", IMPORTS
        ),
        "a file that is removed": Changed(TEXT, "os.remove(IT)", "float(os.path.exists(IT))", IMPORTS),
        "a folder that is made": Changed(PATH, "os.makedirs(IT)", "float(os.path.isdir(IT))", IMPORTS),
    },
    "dictionary": {
        "|=": Changed("IT = {'n': 1.0}", "IT |= {'n': 3.0}", "IT['n']"),
        "|= of another name": Changed("IT = {'n': 1.0}", "also = IT\nalso |= {'n': 3.0}", "IT['n']"),
        "update": Changed("IT = dict(n=1.0)", "dict.update(IT, n=3.0)", "IT['n']"),
        "popitem": Changed("IT = {'n': 1.0, 'm': 2.0}", "IT.popitem()", "len(IT)"),
        "setdefault": Changed("IT = {'n': 1.0}", "IT.setdefault('m', 2.0)", "sum(IT.values())"),
        "defaultdict": Changed(
            "IT = collections.defaultdict(float)\nIT['n']", "seen = IT['m']", "len(IT)", "import collections"
        ),
        "move_to_end": Changed(
            "IT = collections.OrderedDict([('n', 1.0), ('m', 2.0)])",
            "IT.move_to_end('n')",
            "list(IT.values())[0]",
            "import collections",
        ),
        "values that are kept": Changed(
            "IT = {'n': 1.0}\nof_IT = IT.values()", "IT['n'] = 3.0", "sum(of_IT)"
        ),
        "items that are kept": Changed(
            "IT = {'n': 1.0}\nof_IT = IT.items()", "IT.update(n=3.0)", "list(of_IT)[0][1]"
        ),
        "keys that are kept": Changed("IT = {'n': 1.0}\nof_IT = IT.keys()", "IT['m'] = 3.0", "len(of_IT)"),
    },
}
# What is used up, how it is made, what is read of one of its elements `EACH`, and what it needs above.
ITERATORS = {
    "takewhile": ("itertools.takewhile(lambda k: k < 9, [1.0, 2.0, 3.0])", "EACH", "import itertools"),
    "dropwhile": ("itertools.dropwhile(lambda k: k < 2, [1.0, 2.0, 3.0])", "EACH", "import itertools"),
    "islice": ("itertools.islice([1.0, 2.0, 3.0], 2)", "EACH", "import itertools"),
    "chain": ("itertools.chain([1.0, 2.0], [3.0])", "EACH", "import itertools"),
    "accumulate": ("itertools.accumulate([1.0, 2.0])", "EACH", "import itertools"),
    "finditer": ("re.finditer('[1-9]', '123')", "EACH.group()", "import re"),
    "ndenumerate": ("np.ndenumerate(np.arange(1.0, 3.0))", "EACH[1]", ""),
    "nditer": ("np.nditer(np.arange(1.0, 3.0))", "EACH", ""),
}
# How a function that multiplies by `BY` is kept under the name `IT`, and how it is called; `FUNCTION` is it.
KEPT = {
    "in a list": ("IT = [FUNCTION]", "IT[0]", ""),
    "appended": ("IT = []\nIT.append(FUNCTION)", "IT[-1]", ""),
    "added": ("IT = []\nIT += [FUNCTION]", "IT[0]", ""),
    "in a dictionary": ("IT = {'scaled': FUNCTION}", "IT['scaled']", ""),
    "as an item": ("IT = {}\nIT['scaled'] = FUNCTION", "IT['scaled']", ""),
    "as an attribute": ("IT = argparse.Namespace()\nIT.scaled = FUNCTION", "IT.scaled", ""),
    "by setattr": ("IT = argparse.Namespace()\nsetattr(IT, 'scaled', FUNCTION)", "IT.scaled", ""),
    "registered": (
        "IT = len(KEPT)\nregister(FUNCTION)",
        "KEPT[IT]",
        "KEPT = []\n\n\ndef register(function):\n    KEPT.append(function)\n    return function",
    ),
    "partial": ("IT = functools.partial(FUNCTION)", "IT", "import functools"),
    "annotated": ("IT: object = FUNCTION", "IT", ""),
}
# Headers that take something off the list `IT` of numbers, or put something there.
HEADERS = [
    ["if IT.pop() > 5.0:"],
    ["if IT.pop() > 1.0:"],
    ["if SETTINGS['deep']:", "    pass", "elif IT.pop(0) > 5.0:"],
    ["if IT.append(5.0) is None:"],
    ["for each in range(int(IT.pop())):"],
    ["while IT.pop() > 2.5:"],
    ["with contextlib.suppress(KeyError if IT.pop() > 1.0 else ValueError):"],
]


def above(source: Source, text: str) -> None:
    if text:
        source.helper(text.strip("\n"), text)


def _family(family: str) -> None:
    name = f"changed by a library: {family}"

    @TWISTS.add(name)
    def changed(source: Source, scope: Scope) -> Lines:
        """What is read is changed between two parts of the building, or behind the only one."""
        kind = source.pick(list(CHANGES[family]))
        source.constructs.add(f"{name}: {kind}")
        one, it = CHANGES[family][kind], source.fresh("state")
        above(source, one.above)
        make, change = (text.replace("IT", it).split("\n") for text in (one.make, one.change))
        read = reads(source, scope, one.read.replace("IT", it))
        behind = source.pick([[], read, [*plain(source, scope), *read]])
        first = source.pick([read, read, read, []])
        return [*make, *first, *change, *behind]


for _one in CHANGES:
    _family(_one)


@TWISTS.add("iterator of a library")
def iterator(source: Source, scope: Scope) -> Lines:
    """What the first step to be traced would use up, so that the second one finds nothing."""
    kind = source.pick(list(ITERATORS))
    source.constructs.add(f"iterator of a library: {kind}")
    make, read, text = ITERATORS[kind]
    above(source, text)
    left, each = source.fresh("left"), source.fresh("each")
    lines = [f"{left} = {make}"]
    if source.chance(50):
        return [*lines, f"for {each} in {left}:", *indented(reads(source, scope, read.replace("EACH", each)))]
    total = f"sum(float({read.replace('EACH', 'one')}) for one in {left})"
    return [*lines, *reads(source, scope, total)]


@TWISTS.add("function kept and called late", lambda scope: not (scope.sealed or scope.pairs))
def kept(source: Source, scope: Scope) -> Lines:
    """A function that is kept reads a name when it is called, and the name is bound anew behind."""
    how = source.pick(list(KEPT))
    source.constructs.add(f"function kept and called late: {how}")
    by, it = source.fresh("by"), source.fresh("kept")
    keep, call, text = KEPT[how]
    above(source, text)
    define, function = [], f"lambda t: t * {by}"
    if source.chance(50):
        function = source.fresh("scaled_by")
        define = [f"def {function}(t):", f"    return t * {by}"]
    keep, call = (part.replace("IT", it).replace("FUNCTION", function) for part in (keep, call))
    use = f"{scope.target} = {call}({scope.target})"
    if define and how == "registered" and source.chance(50):
        define, keep = ["@register", *define], keep.split("\n")[0]
        define, keep = [*keep.split("\n"), *define], ""
    again = source.pick([[], [use]])
    kept_so = keep.split("\n") if keep else []
    return [f"{by} = 0.5", *define, *kept_so, use, f"{by} = 0.25", *again]


@TWISTS.add("changed by a header")
def by_header(source: Source, scope: Scope) -> Lines:
    """The header of a condition or a loop changes a list that building reads."""
    it = source.fresh("sizes")
    header = [line.replace("IT", it) for line in source.pick(HEADERS)]
    older = source.pick([[], [f"{it} = [7.0]"]])
    body = source.pick([["print('wide')"], ["SETTINGS['built'] += 1"], plain(source, scope.inner())])
    read = reads(source, scope, f"len({it})")
    before = source.pick([read, reads(source, scope, f"{it}[0]")])
    return [*older, f"{it} = [2.0, 3.0, 2.0]", *before, *header, *indented(body), *source.pick([read, []])]
