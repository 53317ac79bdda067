"""Which of the objects that they are given functions and methods of libraries change."""

from __future__ import annotations

import ast
import functools
import re

# Functions that change their first argument.
CHANGES_FIRST = frozenset(
    {
        *(
            "numpy.random.shuffle",
            "random.shuffle",
            "numpy.copyto",
            "numpy.put",
            "numpy.place",
            "numpy.putmask",
        ),
        *("heapq.heappush", "heapq.heappop", "heapq.heapify", "bisect.insort", "bisect.insort_left", "next"),
        *("numpy.putmask", "numpy.fill_diagonal", "numpy.put_along_axis", "setattr", "delattr"),
        *("tensorflow.train.QueueRunner", "tensorflow.train.queue_runner.QueueRunner"),
    }
)
_OPERATOR_IN_PLACE = re.compile(
    r"_?operator\.(setitem|delitem|__(set|del)item__|i(?!n(dex|v|vert)$|s_)[a-z]+|__i[a-z]+__)"
)
_DRAWING = re.compile(  # into an image
    r"cv2\.(line|rectangle|circle|ellipse|polylines|fillPoly|fillConvexPoly|putText|drawContours|arrowedLine|"
    r"drawMarker|drawKeypoints|floodFill|setIdentity|randu|randn|accumulate\w*)"
)
# Functions of NumPy, by the place at which they may be passed the array that they write their result into.
_OUT = {
    1: re.compile(
        r"abs|absolute|a(rc)?(cos|sin|tan)h?|bitwise_(count|invert|not)|cbrt|ceil|conj(ugate)?|cosh?|deg2rad|"
        r"degrees|exp(2|m1)?|fabs|fix|floor|frexp|invert|is(finite|inf|nan|nat|neginf|posinf)|log(10|1p|2)?|"
        r"logical_not|modf|negative|positive|rad2deg|radians|reciprocal|rint|sign(bit)?|sinh?|spacing|sqrt|"
        r"square|tanh?|trunc"
    ),
    2: re.compile(
        r"add|all|any|a(rc)?tan2|around|a?(max|min)|(nan)?(arg)?(max|min)|bitwise_(and|x?or|\w+_shift)|choose|"
        r"concat(enate)?|copysign|divide|divmod|dot|equal|float_power|floor_divide|f?max|f?min|fmod|frexp|gcd|"
        r"greater(_equal)?|heaviside|hypot|lcm|ldexp|(left|right)_shift|less(_equal)?|logaddexp2?|"
        r"logical_(and|x?or)|mat(mul|vec)|maximum|(nan)?median|minimum|mod|modf|multiply|nextafter|not_equal|"
        r"outer|pow(er)?|ptp|remainder|round_?|stack|subtract|true_divide|vec(dot|mat)"
    ),
    3: re.compile(
        r"clip|compress|(nan)?(cumprod|cumsum|mean|percentile|prod|quantile|std|sum|var)|take|"
        r"\w+\.(accumulate|reduce)"
    ),
    4: re.compile(r"\w+\.reduceat"),
    5: re.compile(r"trace"),
}
_OUTPUT = re.compile(r"out|output|dst|overwrite_\w+")

# Methods that change an array in its place.
CHANGING_ARRAYS = frozenset(
    {"byteswap", "fill", "itemset", "partition", "put", "resize", "setfield", "sort"}
    | {f"__i{name}__" for name in ("add", "floordiv", "matmul", "mod", "mul", "pow", "sub", "truediv")}
)
# Methods of what holds settings, such as HParams or a parser of arguments, that change some.
CHANGING_SETTINGS = frozenset(
    {
        *("set_hparam", "add_hparam", "del_hparam", "parse", "parse_json", "parse_values", "set_from_map"),
        *("override_from_dict", "set_default", "set_defaults", "set_model_structure", "set_params"),
    }
)
# Methods of streams of random numbers, files and queues that only read what they are given: all others may
# change it, as `shuffle` and `readinto` do.
READING_OF_STREAMS = frozenset(
    {
        *("acquire", "beta", "betavariate", "binomial", "bytes", "chisquare", "choice", "choices", "clear"),
        *("close", "dirichlet", "empty", "expovariate", "exponential", "fileno", "flush", "full", "gamma"),
        *("gammavariate", "gauss", "get", "get_nowait", "get_state", "getrandbits", "getstate", "getvalue"),
        *(
            "integers",
            "is_set",
            "join",
            "laplace",
            "locked",
            "logistic",
            "lognormal",
            "multinomial",
            "normal",
        ),
        *("multivariate_normal", "normalvariate", "notify", "notify_all", "permutation", "poisson", "put"),
        *("put_nowait", "qsize", "rand", "randbytes", "randint", "randn", "random", "random_integers"),
        *("random_sample", "randrange", "read", "readable", "readline", "readlines", "release", "sample"),
        *("seed", "seek", "set", "set_state", "setstate", "size", "standard_normal", "task_done", "tell"),
        *("tomaxint", "triangular", "truncate", "uniform", "vonmisesvariate", "wait", "writable", "write"),
        *("writelines", "writerow", "writerows", "__enter__", "__exit__"),
    }
)


@functools.cache
def changed_places(name: str) -> tuple[int, ...]:
    """The places of the arguments that a function changes."""
    if name == "struct.pack_into":
        return (1,)
    is_first = name in CHANGES_FIRST or _OPERATOR_IN_PLACE.fullmatch(name) or _DRAWING.fullmatch(name)
    library, _, function = name.partition(".")
    is_method = function.startswith("ndarray.") and function[8:] in CHANGING_ARRAYS
    if is_first or library == "numpy" and (is_method or function.endswith(".at")):  # of `numpy.add`
        return (0,)
    return tuple(place for place, names in _OUT.items() if library == "numpy" and names.fullmatch(function))


def changed_by_method(name: str) -> tuple[int, ...]:
    """The places of the arguments that a method of an array changes, as the function of that name does."""
    return tuple(place - 1 for place in changed_places(f"numpy.{name}") if place > 1)


def is_output(keyword: str) -> bool:
    """Whether functions of libraries write into an argument of that name."""
    return _OUTPUT.fullmatch(keyword) is not None


def is_in_place(call: ast.AST) -> bool:
    """Whether a call tells a function to work on what it is given, and on no copy of it."""
    keywords = call.keywords if isinstance(call, ast.Call) else []
    told = {one.arg: one.value.value for one in keywords if isinstance(one.value, ast.Constant)}
    return told.get("copy") is False or told.get("inplace") is True
