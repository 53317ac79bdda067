"""What the tables say of functions of libraries, each beside the nearest of which they say it not."""

import ast

import pytest

from migrate.values import (
    changed_arguments,
    default_names,
    eager_libraries,
    exceptions,
    externals,
    side_effects,
)

CONTENTS, NAMES = side_effects.CONTENTS, side_effects.NAMES


def call(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


@pytest.mark.parametrize(
    ("name", "text", "acts"),
    [
        ("print", "print(1)", True),
        ("len", "len(a)", False),
        ("os.mkdir", "os.mkdir(a)", True),
        ("os.execv", "os.execv(a)", True),
        ("os.spawnl", "os.spawnl(a)", True),
        ("os.getpid", "os.getpid()", False),
        ("numpy.mkdir", "np.mkdir(a)", False),
        ("numpy.save", "np.save(a, b)", True),
        ("tensorflow.compat.v1.app.run", "tf.compat.v1.app.run()", True),
        ("logging.info", "logging.info(a)", True),
        ("logging.getLogger", "logging.getLogger()", False),
        ("tensorflow.gfile.Exists", "tf.gfile.Exists(a)", False),
        ("tensorflow.gfile.Remove", "tf.gfile.Remove(a)", True),
        ("numpy.zeros", "np.zeros(3)", False),
        ("other.f", "other.f()", True),
        ("f", "f()", True),
        ("other.len", "other.len(a)", True),
        ("random.shuffle", "random.shuffle(a)", False),
        ("next", "next(a)", False),
        ("functools.wraps", "functools.wraps(a)", False),
        ("open", "open(a)", False),
        ("open", "open(a, 'r')", False),
        ("open", "open(a, 'rb')", False),
        ("open", "open(a, 'w')", True),
        ("open", "open(a, 'r+')", True),
        ("open", "open(a, b)", True),
        ("open", "open(a, 1)", True),
        ("open", "open(a, mode='r')", False),
        ("open", "open(a, mode='a')", True),
        ("open", "open(a, encoding='w')", False),
        ("open", "open(a, **b)", True),
        ("open", "open(a, encoding='x', **b)", True),
        ("open", "opened", True),
    ],
)
def test_what_is_seen_outside(name: str, text: str, acts: bool):
    assert side_effects.acts_outside(name, call(text)) == acts


@pytest.mark.parametrize(
    ("name", "text", "path", "used"),
    [
        ("open", "open('d/a.txt')", "d/a.txt", {(CONTENTS, "a", False)}),
        ("open", "open(a, 'w')", None, {(CONTENTS, None, True), (NAMES, None, True)}),
        ("open", "open('a', 'w')", "a", {(CONTENTS, "a", True), (NAMES, "a", True)}),
        ("numpy.load", "np.load('a.npy')", "a.npy", {(CONTENTS, "a", False)}),
        ("numpy.save", "np.save('a', b)", "a", {(CONTENTS, "a", True), (NAMES, "a", True)}),
        ("pandas.read_csv", "pd.read_csv('a')", "a", {(CONTENTS, None, False)}),
        ("os.path.exists", "os.path.exists('a')", "a", {(NAMES, "a", False)}),
        ("os.path.join", "os.path.join('a')", "a", set()),
        ("os.listdir", "os.listdir('a')", "a", {(NAMES, None, False)}),
        ("os.makedirs", "os.makedirs('a')", "a", {(NAMES, None, True)}),
        ("os.remove", "os.remove('a')", "a", {(CONTENTS, "a", True), (NAMES, "a", True)}),
        ("shutil.move", "shutil.move('a')", "a", {(CONTENTS, None, True), (NAMES, None, True)}),
        ("tensorflow.gfile.Exists", "tf.gfile.Exists('a')", "a", {(NAMES, None, False)}),
        ("tensorflow.gfile.MakeDirs", "tf.gfile.MakeDirs('a')", "a", {(NAMES, None, True)}),
        (
            "tensorflow.compat.v1.gfile.Remove",
            "tf.gfile.Remove(a)",
            "",
            {(CONTENTS, None, True), (NAMES, None, True)},
        ),
        (".save", "a.save(b)", None, {(CONTENTS, None, True), (NAMES, None, True)}),
        (".read_text", "a.read_text()", None, {(CONTENTS, None, False)}),
        (".append", "a.append(b)", None, set()),
    ],
)
def test_what_of_files_is_used(
    name: str, text: str, path: str | None, used: set[tuple[str, str | None, bool]]
):
    assert set(side_effects.uses_files(name, call(text), path)) == used


def test_methods_that_are_seen_outside():
    assert side_effects.method_acts("write")
    assert not side_effects.method_acts("append")


@pytest.mark.parametrize(
    ("name", "places"),
    [
        ("random.shuffle", (0,)),
        ("other.shuffle", ()),
        ("operator.iadd", (0,)),
        ("operator.__setitem__", (0,)),
        ("operator.index", ()),
        ("cv2.circle", (0,)),
        ("cv2.blur", ()),
        ("numpy.ndarray.sort", (0,)),
        ("numpy.ndarray.mean", ()),
        ("numpy.sort", ()),
        ("other.sort", ()),
        ("numpy.add.at", (0,)),
        ("other.add.at", ()),
        ("numpy.add.reduce", (3,)),
        ("numpy.exp", (1,)),
        ("numpy.add", (2,)),
        ("numpy.clip", (3,)),
        ("other.add", ()),
    ],
)
def test_the_places_of_what_a_function_changes(name: str, places: tuple[int, ...]):
    assert changed_arguments.changed_places(name) == places


@pytest.mark.parametrize(
    ("text", "is_in_place"),
    [
        ("f(a, copy=False)", True),
        ("f(a, copy=True)", False),
        ("f(a, inplace=True)", True),
        ("f(a, inplace=False)", False),
        ("f(a, copy=b)", False),
        ("f(a)", False),
        ("a", False),
    ],
)
def test_what_is_told_to_work_in_place(text: str, is_in_place: bool):
    assert changed_arguments.is_in_place(call(text)) == is_in_place


def test_the_last_part_of_a_name():
    assert externals.last_names(["a.b.c", "d"]) == {"c", "d"}


def test_arguments_that_are_written_into():
    assert all(map(changed_arguments.is_output, ("out", "dst", "overwrite_a")))
    assert not any(map(changed_arguments.is_output, ("outer", "source", "overwrite")))


def test_the_names_that_functions_take():
    assert default_names.default_names("tf.no_such_function") is None
    assert default_names.place_of_name("tf.no_such_function") is None
    assert default_names.place_of_name("tf.add") == 2
    found = default_names.default_names("tf.reduce_mean")
    assert found is not None
    assert {"Mean", "reduce_mean", "reducemean", "Const"} <= found
    assert "const" not in found
    held = default_names.default_names("tf.placeholder")
    assert held is not None
    assert "Placeholder" in held
    assert "const" not in held
    assert {"mean", "add", "const"} <= default_names.every_name()
    assert "Mean" not in default_names.every_name()


def test_libraries_that_build_no_graph():
    assert [
        one
        for one in ("f", "numpy.zeros", "json.load", "PIL.Image", "other.f", "keras.Model")
        if eager_libraries.may_build_graph(one)
    ] == ["other.f"]
    assert [
        one
        for one in ("f", "numpy.zeros", "json.load", "PIL.Image", "other.f", "keras.Model", "json")
        if eager_libraries.gives_no_tensors(one)
    ] == ["json.load", "PIL.Image"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("raise ValueError", "ValueError"),
        ("raise a.Error(1)", "Error"),
        ("raise", ""),
        ("assert a", "AssertionError"),
    ],
)
def test_what_is_raised(text: str, name: str):
    (found,) = ast.parse(text).body
    assert isinstance(found, (ast.Raise, ast.Assert))
    assert exceptions.raised(found) == name


@pytest.mark.parametrize(
    ("handler", "caught"),
    [
        ("except", {"KeyError", "Own"}),
        ("except Exception", {"KeyError", "Own"}),
        ("except LookupError", {"KeyError"}),
        ("except (ValueError, Own)", {"Own"}),
        ("except (ValueError, a.Own)", {"Own"}),
        ("except ValueError", set()),
        ("except len", set()),
    ],
)
def test_what_is_caught(handler: str, caught: set[str]):
    (found,) = ast.parse(f"try: f()\n{handler}: pass").body
    assert isinstance(found, ast.Try)
    assert {
        one for one in ("KeyError", "Own", "SystemExit") if exceptions.is_caught(one, found.handlers)
    } == caught | ({"SystemExit"} if handler == "except" else set())


@pytest.mark.parametrize(
    ("name", "used"),
    [
        ("numpy.set_printoptions", ("numpy", True)),
        ("numpy.setdiff1d", ("numpy", False)),
        ("numpy.zeros", ("numpy", False)),
        ("warnings.simplefilter", ("warnings", True)),
        ("tensorflow.compat.v1.logging.set_verbosity", ("tensorflow.logging", True)),
        ("os.getcwd", None),
        ("numpy", None),
    ],
)
def test_settings_of_libraries(name: str, used: tuple[str, bool] | None):
    assert externals.settings_used(name) == used


@pytest.mark.parametrize(
    ("name", "stream"),
    [
        ("numpy.random.rand", "numpy.random"),
        ("numpy.random.RandomState", None),
        ("random.random", "random"),
        ("random.Random", None),
        ("numpy.zeros", None),
        ("fileinput.input", "fileinput.input"),
        ("os.reads", None),
        ("os.read", "os.read"),
        ("sys.stdin.read", "sys.stdin"),
    ],
)
def test_streams(name: str, stream: str | None):
    assert externals.stream_of(name) == stream


@pytest.mark.parametrize(
    ("name", "calls", "keeps"),
    [
        ("numpy.zeros", False, False),
        ("numpy.vectorize", True, True),
        ("tensorflow.nn.relu", False, False),
        ("tensorflow.cond", True, False),
        ("tensorflow.layers.dense", True, False),
        ("tensorflow.Variable", True, True),
        ("list", False, False),
        ("sorted", True, True),
        ("ValueError", False, False),
        ("len", False, False),
        ("map", True, True),
    ],
)
def test_what_calls_functions_that_it_is_given(name: str, calls: bool, keeps: bool):
    assert (externals.calls_back(name), externals.keeps_functions(name)) == (calls, keeps)


def test_what_functions_do_with_what_they_are_given():
    assert [
        one
        for one in (
            "len",
            "list",
            "zip",
            "dict",
            "ValueError",
            "numpy.zeros",
            "numpy.put",
            "other.f",
            "operator.itemgetter",
            "operator.add",
            "f",
        )
        if externals.is_pure(one)
    ] == ["len", "list", "zip", "dict", "ValueError", "numpy.zeros", "operator.add"]
    assert [
        one
        for one in ("staticmethod", "slim.add_arg_scope", "functools.wraps")
        if externals.gives_itself(one)
    ] == ["staticmethod", "slim.add_arg_scope"]
    assert [one for one in ("argparse.Namespace", "ValueError", "list") if externals.holds_given(one)] == [
        "argparse.Namespace",
        "ValueError",
    ]
    assert [
        one
        for one in ("tensorflow.get_variable", "tensorflow.layers.dense", "tensorflow.add")
        if externals.makes_variables(one)
    ] == ["tensorflow.get_variable", "tensorflow.layers.dense"]
    assert externals.never_called("tensorflow.variable_scope") == ("name_or_scope", "default_name", "values")
    assert externals.never_called("tensorflow.variable_creator_scope") == ()
    assert externals.never_called("tensorflow.contrib.slim.arg_scope") == ("list_ops_or_scope", "device")
    assert externals.never_called("tensorflow.add") is None
    assert externals.is_method("append")
    assert not externals.is_method("no_such_method")
