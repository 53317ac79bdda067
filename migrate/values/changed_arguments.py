"""Which of the objects that they are given functions and methods of libraries change."""

from __future__ import annotations

import ast
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
        r"abs|absolute|arccos|arcsin|arctan|cbrt|ceil|conj|cosh?|exp|exp2|expm1|fabs|floor|invert|isfinite|isinf|"
        r"isnan|log|log10|log1p|log2|logical_not|negative|positive|reciprocal|rint|sign|sinh?|sqrt|square|tanh?|"
        r"trunc"
    ),
    2: re.compile(
        r"add|all|amax|amin|any|arctan2|arg(max|min)|bitwise_\w+|concatenate|copysign|divide|dot|equal|"
        r"float_power|floor_divide|f?max|f?min|fmod|greater|greater_equal|hypot|less|less_equal|logaddexp|"
        r"logical_(and|x?or)|matmul|maximum|minimum|mod|multiply|not_equal|outer|power|ptp|remainder|round_?|"
        r"around|stack|subtract|true_divide"
    ),
    3: re.compile(r"clip|compress|cumprod|cumsum|mean|prod|std|sum|take|var"),
}
_OUTPUT = re.compile(r"out|output|dst|overwrite_\w+")

# Methods that change an array in its place.
CHANGING_ARRAYS = frozenset({"byteswap", "fill", "itemset", "partition", "put", "resize", "setfield", "sort"})
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


def changed_places(name: str) -> tuple[int, ...]:
    """The places of the arguments that a function changes."""
    is_first = name in CHANGES_FIRST or _OPERATOR_IN_PLACE.fullmatch(name) or _DRAWING.fullmatch(name)
    home, _, function = name.rpartition(".")
    is_method = home == "numpy.ndarray" and function in CHANGING_ARRAYS
    if is_first or is_method or home.startswith("numpy.") and function == "at":  # of `numpy.add`
        return (0,)
    return tuple(place for place, names in _OUT.items() if home == "numpy" and names.fullmatch(function))


def is_output(keyword: str) -> bool:
    """Whether functions of libraries write into an argument of that name."""
    return _OUTPUT.fullmatch(keyword) is not None


def is_in_place(call: ast.AST) -> bool:
    """Whether a call tells a function to work on what it is given, and on no copy of it."""
    keywords = call.keywords if isinstance(call, ast.Call) else []
    told = {one.arg: one.value.value for one in keywords if isinstance(one.value, ast.Constant)}
    return told.get("copy") is False or told.get("inplace") is True
