"""What statements of small programs do to objects, whatever the names are."""

import ast
from collections.abc import Callable
from pathlib import Path

import pytest

from migrate.model.effects import Locations, Touched, executed, overlap
from migrate.model.objects import Cell, Field, Made
from migrate.values import PointsTo, effects, flow, heap
from migrate.values import points_to as module
from migrate.values.flow import TooLarge
from tests.migrate.values.program import Parsed


class Program(Parsed):
    """A module, whose statements are asked for by a part of their text."""

    def touched(self, part: str) -> Touched:
        statements = [node for node in ast.walk(self.tree) if isinstance(node, ast.stmt)]
        (found,) = [one for one in statements if ast.unparse(one).splitlines()[0] == part]
        return self.effects.of([found])

    def written(self, part: str) -> set[str]:
        """The expressions that made what a statement changes, and the variables that it gives values."""
        return {_name(location) for location in self.touched(part).writes}

    def changed_names(self, part: str, *names: str) -> set[str]:
        (found,) = [one for one in self.tree.body if ast.unparse(one) == part]
        return set(self.effects.changed([found], names))

    def read(self, part: str) -> set[str]:
        return {_name(location) for location in self.touched(part).reads}


def _name(location: Cell | Field) -> str:
    if isinstance(location, Cell):
        return location.name
    if isinstance(location.object, Made):
        return ast.unparse(location.object.node)
    return getattr(location.object, "name", "") or getattr(getattr(location.object, "node", None), "name", "")


@pytest.mark.parametrize(
    "text",
    [
        "a = [1]\nb = a\nb.append(2)",
        "a = [1]\nb, c = a, 3\nb.append(2)",
        "a = [1]\nb = a.append\nb(2)",
        "a = [1]\nb = {'k': a}\nb['k'].append(2)",
        "a = [1]\nb = [a, 0]\nb[0].append(2)",
        "a = [1]\nb = a if a else []\nb.append(2)",
        "a = [1]\nb = a or []\nb.append(2)",
        "a = [1]\nfor b in [a]:\n    b.append(2)",
        "a = [1]\nfor b, c in zip([a], [3]):\n    b.append(2)",
        "a = [1]\n[b.append(2) for b in (a,)]",
        "a = [1]\nb = lambda: a\nb().append(2)",
        "a = [1]\ndef f(b):\n    return b\nf(a).append(2)",
        "a = [1]\ndef f(b=a):\n    b.append(2)\nf()",
        "a = [1]\nclass B:\n    pass\nb = B()\nb.c = a\nb.c.append(2)",
        "a = [1]\nclass B:\n    def __init__(self, c):\n        self.c = c\n"
        "    def f(self):\n        self.c.append(2)\nB(a).f()",
        "a = [1]\nclass B:\n    c = a\nB.c.append(2)",
        "a = [1]\nclass B:\n    c = a\nB().__class__.c.append(2)",
        "a = [1]\nlist(map(a.append, [2]))",
        "a = [1]\nimport functools\nb = functools.partial(a.append, 2)\nb()",
        "a = [1]\nb = getattr(a, 'append')\nb(2)",
        "a = [1]\nb = a\nb += [2]",
        "a = [1]\ndef f(*b):\n    b[0].append(2)\nf(a)",
        "a = [1]\ndef f(**b):\n    b['c'].append(2)\nf(c=a)",
        "a = [1]\nwith open('x') as b, a as c:\n    c.append(2)",
        "a = [1]\nimport copy\nclass B:\n    pass\nb = B()\nb.c = a\ncopy.copy(b).c.append(2)",
        "a = [1]\nclass A:\n    def f(self):\n        pass\nclass B(A):\n    def f(self):\n"
        "        super().f()\nclass C(A):\n    def f(self):\n        a.append(2)\n"
        "class D(B, C):\n    pass\nD().f()",
        "a = [1]\nfrom collections import namedtuple\nB = namedtuple('B', 'c d')\nB(1, a).d.append(2)",
        "a = [1]\nclass B:\n    @staticmethod\n    def f(c):\n        c.append(2)\nB().f(a)",
        "a = [1]\nclass B:\n    @classmethod\n    def f(cls, c):\n        c.append(2)\nB().f(a)",
        "a = [1]\nclass B:\n    @property\n    def c(self):\n        return a\nB().c.append(2)",
        "a = [1]\nclass B:\n    def __getitem__(self, c):\n        return a\nB()[0].append(2)",
        "a = [1]\nclass B:\n    def __call__(self, c):\n        c.append(2)\nB()(a)",
        "a = [1]\nclass B:\n    def __enter__(self):\n        return a\n    def __exit__(self, *c):\n"
        "        pass\nwith B() as b:\n    b.append(2)",
        "a = [1]\ndef f():\n    yield a\nfor b in f():\n    b.append(2)",
        "a = [1]\ndef f():\n    return a\nglobals()['f']().append(2)",
        "a = [1]\n{'k': a}.get('k').append(2)",
        "a = [1]\n[*b] = [a]\nb[0].append(2)",
        "a = [1]\nb = [0]\nb.extend([a])\nb[1].append(2)",
        "a = [1]\nb = {}\nb.update(c=a)\nb['c'].append(2)",
        "a = [1]\nb = {}\nb.setdefault('c', a).append(2)",
        "a = [1]\ntry:\n    raise ValueError(a)\nexcept ValueError as b:\n    b.args[0].append(2)",
        "a = [1]\ndef f(g):\n    def h(*b, **c):\n        return g(*b, **c)\n    return h\n@f\ndef k(d):\n"
        "    d.append(2)\nk(a)",
        "a = [1]\nclass B:\n    def __str__(self):\n        a.append(2)\n        return ''\nf'{B()}'",
        "a = [1]\nclass B:\n    def __str__(self):\n        a.append(2)\n        return ''\n'%s' % B()",
        "a = [1]\nclass B:\n    a = a\nB.a.append(2)",
        "import collections as c\na = [1]\nB = c.namedtuple('B', 'c d')\nb = B._make([a, 1])\nb.c.append(2)",
        "import other\na = [1]\nb = other.checked(a)\nb.append(2)",
        "import other\na = [1]\nb = other.B(a)\nb.go()",
    ],
)
def test_a_list_is_known_by_all_of_its_names(text: str):
    program = Program(text)
    last = [node for node in ast.walk(program.tree.body[-1]) if isinstance(node, ast.stmt)]
    assert "[1]" in {_name(location) for location in program.effects.of(last).writes}


_BRANCH = "a = [1]\ndef f(b=False, *, c=None):\n    if {}:\n        a.append(2)\n{}"


@pytest.mark.parametrize(
    ("test", "call"),
    [
        ("b", "f(True)"),
        ("b", "f(b=1)"),
        ("b", "f(a)"),
        ("b", "f(*[True])"),
        ("b", "f(**{'b': True})"),
        ("b", "f(f)"),
        ("b", "list(map(f, [True]))"),
        ("b", "(f if a else None)('x')"),
        ("not b", "f()"),
        ("not b", "f(b=0)"),
        ("c is None", "f()"),
        ("c is not None", "f(c='x')"),
        ("c == 'x'", "f(1, c='x')"),
        ("c != 'x'", "f(True, c='y')"),
        ("b and c", "f()"),
        ("b == c", "f()"),
    ],
)
def test_a_branch_that_a_call_leads_into_is_known(test: str, call: str):
    assert "[1]" in Program(_BRANCH.format(test, call)).written(call)


@pytest.mark.parametrize(
    ("test", "call"),
    [
        ("b", "f()"),
        ("b", "f(False)"),
        ("b", "f(b='')"),
        ("not b", "f(True)"),
        ("c is None", "f(c=0)"),
        ("c is not None", "f(True)"),
        ("c == 'x'", "f(1, c='y')"),
        ("c != 'x'", "f(c='x')"),
    ],
)
def test_a_branch_that_no_call_leads_into_does_nothing(test: str, call: str):
    program = Program(_BRANCH.format(test, call))
    assert "[1]" not in program.written(call)
    (body,) = [one for one in ast.walk(program.tree) if isinstance(one, ast.If)]
    assert program.effects.never_runs(body.body[0])


@pytest.mark.parametrize(
    "text",
    [
        "def f(b=False):\n    b = True\n    if b:\n        a.append(2)\nf()",
        "def f(b=False):\n    def g():\n        nonlocal b\n        b = True\n    g()\n    if b:\n"
        "        a.append(2)\nf()",
        "def f(b=False):\n    import json as b\n    if b:\n        a.append(2)\nf()",
        "def f(b=False):\n    def b(): pass\n    if b:\n        a.append(2)\nf()",
        "def f(b=False):\n    class b: pass\n    if b:\n        a.append(2)\nf()",
        "def f(b=False):\n    match a:\n        case b: pass\n    if b:\n        a.append(2)\nf()",
        "def f(b=False):\n    try: g()\n    except E as b:\n        if b:\n            a.append(2)\nf()",
        "def f(b=False):\n    if b:\n        a.append(2)\nf()\nf(True)",
        "def f(b=False):\n    while b:\n        a.append(2)\nf(True)",
        "class F:\n    def __init__(self, b=False):\n        if b:\n            a.append(2)\nF(True)",
        "class E:\n    def __init__(self, b=False):\n        if b:\n            a.append(2)\n"
        "class F(E):\n    def __init__(self):\n        super().__init__(True)\nF()",
        "class E:\n    def __init__(self, b=False):\n        if b:\n            a.append(2)\n"
        "class F(E):\n    def __init__(self):\n        E.__init__(self, True)\nF()",
        "class F:\n    def f(self, b=False):\n        if b:\n            a.append(2)\n"
        "g = F()\ng.f()\ng.f(True)",
        "class F:\n    @staticmethod\n    def f(b=False):\n        if b:\n            a.append(2)\nF.f(True)",
        "class F:\n    @classmethod\n    def f(cls, b=False):\n        if b:\n            a.append(2)\n"
        "F.f(True)",
        "import functools\ndef f(b=False):\n    if b:\n        a.append(2)\nfunctools.partial(f, True)()",
        "import unknown\ndef f(b=False):\n    if b:\n        a.append(2)\nf()\nunknown.call(f)",
        "def f(b=False):\n    if b:\n        a.append(2)\ndef g(c):\n    f(c)\ng(True)",
    ],
)
def test_what_decides_on_a_branch_is_what_any_call_gives(text: str):
    program = Program("a = [1]\n" + text)
    assert any(
        "[1]" in program.written(one)
        for one in text.splitlines()
        if not one.startswith((" ", "def", "class", "import"))
    )


def test_two_ways_to_a_part_of_a_library_lead_to_one():
    program = Program("import numpy as np\nnp.random.seed(1)\ngetattr(np, 'random').seed(2)")
    stream = program.touched("np.random.seed(1)").writes
    assert stream
    assert program.touched("getattr(np, 'random').seed(2)").writes == stream


def test_what_has_an_attribute_in_the_end_is_asked_for_no_other(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(heap, "_SOME", 2)
    reads = "\n".join(f"b{n}.x{n}" for n in reversed(range(6)))
    made = "\n".join(f"b{n} = B()\nb{n}.x{n} = 1" for n in range(5))
    program = Program(
        "a = [1]\nclass B:\n    def __getattr__(self, name):\n        a.append(name)\n"
        f"{made}\nb5 = B()\n{reads}"
    )
    assert [program.written(f"b{n}.x{n}") for n in range(6)] == [set()] * 5 + [{"[1]"}]


def test_the_type_of_a_tensor_is_not_the_tensor():
    program = Program("import tensorflow as tf\na = tf.zeros(3)\nb = a.dtype\nc = a.T")
    values = [one.value for one in program.tree.body[1:]]
    made, of_type, transposed = (program.effects.given(value) for value in values)
    assert not made & of_type
    assert made <= transposed


def test_what_is_called_as_a_method_is_a_part_where_nobody_calls_it():
    program = Program("import tensorflow as tf\na = tf.zeros(3)\nb = a.values\nc = {}\nd = c.values")
    tensor, part, dictionary, method = (program.effects.given(one.value) for one in program.tree.body[1:])
    assert tensor <= part
    assert not dictionary & method


def test_a_copy_is_another_list():
    program = Program("a = [1]\nb = list(a)\nb.append(2)")
    assert program.written("b.append(2)") == {"list(a)"}


def test_what_is_unpacked_is_told_apart():
    program = Program("a, b = [1], [2]\nb.append(3)")
    assert program.written("b.append(3)") == {"[2]"}


def test_objects_of_one_class_are_told_apart():
    program = Program(
        """
        class Net:
            def __init__(self):
                self.parts = []
            def add(self, part):
                self.parts.append(part)
        one = Net()
        two = Net()
        one.add(1)
        two.add(2)
        """
    )
    first, second = program.touched("one.add(1)").writes, program.touched("two.add(2)").writes
    assert first
    assert second
    assert not first & second


def test_objects_are_told_apart_where_a_method_is_called_of_its_class():
    program = Program(
        """
        class Base:
            def __init__(self):
                self.parts = []
        class Net(Base):
            def __init__(self):
                Base.__init__(self)
            def add(self, part):
                self.parts.append(part)
        one, two = Net(), Net()
        Net.add(one, 1)
        two.add(2)
        """
    )
    first, second = program.touched("Net.add(one, 1)").writes, program.touched("two.add(2)").writes
    assert first
    assert second
    assert not first & second


def test_a_function_of_a_class_may_be_given_any_object():
    program = Program(
        """
        a, b = [1], [2]
        class Base:
            def add(self, part):
                self.append(part)
        Base.add(a, 2)
        Base.add(*[b, 2])
        """
    )
    assert "[1]" in {_name(one) for one in program.touched("Base.add(a, 2)").writes}
    assert "[2]" in {_name(one) for one in program.touched("Base.add(*[b, 2])").writes}


def test_an_iterator_is_changed_by_reading_it():
    program = Program("a = iter([1, 2])\nb = next(a)\nfor c in a:\n    pass\nd = sum(a)")
    for statement in ("b = next(a)", "for c in a:", "d = sum(a)"):
        assert "iter([1, 2])" in program.written(statement)


def test_what_goes_through_an_iterator_uses_that_up():
    program = Program("a = iter([1, 2])\nb = zip(a, [3, 4])\nc = list(b)")
    assert program.written("c = list(b)") == {"iter([1, 2])", "zip(a, [3, 4])"}


def test_globals_that_a_function_changes_are_written_by_its_calls():
    program = Program("n = 0\ndef f():\n    global n\n    n += 1\nf()\nprint(n)")
    assert "n" in program.written("f()")


def test_what_is_unpacked_is_used_up():
    program = Program("a = [1]\ni = iter([a, 2])\nb, c = i\nb.append(3)")
    assert program.written("b, c = i") >= {"iter([a, 2])"}
    assert program.written("b.append(3)") == {"[1]"}


@pytest.mark.parametrize(
    ("start", "written"),
    [("", set()), ("from other import A\n", {"B()"})],
    ids=["of the program alone", "above which another library's stands"],
)
def test_a_method_that_is_not_there_may_be_another_librarys(start: str, written: set[str]):
    bases = "(A)" if start else ""
    program = Program(f"{start}class B{bases}:\n    pass\nb = B()\nb.change(2)")
    assert program.written("b.change(2)") == written


def test_the_environment_is_an_object():
    program = Program("import os\nos.environ['A'] = '1'\nb = os.environ.get('A')")
    assert program.written("os.environ['A'] = '1'") == {"os.environ"}
    assert "os.environ" in program.read("b = os.environ.get('A')")


def test_streams_of_random_numbers_go_on():
    program = Program(
        "import numpy as np\na = np.random.rand()\nrng = np.random.RandomState(1)\nb = rng.rand()"
    )
    assert program.written("a = np.random.rand()") == {"numpy.random"}
    assert program.written("b = rng.rand()") == {"np.random.RandomState(1)"}


def test_code_that_is_not_known_may_change_what_it_is_given():
    program = Program("import other\na = [1]\nother.use({'k': a})\nlen(a)")
    assert "[1]" in program.written("other.use({'k': a})")
    assert program.written("len(a)") == set()


def test_tensors_are_not_changed_by_their_methods():
    program = Program("import tensorflow as tf\na = tf.zeros([2])\nb = a.get_shape().as_list()")
    assert program.written("b = a.get_shape().as_list()") == set()


def test_a_list_of_a_shape_is_changed():
    program = Program("import tensorflow as tf\na = tf.zeros([2])\nb = a.shape.as_list()\nb[0] = 3\nlen(b)")
    assert program.written("b[0] = 3") == {"a.shape.as_list()"}


@pytest.mark.parametrize("given", ["None", "3", "[1, 2]", "b()"])
def test_what_may_make_a_named_tuple_may_be_given_no_names(given: str):
    call = f"f('B', {given})"
    program = Program(
        f"a = [1]\nfrom collections import namedtuple\nfor f in (namedtuple, a.append):\n    {call}"
    )
    assert "[1]" in {_name(location) for location in program.touched(call).writes}


def test_recursion_ends():
    program = Program(
        "def f(a):\n    a.append(1)\n    return f([a]) if a else g(a)\n"
        "def g(a):\n    return f(a)\nb = [0]\nf(b)"
    )
    assert "[0]" in program.written("f(b)")


def test_a_program_that_is_too_large_is_given_up(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "_MOST_STEPS", dict.fromkeys(module.Detail, 20))
    program = Program("\n".join(f"a{n} = [1]\na{n}.append(a{n})" for n in range(30)))
    with pytest.raises(TooLarge):
        PointsTo([program.bindings], lambda home, name: None)
    assert not program.effects.known


def test_a_program_that_takes_much_memory_is_given_up(monkeypatch: pytest.MonkeyPatch):
    program = Program("\n".join(f"a{n} = [1]\na{n}.append(a{n})" for n in range(30)))
    watched = PointsTo([program.bindings], lambda home, name: None).watched
    monkeypatch.setattr(flow, "_MOST_WATCHERS", watched)
    PointsTo([program.bindings], lambda home, name: None)
    monkeypatch.setattr(flow, "_MOST_WATCHERS", watched // 2)
    with pytest.raises(TooLarge):
        PointsTo([program.bindings], lambda home, name: None)


def test_a_program_that_is_given_up_is_not_analysed_again(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "_MOST_STEPS", dict.fromkeys(module.Detail, 20))
    program = Program("\n".join(f"a{n} = [1]\na{n}.append(a{n})" for n in range(30)))
    assert not program.effects.known
    monkeypatch.setattr(effects, "PointsTo", None)  # which nobody may call
    assert not program.effects.known
    with pytest.raises(TooLarge):
        program.effects.given(ast.Name("a0"))


def test_a_program_that_takes_many_steps_is_analysed_in_less_detail(monkeypatch: pytest.MonkeyPatch):
    calls = "\n".join(f"if a:\n    b = other.f(a, b, other.g(b))\n    c = d{n} = [b]" for n in range(40))
    program = Program(f"import other\na = [1]\nb = other.f(a)\n{calls}\nc.append(2)\nd0.clear()")
    steps = [PointsTo([program.bindings], lambda home, name: None, detail).steps for detail in module.Detail]
    assert steps[0] > 2 * max(steps[1:])
    monkeypatch.setattr(module, "_MOST_STEPS", dict.fromkeys(module.Detail, max(steps[1:])))
    with pytest.raises(TooLarge):
        PointsTo([program.bindings], lambda home, name: None)
    assert program.effects.known
    assert "d0" in program.changed_names("c.append(2)", "d0")


def test_a_partial_of_itself_is_called_once_more():
    program = Program("""
        import functools
        def add(one, other):
            one.append(other)
        one, other = [], []
        call = add
        for n in range(3):
            call = functools.partial(call, one)
        call(other)
    """)
    assert "one" in program.changed_names("call(other)", "one", "other")


def test_what_a_library_made_of_its_own_method_is_called_once_more():
    program = Program("""
        import gym
        import tensorflow as tf
        class Env(gym.Env):
            pass
        env, given = Env(), [1]
        ops = tf.map_fn(env.step, [1])
        ops = ops.map(env.step)
        ops = ops.batch(given)
    """)
    assert "given" in program.changed_names("ops = ops.batch(given)", "given", "ops")


def test_two_keys_of_a_dictionary_are_two_locations():
    program = Program("a = {'b': [1], 'c': [2]}\na['b'] = [3]\na['b'].append(4)\nd = a['c']")
    assert program.written("a['b'].append(4)") == {"[1]", "[3]"}
    written, read = program.touched("a['b'] = [3]").writes, program.touched("d = a['c']").reads
    assert not any(overlap(one, other) for one in written for other in read)


def test_what_stands_under_a_key_is_not_the_key():
    program = Program(
        "k = (1, [2])\na = {}\na[k] = [3]\nb = a[k]\nb.append(4)\nfor c in a:\n    c[1].append(5)"
    )
    assert program.written("b.append(4)") == {"[3]"}
    assert program.written("c[1].append(5)") == {"[2]"}


def test_a_list_has_places_and_no_keys():
    program = Program(
        "import numpy as np\nlabels = np.zeros(3)\nseen = [0 for _ in range(3)]\nfor i in range(3):\n"
        "    k = labels[i]\n    seen[k] += 1"
    )
    assert "np.zeros(3)" not in program.written("seen[k] += 1")


def test_what_a_name_leads_to_counts_unless_it_is_shallow():
    program = Program("a = [1]\nb = {'k': a}\na.append(2)\nb['k'] = 3")
    appends, sets = program.tree.body[2:]
    changed = program.effects.changed
    assert changed([appends], ["a", "b"]) == {"a", "b"}
    assert changed([appends], ["a", "b"], shallow=["b"]) == {"a"}
    assert changed([sets], ["a", "b"], shallow=["b"]) == {"b"}


def test_places_of_a_list_that_is_moved_are_not_told_apart():
    program = Program("a = [[1], [2]]\na.reverse()\na[0].append(3)")
    assert program.written("a[0].append(3)") == {"[1]", "[2]"}


def test_a_partial_function_has_what_it_was_given():
    program = Program(
        "import functools\na, b = [1], [2]\ndef f(c, d):\n    d.append(c)\n"
        "g = functools.partial(f, a)\ng(b)\nh = functools.partial(f, d=a)\nh(b)"
    )
    assert program.written("g(b)") == {"[2]"}
    assert program.written("h(b)") == {"[1]"}


def test_what_a_graph_calls_is_not_called_by_what_is_added_to_it():
    program = Program("""
        import tensorflow as tf

        def getter(get, *args, **kwargs):
            return get(*args, **kwargs)

        def kept(x):
            return x

        functions = {'kept': kept}
        scope = tf.variable_scope('a', custom_getter=getter)
        w = tf.get_variable('w', [2])
        y = functions['kept'](w)
    """)
    *_, scope, variable, calling = program.tree.body
    called = [{one.name for one in program.effects.called([node])} for node in (scope, variable, calling)]
    assert called == [{"getter"}, set(), {"kept"}]
    assert {one.name for one in program.effects.reached([variable])} == {"getter"}


@pytest.mark.parametrize(
    ("given", "called"),
    [
        ("part, 'a', [part]", set()),
        ("default_name=part, values=[part], name_or_scope=None", set()),
        ("'a', None, None, None, None, None, None, part", {"unit"}),
        ("'a', custom_getter=part", {"unit"}),
        ("*[part]", {"unit"}),
    ],
)
def test_a_graph_does_not_call_what_names_a_scope(given: str, called: set[str]):
    program = Program(f"""
        import tensorflow as tf

        def unit(get, *args, **kwargs):
            return get(*args, **kwargs)

        for part in ('a', unit):
            scope = tf.variable_scope({given})
        w = tf.get_variable('w', [2])
    """)
    assert {one.name for one in program.effects.reached([program.tree.body[-1]])} == called


def test_a_property_is_set_by_its_method():
    program = Program(
        "a = [1]\nclass B:\n    @property\n    def c(self):\n        return 1\n    @c.setter\n"
        "    def c(self, d):\n        d.append(2)\nb = B()\nb.c = a"
    )
    assert "[1]" in program.written("b.c = a")


def _steps(text: str) -> int:
    return PointsTo([Program(text).bindings], lambda home, name: None).steps


def _helpers(count: int) -> str:
    inner = "\n".join(
        f"def f{n}(x):\n    y = [x]\n    y.append(x)\n    return f{n - 1}(y)" for n in range(1, count)
    )
    return f"def f0(x):\n    return x\n{inner}\nf{count - 1}([0])"


def _functions(count: int) -> str:
    return "\n".join(f"def f{n}(x):\n    y = [x]\n    return y\nz{n} = f{n}([0])" for n in range(count))


def _loops(count: int) -> str:
    lines = [f"{' ' * n}for i{n} in [[{n}]]:" for n in range(count)]
    return "\n".join(["a = []", *lines, f"{' ' * count}a.append(i0)"])


def _calls(count: int) -> str:
    calls = "\n".join(f"a{n} = f([{n}])" for n in range(count))
    return f"def f(x):\n    x.append(1)\n    return x\n{calls}"


def _on_one_name(statement: str) -> Callable[[int], str]:
    start = "import tensorflow as tf\nimport other\nclass A:\n    pass\na = A()\na.x = x = tf.zeros(3)"
    return lambda count: "\n".join([start, "def f(y):\n    return y * 2", *[statement] * count])


@pytest.mark.parametrize(
    ("program", "count"),
    [
        (_helpers, 60),
        (_functions, 400),
        (_loops, 9),
        (_calls, 100),
        (_on_one_name("x = x + 1.0"), 60),
        (_on_one_name("x += 1.0"), 60),
        (_on_one_name("x = x + tf.ones(3) if x else x"), 60),
        (_on_one_name("x = tf.abs(x)"), 60),
        (_on_one_name("a.x = tf.abs(a.x)"), 60),
        (_on_one_name("x, y = tf.meshgrid(x, x)"), 60),
        (_on_one_name("with tf.name_scope('a') as x:\n    tf.abs(x)"), 60),
        (_on_one_name("x = [x[0]] + x"), 60),
        (_on_one_name("x = other.f(x)"), 60),
        (_on_one_name("x = f(x)"), 60),
    ],
)
def test_steps_grow_with_the_program_and_not_faster(program: Callable[[int], str], count: int):
    assert _steps(program(2 * count)) < 2.2 * _steps(program(count))


@pytest.mark.parametrize(
    ("text", "outside"),
    [
        ("print(1)", {"print"}),
        ("def f():\n    print(1)\nf()", {"print"}),
        ("def f():\n    print(1)\nlist(map(lambda _: f(), [1]))", {"print"}),
        ("import sys\nsys.stdout.write('a')", {"sys.stdout.write"}),
        ("import os\nos.makedirs('a')", {"os.makedirs"}),
        ("import os\nos.path.exists('a')", set()),
        ("open('a', 'w')", {"open"}),
        ("open('a')", set()),
        ("open('a', 'rb')", set()),
        ("import logging\nlogging.getLogger().info('a')", {"logging.info"}),
        ("import logging\nlogging.getLogger()", set()),
        ("import tensorflow as tf\ntf.logging.info('a')", {"tensorflow.logging.info"}),
        ("import tensorflow as tf\ntf.gfile.Exists('a')", set()),
        ("import tensorflow as tf\ntf.reduce_mean(tf.abs(1.0))", set()),
        ("import tensorflow as tf\ntf.summary.FileWriter('a').add_summary(1)",
         {"tensorflow.summary.FileWriter", "add_summary"}),
        ("import numpy as np\nnp.zeros(3).sum()", set()),
        ("import numpy as np\nnp.save('a', 1)", {"numpy.save"}),
        ("import wandb\nwandb.log(1)", {"wandb.log"}),
        ("import wandb\nclass A(wandb.Run):\n    pass\nA().start()", {"start"}),
        ("class A(object):\n    def start(self):\n        return 1\nA().start()", set()),
        ("raise ValueError('a')", set()),
        ("f = lambda: print(1)", set()),
    ],
)  # fmt: skip
def test_what_is_seen_outside_of_the_process(text, outside):
    program = Program(text)
    assert program.effects.of([program.tree.body[-1]]).outside == outside


@pytest.mark.parametrize(
    ("body", "ends"),
    [
        ("raise ValueError(a)", {"ValueError"}),
        ("assert a", {"AssertionError"}),
        ("if a:\n        raise errors.Other()", {"Other"}),
        ("try:\n        raise ValueError(a)\n    except ValueError:\n        pass", set()),
        ("try:\n        raise ValueError(a)\n    except (KeyError, Exception):\n        pass", set()),
        ("try:\n        assert a\n    except:\n        pass", set()),
        ("try:\n        raise ValueError(a)\n    except KeyError:\n        pass", {"ValueError"}),
        ("try:\n        f(1)\n    except KeyError:\n        raise", {""}),
        ("try:\n        f(1)\n    except KeyError:\n        raise ValueError()", {"ValueError"}),
        ("exit(a)", {"SystemExit"}),
        ("try:\n        exit(a)\n    except Exception:\n        pass", {"SystemExit"}),
        ("try:\n        exit(a)\n    except:\n        pass", set()),
        ("return a", set()),
    ],
)
def test_exceptions_that_leave_a_function(body, ends):
    program = Program(f"def f(a):\n    {body}\n\n\ndef g(a):\n    return f(a)\n\n\nb = g(1)")
    assert program.effects.of([program.tree.body[-1]]).ends == ends


@pytest.mark.parametrize(
    "text",
    [
        "import numpy as np\na = np.zeros(3)\nb = a[1:]\nb[0] = 2",
        "import numpy as np\na = np.zeros([3, 3])\nb, c, d = a\nb[0] = 2",
        "import numpy as np\na = np.zeros([3, 3])\nfor b in a:\n    b[0] = 2",
        "import numpy as np\na = np.zeros(4)\nb = a.reshape(2, 2)\nb[0] = 2",
        "import numpy as np\na = np.zeros(4)\nb = np.asarray(a)\nb += 2",
    ],
)
def test_an_array_is_known_by_its_views(text: str):
    program = Program(text)
    *_, last = (node for node in ast.walk(program.tree) if isinstance(node, (ast.Assign, ast.AugAssign)))
    assert any(_name(location).startswith("np.zeros") for location in program.effects.of([last]).writes)


@pytest.mark.parametrize(
    "change",
    [
        "np.degrees(a, a)",
        "np.add(1, 2, out=(a,))",
        "np.add.reduce(b, 0, None, a)",
        "b.sum(0, None, a)",
        "np.meshgrid([1, 2], a, copy=False)[1].fill(0)",
        "np.ndarray([2], 'f', a).fill(0)",
        "np.ma.masked_array(a)[0].fill(0)",
        "np.dsplit(a, 2)[0].fill(0)",
        "struct.pack_into('f', a, 0, 1.0)",
        "a.__iadd__(1)",
        "(a if b else {'k': a.fill})['k'](0)",
        "threading.Thread(target=a.fill, args=(3,)).start()",
        "(a * 2).fill(0) or list(map(a.fill, [0]))",
    ],
)
def test_numpy_writes_into_arrays_that_it_is_passed(change: str):
    program = Program(f"import numpy as np, struct, threading\na = np.ones(3)\nb = np.zeros(2)\n{change}")
    (last,) = [ast.unparse(one) for one in program.tree.body[-1:]]
    assert "np.ones(3)" in program.written(last)
    assert "np.zeros(2)" not in program.written(last)


@pytest.mark.parametrize("change", ["b.fillna(0, inplace=True)", "b['k'] = 3", "b.drop('k', inplace=True)"])
def test_a_table_is_changed_in_place_and_with_it_its_array(change: str):
    program = Program(f"import numpy as np, pandas\na = np.ones([3, 2])\nb = pandas.DataFrame(a)\n{change}")
    assert "np.ones([3, 2])" in program.written(ast.unparse(program.tree.body[-1]))


def test_what_methods_of_pictures_give_is_another_picture():
    program = Program("import PIL.Image\na = PIL.Image.open('a')\na.resize((2, 3))")
    assert "PIL.Image.open('a')" not in program.written("a.resize((2, 3))")


def test_what_is_computed_from_arrays_is_another_array():
    program = Program("import numpy as np\na = np.zeros(3) / 2\nb = a\nb += 1\nlen(a)")
    assert "np.zeros(3) / 2" in program.written("b += 1")
    assert "np.zeros(3) / 2" in program.read("len(a)")


def test_adding_to_a_tensor_does_not_change_it():
    program = Program("import tensorflow as tf\na = tf.zeros(3)\na += 1")
    assert program.written("a += 1") == set()


def test_a_library_looks_into_tuples_and_dictionaries():
    program = Program("import tensorflow as tf\na = [1]\ntf.group((a, 2))\ntf.group({'k': a})\n'+'.join(a)")
    for part in ("tf.group((a, 2))", "tf.group({'k': a})", "'+'.join(a)"):
        assert "[1]" in program.read(part)


@pytest.mark.parametrize(
    "text",
    [
        "def f():\n    n.append(1)\n    yield 2\na = f()\nnext(a)",
        "a = (n.append(b) for b in [1])\nlist(a)",
        "a = (n.append(b) for b in [1])\n''.join(a)",
        "def f():\n    yield n.append(1)\ndef g():\n    yield from f()\na = g()\nlist(a)",
        "class P:\n    @property\n    def b(self):\n        return 1\n    @b.setter\n    def b(self, c):\n"
        "        n.append(c)\np = P()\np.b = 3",
        "class L(tf.keras.layers.Layer):\n    def call(self, x):\n        n.append(1)\na = L()\na(2)",
        "def main(_):\n    n.append(1)\ntf.app.run()",
        "def f():\n    n.append(1)\nglobals()['f']()",
        "def f(getter, *args, **kwargs):\n    n.append(1)\n    return getter(*args, **kwargs)\n"
        "with tf.variable_scope('', custom_getter=f):\n    pass\na = tf.get_variable('a', [1])",
        "def f():\n    n.append(1)\n@contextlib.contextmanager\ndef g():\n    f()\n    yield\n"
        "with g():\n    pass",
    ],
)
def test_code_is_run_by_the_last_statement(text: str):
    program = Program(f"import contextlib\nimport tensorflow as tf\nn = [0]\n{text}")
    last = program.tree.body[-1]
    assert "[0]" in {_name(location) for location in program.effects.of([last]).writes}


def test_what_hooks_do_is_known_and_is_none_of_the_statements_around_them():
    program = Program(
        """
        import tensorflow as tf
        class H(tf.train.SessionRunHook):
            def begin(self):
                self.n = 0
            def end(self, session):
                print(self.n)
        s = tf.train.MonitoredTrainingSession(hooks=[H()])
        s.close()
        """
    )
    assert program.touched("self.n = 0").writes & program.touched("print(self.n)").reads
    assert program.written("s.close()") == set()


def test_a_list_of_words_is_an_object():
    program = Program("a = 'b c'.split()\nd = a\nd.append(e)\nlen(a)")
    assert program.written("d.append(e)") == {"'b c'.split()"}


def test_attributes_of_modules_are_their_variables():
    one, other = Program("import other\nother.n = [1]"), Program("n = [0]\ndef f():\n    n.append(2)")
    other.bindings.module.path = Path("other.py")  # type: ignore[misc]
    found = PointsTo([one.bindings, other.bindings], lambda home, name: other.bindings)
    (frame,) = found.frames(other.tree)
    assert {_name(Field(made, "")) for made in found.of(frame, "n")} == {"[0]", "[1]"}


def test_super_with_arguments_reads_them():
    program = Program(
        "class A:\n    pass\nclass B(A):\n    def f(self):\n        super(B, self).g()\nB().f()"
    )
    assert "B" in program.read("super(B, self).g()")


def test_what_uses_an_iterator_up_reads_where_it_is():
    program = Program("a = ','.join(str(b) for b in [1])")
    touched = program.touched("a = ','.join((str(b) for b in [1]))")
    assert any(overlap(one, other) for one in touched.writes for other in touched.reads)


_MANY = "import numpy as np\n" + "".join(f"if b:\n    a = np.ones({n})\n" for n in range(20))


def test_what_one_of_very_many_statements_makes_is_not_known_to_be_its_own():
    program = Program(f"{_MANY}a += 1")
    first, last = program.touched("a = np.ones(0)"), program.touched("a = np.ones(19)")
    written = program.touched("a += 1").writes
    assert any(first.is_own(one) for one in written)
    assert not any(last.is_own(one) for one in written)
    assert any(isinstance(one, Field) and one.object in last.makes for one in written)


def test_a_summary_has_all_expressions_that_make_it():
    program = Program(_MANY)
    made = {one for one in program.effects.held(program.tree, "a") if isinstance(one, Made)}
    nodes = {node for one in made for node in one.nodes}
    assert nodes == {node.value for node in ast.walk(program.tree) if isinstance(node, ast.Assign)}
    assert len(made) < len(nodes)


def test_many_sums_of_arrays_are_arrays_where_other_sums_are_of_tensors():
    sums = "".join(f"a = b + {n}\nc = d + {n}\n" for n in range(20))
    program = Program(
        f"import numpy as np\nimport tensorflow as tf\nb, d = np.ones(1), tf.ones(1)\n{sums}a += 1\nc += 1"
    )
    assert program.touched("a += 1").writes
    assert not program.touched("c += 1").writes


@pytest.mark.parametrize(
    ("made", "change"),
    [
        ("open('x')", "a.readline()"),
        ("io.StringIO('x')", "next(a)"),
        ("io.StringIO('x')", "[b for b in a]"),
        ("np.arange(3.0)", "a.fill(1.0)"),
        ("np.arange(3.0)", "a.partition(1)"),
    ],
)
def test_reading_a_file_changes_it_as_methods_of_arrays_do(made: str, change: str):
    program = Program(f"import io\nimport numpy as np\na = {made}\n{change}")
    assert made in program.written(change)


def test_looking_at_an_array_changes_nothing():
    program = Program("import numpy as np\na = np.arange(3.0)\na.mean()")
    assert not program.written("a.mean()")


def test_a_sum_of_numbers_is_not_what_they_were_in():
    program = Program("a = [1, 2]\nb = sum(a)\nb.append(3)")
    assert "[1, 2]" not in program.written("b.append(3)")


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("a = []\nb = a\nc = []\nb.append(1)", {"a", "b"}),
        ("a = []\nb = [a]\nc = []\na.append(1)", {"a", "b"}),  # a part of what `b` holds
        ("a = []\nb = [a]\nc = []\nb.append(1)", {"b"}),
        ("a = []\nb = a\nc = []\ndef f():\n    b.append(1)\nf()", {"a", "b"}),
        ("a = []\nb = a\nc = []\ndef f():\n    b.append(1)", set()),  # which only defines it
        ("a = []\nb = a\nc = [1]\ndef f(one):\n    one.append(1)\nlist(map(f, [b]))", {"a", "b"}),
        ("a = []\nb = (i for i in [1])\nc = a\nfor i in b: pass", {"b"}),
        ("import numpy as np\na = np.random.RandomState(1)\nb = c = a\na.rand()", set()),
        ("a = []\nb = a\nc = []\nmatch 3:\n    case 3:\n        if c:\n            b.append(1)", {"a", "b"}),
        ("import tensorflow as tf\na = tf.train.ExponentialMovingAverage(0.9)\nb = a\na.apply()", {"a", "b"}),
        ("import tensorflow as tf\na = tf.FIFOQueue(3)\nb = c = 1\ntf.train.QueueRunner(a, [])", {"a"}),
        ("def f():\n    a = []\n    a.append(1)\n    return a\na = f()\nb = c = 1\na = f()", set()),
    ],
)
def test_a_statement_changes_the_values_of_names(text, changed):
    program = Program(text)
    assert program.effects.changed(executed(program.tree.body[-1]), "abc") == changed


def test_the_shape_of_a_tensor_is_no_tensor():
    program = Program(
        "import tensorflow as tf\nx = tf.zeros([3])\nwidth = x.shape[0]\ny = x.values\nwidth\ny\nx"
    )
    width, y, x = (one.value for one in program.tree.body[-3:] if isinstance(one, ast.Expr))
    assert program.effects.given(y) == program.effects.given(x)
    assert program.effects.given(width).isdisjoint(program.effects.given(x))


@pytest.mark.parametrize(
    ("text", "called"),
    [
        ("k.add = tf.add_to_collection\nk.add('a', 1)", "tensorflow.add_to_collection"),
        ("f = {'a': tf.get_collection}.get('a')\nf('a')", "tensorflow.get_collection"),
        ("(tf.add_to_collection if k else None)('a', 1)", "tensorflow.add_to_collection"),
        ("getattr(tf, 'global_variables')()", "tensorflow.global_variables"),
        ("p = functools.partial(tf.get_collection, 'a')\nk.p = p\nk.p()", "tensorflow.get_collection"),
        ("list(map(tf.add_n, [[v]]))", "tensorflow.add_n"),
        ("v = tf.Variable(0.0)\nlist(map(v.assign_add, [1.0]))", ".assign_add"),
        ("v = tf.Variable(0.0)\nf = v.assign_add\nf(1.0)", ".assign_add"),
    ],
)
def test_a_statement_calls_functions_of_libraries_by_whatever_name(text, called):
    program = Program(
        f"import functools\nimport tensorflow as tf\nclass K: pass\nk = K()\nv = tf.Variable(0)\n{text}"
    )
    assert called in program.effects.library(executed(program.tree.body[-1]))


@pytest.mark.parametrize("copy", ["dict", "collections.OrderedDict", "copy.copy", "copy.deepcopy"])
def test_a_copy_of_a_dictionary_has_the_same_keys(copy):
    program = Program(
        f"import collections, copy\na = {{'k': [1], 'l': [2]}}\nb = {copy}(a)\nb['k'].append(3)\nb['m'] = [4]"
    )
    assert program.written("b['k'].append(3)") == {"[1]"}
    assert program.written("b['m'] = [4]") == {f"{copy}(a)"}


def test_copying_an_object_calls_its_own_methods_for_that():
    program = Program(
        "import copy\na = [1]\nclass B:\n    def __deepcopy__(self, memo):\n        a.append(2)\n"
        "b = copy.deepcopy(B())"
    )
    assert "[1]" in program.written("b = copy.deepcopy(B())")


@pytest.mark.parametrize(
    ("call", "calls"),
    [
        ("np.array([f])", False),
        ("np.random.choice([f])", False),
        ("np.vectorize(f)(1)", True),
        ("np.apply_along_axis(f, 0, x)", True),
        ("tf.reshape(f, [1])", False),
        ("tf.compat.v1.train.shuffle_batch([f], 1, 1, 1)", False),
        ("tf.map_fn(f, x)", True),
        ("tf.py_func(f, [x], tf.float32)", True),
        ("tf.nn.dynamic_rnn(f, x)", True),
        ("tf.get_variable('v', initializer=f)", True),
        ("tf.layers.dense(x, 1, activation=f)", True),
        ("tf.data.Dataset.range(2).map(f)", True),
    ],
)
def test_what_computes_calls_no_function_that_it_is_given(call, calls):
    program = Program(
        "import numpy as np\nimport tensorflow as tf\na = [1]\ndef f(*args):\n    a.append(2)\n"
        f"x = tf.zeros([2])\nb = {call}"
    )
    assert ("[1]" in program.written(f"b = {call}")) is calls


@pytest.mark.parametrize(
    ("setting", "calls"), [("scope.set_custom_getter(f)", True), ("scope.set_defaults(func=f)", False)]
)
def test_a_graph_calls_what_its_scopes_are_set_for_each_variable(setting, calls):
    program = Program(
        "import tensorflow as tf\na = [1]\ndef f(*args, **kwargs):\n    a.append(2)\n"
        f"scope = tf.get_variable_scope()\n{setting}\nv = tf.get_variable('v', [])"
    )
    assert ("[1]" in program.written("v = tf.get_variable('v', [])")) is calls


@pytest.mark.parametrize("view", ["items()", "keys()", "values()"])
def test_reading_a_view_reads_what_it_shows(view: str):
    parsed = Parsed(f"held = {{'n': [1]}}\nview = held.{view}\nheld['n'] = [2]\nlen(view)")
    *_, change, read = parsed.tree.body
    written = Locations(parsed.effects.of([change]).writes)
    assert any(map(written.may_have, parsed.effects.of([read]).reads))


@pytest.mark.parametrize(
    ("change", "read", "sees"),
    [
        ("open('a.txt', 'w')", "open(path)", True),
        ("open('a.txt', 'w')", "open('b.txt')", False),
        ("np.save(path, 1)", "np.load('a.npy')", True),
        ("np.save('a', 1)", "np.load('./a.npy')", True),
        ("os.remove(path)", "os.path.exists(path)", True),
        ("os.makedirs(path)", "os.path.exists('a')", True),
        ("os.makedirs(path)", "np.load('a')", False),
        ("Path(path).write_text('1')", "Path(path).read_text()", True),
        ("open(path)", "open(path)", False),
        ("print(path)", "open(path)", False),
    ],
)
def test_reading_a_file_sees_what_was_written(change: str, read: str, *, sees: bool):
    imports = "import os\nimport numpy as np\nfrom pathlib import Path\npath = input()"
    parsed = Parsed(f"{imports}\n{change}\n{read}")
    *_, first, second = parsed.tree.body
    written = Locations(parsed.effects.of([first]).writes)
    assert any(map(written.may_have, parsed.effects.of([second]).reads)) == sees
