"""What functions and methods from outside of the run do to the objects that they are given.

A function that stands in no table may change whatever it is given, and may give that back.
"""

from __future__ import annotations

import builtins
import collections
import functools
import re
import types
from collections.abc import Iterable, Mapping

from .changed_arguments import CHANGES_FIRST

# Libraries whose functions change nothing that they are given, and give back something new.
PURE_LIBRARIES = frozenset(
    {
        *(
            "tensorflow",
            "numpy",
            "scipy",
            "math",
            "cmath",
            "time",
            "datetime",
            "re",
            "json",
            "os",
            "sys",
            "six",
        ),
        *(
            "string",
            "operator",
            "absl",
            "argparse",
            "logging",
            "glob",
            "struct",
            "platform",
            "socket",
            "warnings",
        ),
        *(
            "functools",
            "itertools",
            "collections",
            "pickle",
            "cPickle",
            "pprint",
            "textwrap",
            "hashlib",
            "uuid",
        ),
        *(
            "multiprocessing",
            "threading",
            "queue",
            "Queue",
            "shutil",
            "subprocess",
            "traceback",
            "contextlib",
        ),
        *(
            "__future__",
            "typing",
            "abc",
            "enum",
            "types",
            "gc",
            "getpass",
            "errno",
            "io",
            "gzip",
            "zipfile",
            "csv",
        ),
        *(
            "cv2",
            "PIL",
            "matplotlib",
            "sklearn",
            "skimage",
            "pandas",
            "tqdm",
            "h5py",
            "scipy",
            "urllib",
            "keras",
        ),
        *(
            "tf_slim",
            "tf_keras",
            "tensorflow_probability",
            "compat",
            "tfmigrate_compat",
            "inspect",
            "tempfile",
        ),
    }
)

# Those among them whose results have a state of their own, which their methods change.
# What gives files: to read one changes what the next read gives. They hold nothing of what they are given.
FILES = frozenset(
    {
        *("open", "io.open", "codecs.open", "gzip.open", "bz2.open", "lzma.open", "os.fdopen", "file"),
        *("io.StringIO", "io.BytesIO", "StringIO.StringIO", "cStringIO.StringIO"),
        *(f"tensorflow.gfile.{name}" for name in ("GFile", "Open", "FastGFile")),
        *("tensorflow.io.gfile.GFile", "csv.reader", "csv.DictReader"),
        *(
            "csv.writer",
            "csv.DictWriter",
            "gzip.GzipFile",
            "zipfile.ZipFile",
            "io.BufferedWriter",
            "io.TextIOWrapper",
        ),
        *(f"tempfile.{name}" for name in ("TemporaryFile", "NamedTemporaryFile", "SpooledTemporaryFile")),
    }
)
# Methods of what TensorFlow gives that change what it is asked for later: averages of what follows, a queue.
CHANGING_GRAPH = frozenset({"apply", "enqueue", "enqueue_many"})
STATEFUL = frozenset(
    {
        *(
            "numpy.random.RandomState",
            "numpy.random.default_rng",
            "random.Random",
        ),
        *(
            f"{home}.{name}"
            for home in ("queue", "Queue", "six.moves.queue")
            for name in ("Queue", "LifoQueue", "PriorityQueue", "SimpleQueue")
        ),
        *("threading.Lock", "threading.Event", "itertools.count", "itertools.cycle"),
        *("threading.RLock", "threading.Semaphore", "threading.BoundedSemaphore", "threading.Condition"),
        *("queue.LifoQueue", "queue.PriorityQueue", "queue.SimpleQueue", "multiprocessing.Queue"),
        *FILES,
    }
)

# A stream of random numbers that belongs to a module: each call of it changes what the next one gives.
STREAMS = ("numpy.random", "random")

# What is read from outside of the process: each call gives what comes next there.
_READ_ON = ("sys.stdin", "os.read", "os.readv", "os.pread", "os.urandom", "os.getrandom", "fileinput.input")

# New containers that hold what the elements of their arguments are.
COPIES = frozenset(
    {
        *("list", "tuple", "set", "frozenset", "dict", "sorted", "collections.OrderedDict", "copy.copy"),
        *("collections.deque", "collections.Counter", "copy.deepcopy"),
    }
)

# New containers without any element.
EMPTY = frozenset({"collections.defaultdict", "bytearray"})

# What gives the elements of its arguments one by one, and is used up then.
ITERATORS = frozenset(
    {
        *("zip", "map", "filter", "enumerate", "reversed", "iter", "six.moves.zip", "six.moves.map"),
        *("itertools.chain", "itertools.islice", "itertools.izip", "itertools.product", "itertools.repeat"),
        *("itertools.zip_longest", "itertools.tee", "itertools.chain.from_iterable", "itertools.groupby"),
        *("itertools.combinations", "itertools.permutations", "itertools.starmap", "itertools.accumulate"),
        *("six.iteritems", "six.itervalues", "six.iterkeys"),
    }
)

# Functions of libraries that give such iterators, too, but what the elements are is not followed.
_GIVING_ITERATORS = re.compile(
    r"(six\.moves\.|future_builtins\.)?(itertools\.\w+|filter|filterfalse|map|range|zip_longest)|"
    r"(re|regex)\.finditer|numpy\.nd(enumerate|index|iter)|os\.(walk|fwalk|scandir)|glob\.iglob|"
    r"(tensorflow\.)?(gfile|io\.gfile)\.(Walk|walk)|(tensorflow\.)?(python_io|io)\.tf_record_iterator|"
    r"more_itertools\.\w+|csv\.\w*reader"
)


def gives_iterator(name: str) -> bool:
    """Whether what a function gives is used up where it is gone through."""
    return name in ITERATORS or _GIVING_ITERATORS.fullmatch(name) is not None


# Those of them that give tuples; those whose tuples have the arguments' elements in order; and those that go
# through the elements of elements.
PAIRS = frozenset(
    {"zip", "enumerate", "six.moves.zip", "itertools.izip", "itertools.product", "itertools.zip_longest"}
    | {"itertools.groupby", "itertools.combinations", "itertools.permutations", "six.iteritems"}
)
TUPLES = frozenset(
    {"zip", "enumerate", "six.moves.zip", "itertools.izip", "itertools.product", "itertools.zip_longest"}
)
TAKES_NESTED = frozenset({"itertools.chain.from_iterable"})

# Methods of texts that give a new list.
LISTS_OF_TEXTS = frozenset({"split", "rsplit", "splitlines"})

# What computes of what it is given, and calls none of it: NumPy, and functions that make operations, but a
# few.
_CALLS_NOTHING = re.compile(
    r"numpy\.((random|linalg|fft)\.)?[a-z]\w*|"
    r"tensorflow\.(compat\.v1\.)?"
    r"((bitwise|debugging|image|io|losses|math|metrics|nn|random|sets|sparse|strings|summary|train)\.)?[a-z]\w*"
)
_CALLING = re.compile(
    r"numpy\.(apply_\w+|array2string|deprecate|errstate|from(function|pyfunc|regex)|genfromtxt|loadtxt|pad|"
    r"mask_indices|piecewise|(set_)?printoptions|recfrom\w+|set_string_function|seterrcall|vectorize)|"
    r"tensorflow\.(\w+\.)*(\w*rnn\w*|basic_train_loop|checkpoints_iterator|replica_device_setter|"
    r"case|cond|create_partitioned_variables|custom_gradient|device|foldl|foldr|function|get_(local_)?variable|"
    r"make_template|map_fn|numpy_function|py_func(tion)?|recompute_grad|register_tensor_conversion_function|"
    r"scan|switch_case|variable_(creator_|op_)?scope|vectorized_map|while_loop|wrap_function)"
)

# What calls the functions that it is given while it is called, and keeps none: the graph's control flow, and
# functions that build layers. What classes make may call theirs later.
_CALLED_AT_ONCE = re.compile(
    r"tensorflow\.(compat\.v1\.)?"
    r"(cond|case|while_loop|map_fn|scan|foldl|foldr|(nn|layers)\.[a-z]\w*|"
    r"contrib\.(framework|layers|rnn|seq2seq|slim)\.([a-z]\w*\.)*(?!\w*_column$)[a-z]\w*)|"
    r"tf_slim\.([a-z]\w*\.)*[a-z]\w*"
)

# What gives a graph functions that it calls while code adds variables to it, with its first parameters if it
# never calls these. Functions that choose devices are not followed: what is rewritten has no use for their
# results.
_NAMING = ("name_or_scope", "default_name", "values")
_KEPT_BY_GRAPH: Mapping[str, tuple[str, ...]] = {
    "variable_creator_scope": (),
    "variable_scope": _NAMING,
    "compat.v1.variable_scope": _NAMING,
}
# What scopes are told by these names is a number, a text or a tensor.
TOLD_NO_FUNCTIONS = frozenset(
    {"auxiliary_name_scope", "dtype", "is_training", "reuse", "scope", "trainable", "use_resource"}
)
SETS_FUNCTIONS = frozenset({"set_custom_getter", "set_initializer", "set_partitioner", "set_regularizer"})
_OF_ARGUMENTS = re.compile(r"(tensorflow\.contrib\.(slim|framework)|tf_slim)\.(\w+\.)*arg_scope")

# Libraries whose results are arrays, and methods that fetch some.
ARRAYS = frozenset({"numpy", "scipy", "cv2", "sklearn", "skimage"})
FETCHES = frozenset({"run", "eval", "numpy"})

# Functions and methods that may give back a part of the array that they are given first, not a copy of it.
VIEWS = frozenset(
    {"reshape", "ravel", "transpose", "squeeze", "swapaxes", "view", "diagonal", "astype"}
    | {"conj", "conjugate", "getfield", "__array__"}
)
_GIVES_VIEW = re.compile(
    r"memoryview|pandas\.(DataFrame|Series)|"
    r"numpy\.((linalg|ma)\.)?(array_split|as(any|contiguous|fortran)?array|asarray_chkfinite|asfarray|"
    r"asmatrix|astype|atleast_[123]d|broadcast_(arrays|to)|diag(onal)?|[dhv]?split|expand_dims|flip(lr|ud)?|"
    r"from_?(buffer|dlpack)|imag|ix_|mat|matrix_transpose|meshgrid|moveaxis|nan_to_num|ndarray|permute_dims|ravel|"
    r"real(_if_close)?|recarray|require|reshape|rollaxis|rot90|squeeze|swapaxes|transpose|trim_zeros|unstack)|"
    r"numpy\.(ctypeslib\.as_array|lib\.stride_tricks\.\w+|ma\.\w+)"
)


@functools.cache
def gives_view(name: str) -> bool:
    """Whether a function may give back a part of an array that it is given, not a copy of it."""
    return _GIVES_VIEW.fullmatch(name) is not None


# What runs modules of the program by names that it is told, and methods that do; again; and files as scripts.
IMPORTS_BY_NAME = frozenset(
    {
        *("__import__", "importlib.__import__", "importlib.import_module", "pkgutil.resolve_name"),
        *("pydoc.locate", "imp.load_module", "imp.load_source"),
    }
)
LOADING_METHODS = frozenset({"exec_module", "load_module"})
IMPORTS_AGAIN = frozenset({"reload", "importlib.reload", "imp.reload", "six.moves.reload_module"})
RUNS_SCRIPTS = frozenset({"runpy.run_module", "runpy.run_path"})


def last_names(dotted: Iterable[str]) -> frozenset[str]:
    """What some functions are called where they are imported by themselves, or are attributes."""
    return frozenset(name.rpartition(".")[2] for name in dotted)


# What calls the function `main` of the program, where it is given no other.
RUNS_MAIN = frozenset(
    {"tensorflow.app.run", "tensorflow.compat.v1.app.run", "tensorflow.python.platform.app.run"}
)

# Objects of Python's library that programs change, by their elements.
STATES = frozenset({"os.environ", "sys.path", "sys.argv", "sys.modules"})
# Functions that are methods of these.
STATE_FUNCTIONS = {"os.getenv": "os.environ.get", "os.path.expandvars": "os.environ.items"}
# Libraries that have settings, which all of their functions may follow; what gives an object for these; and
# functions that set some.
_OF_SETTINGS = re.compile(
    r"(numpy|decimal|locale|signal|socket|sys|warnings|((absl|tensorflow)\.)?logging|tensorflow\.keras\.backend)\.\w+"
)
SETTINGS = {"decimal.getcontext": "decimal", "logging.getLogger": "logging"}
_SETTING = re.compile(
    r"(set(?!diff|xor)|reset|simplefilter|filterwarnings|basicConfig|disable|add[A-Z]|signal$)\w*"
)
# What sets flags of a program: all of them, when it parses, or one.
FLAGS_SET = re.compile(r"(.+\.flags\.FLAGS)(\.(set_default|_?parse\w*|unparse_flags))?")


@functools.cache
def settings_used(name: str) -> tuple[str, bool] | None:
    """The library whose settings a function follows, and whether it sets some."""
    owner, _, function = name.replace("tensorflow.compat.v1.", "tensorflow.").rpartition(".")
    is_one = _OF_SETTINGS.fullmatch(f"{owner}.{function}") is not None
    return (owner, _SETTING.fullmatch(function) is not None) if is_one else None


# Builtins that, if they are given nothing, tell the names of the function that calls them.
OWN_NAMES = frozenset({"dir", "locals", "vars"})

# Builtins that give back an element of what they are given, or the thing itself.
GIVES_ELEMENT = frozenset({"next", "max", "min", "sum", "getattr", "functools.reduce", "reduce"})
GIVES_ITSELF = frozenset(
    {
        "staticmethod",
        "classmethod",
        "abc.abstractmethod",
        "contextlib.contextmanager",
        "functools.total_ordering",
    }
    | {"functools.lru_cache", "typing.cast"}
)
# What takes an element out of what it is given, and what gives such a function.
GETS_ITEM, GIVES_GETTER = "operator.getitem", "operator.itemgetter"
# What gives a decorator that does.
GIVES_DECORATOR = frozenset({"functools.wraps", "functools.lru_cache", "six.add_metaclass"})
RECORD_CLASSES = frozenset({"collections.namedtuple", "typing.NamedTuple"})
PARTIAL = frozenset({"functools.partial"})

# Builtins that read what they are given, and nothing else.
PURE_BUILTINS = frozenset(
    {
        *(
            "abs",
            "all",
            "any",
            "ascii",
            "bin",
            "bool",
            "bytes",
            "callable",
            "chr",
            "complex",
            "dir",
            "divmod",
        ),
        *(
            "float",
            "format",
            "hasattr",
            "hash",
            "hex",
            "id",
            "input",
            "int",
            "isinstance",
            "issubclass",
            "len",
        ),
        *("memoryview", "object", "oct", "open", "ord", "pow", "print", "range", "raw_input"),
        *("repr", "round", "slice", "str", "super", "type", "unicode", "xrange", "basestring", "long", "cmp"),
        *("vars", "globals", "locals", "exit", "quit", "__import__", "compile", "reload", "unichr"),
    }
)

# Those of them, and functions of modules, that give numbers and texts.
GIVES_PLAIN = PURE_BUILTINS - {
    *("abs", "complex", "compile", "globals", "input", "locals", "memoryview", "object", "open", "pow"),
    *("raw_input", "reload", "round", "slice", "super", "type", "vars", "__import__", "divmod", "bytes"),
}
PLAIN_MODULES = ("os.path.", "math.", "time.", "string.")

# Methods of containers that change them, those of them that give back an element, and those that only read.
CHANGING_METHODS = frozenset(
    {
        *("append", "add", "insert", "extend", "update", "setdefault", "pop", "popitem", "remove", "discard"),
        *("clear", "sort", "reverse", "appendleft", "popleft", "extendleft", "rotate", "__setitem__", "put"),
        *(
            "__delitem__",
            "intersection_update",
            "difference_update",
            "symmetric_difference_update",
            "subtract",
        ),
    }
)
GIVING_METHODS = frozenset({"pop", "popitem", "popleft", "setdefault"})
READING_METHODS = frozenset(
    {
        *("get", "items", "keys", "values", "copy", "index", "count", "iteritems", "itervalues", "iterkeys"),
        *(
            "has_key",
            "union",
            "intersection",
            "difference",
            "issubset",
            "issuperset",
            "isdisjoint",
            "most_common",
        ),
        *(
            "join",
            "format",
            "split",
            "strip",
            "startswith",
            "endswith",
            "__getitem__",
            "__contains__",
            "__len__",
        ),
        *("elements", "symmetric_difference", "viewitems", "viewvalues", "viewkeys"),
    }
)
METHODS = CHANGING_METHODS | READING_METHODS
_CONTAINERS = (list, tuple, set, frozenset, dict, bytearray, str, types.GeneratorType)
_COLLECTIONS = (collections.deque, collections.OrderedDict, collections.Counter, collections.ChainMap)
_OF_CONTAINERS = METHODS.union(*map(dir, (*_CONTAINERS, *_COLLECTIONS, collections.defaultdict)), ["next"])


def is_method(name: str) -> bool:
    """Whether a container or an iterator of Python's own may have such an attribute."""
    return name in _OF_CONTAINERS


def is_pure(name: str) -> bool:
    """Whether a function of that dotted name changes nothing that it is given."""
    if name in PURE_BUILTINS or name in COPIES or name in ITERATORS or name in EMPTY or name in _EXCEPTIONS:
        return True
    if name in _ACTING_LATER:
        return False
    return "." in name and name.partition(".")[0] in PURE_LIBRARIES and name not in CHANGES_FIRST


# What gives something that may change, when it is called, what it was given or is given then.
_ACTING_LATER = frozenset(
    {
        *("operator.methodcaller", "operator.itemgetter", "operator.attrgetter", "types.MappingProxyType"),
        *(
            "types.MethodType",
            "types.FunctionType",
            "collections.ChainMap",
            "inspect.getmembers",
            "gc.get_objects",
        ),
        "gc.get_referrers",
    }
)
# What gives an object that holds what it is given: by its attributes, or until it is entered.
_HOLDS_GIVEN = frozenset(
    {"argparse.Namespace", "types.SimpleNamespace", "contextlib.nullcontext", "contextlib.closing"}
)


def makes_variables(name: str) -> bool:
    """Whether a function may make variables, by the getter that a scope was given."""
    return name.endswith(".get_variable") or ".layers." in name


def stream_of(name: str) -> str | None:
    """The stream that a call of a function goes on with: random numbers, or what is read from outside."""
    for source in _READ_ON:
        if name == source or name.startswith(f"{source}."):
            return source
    home, _, function = name.rpartition(".")
    return home if home in STREAMS and name not in STATEFUL and not function[:1].isupper() else None


@functools.cache
def calls_back(name: str) -> bool:
    """Whether a function of that dotted name may call functions that it is given, then or later."""
    if _CALLS_NOTHING.fullmatch(name) and not _CALLING.fullmatch(name):
        return False
    return name not in PURE_BUILTINS and (name not in COPIES or name == "sorted") and name not in _EXCEPTIONS


def keeps_functions(name: str) -> bool:
    """Whether what a function of that dotted name gives may call functions later that it was given."""
    return calls_back(name) and _CALLED_AT_ONCE.fullmatch(name) is None


def never_called(name: str) -> tuple[str, ...] | None:
    """The first parameters of what gives a graph functions to call, and others, that are never called.

    `None` for any other function: a scope of arguments is told what it is for, and what that is given.
    """
    if _OF_ARGUMENTS.fullmatch(name):
        return ("list_ops_or_scope", "device")
    return _KEPT_BY_GRAPH.get(name.removeprefix("tensorflow."))


def gives_itself(name: str) -> bool:
    """Whether a function of that dotted name gives back what it is given, as decorators do."""
    return name in GIVES_ITSELF or name.rpartition(".")[2] in _ARGUMENT_SCOPES


def holds_given(name: str) -> bool:
    """Whether what a function of that dotted name gives holds what it is given."""
    return name in _HOLDS_GIVEN or name in _EXCEPTIONS


_EXCEPTIONS = frozenset(
    name for name, one in vars(builtins).items() if isinstance(one, type) and issubclass(one, BaseException)
)
_ARGUMENT_SCOPES = frozenset({"add_arg_scope"})  # of `slim`, by whatever name that is imported
