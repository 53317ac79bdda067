"""What of the modules of a process runs there."""

import ast
import textwrap
from pathlib import Path

import pytest

from migrate import analyse, parse, plan
from migrate.model.facts import ModuleFacts
from migrate.model.source import Module, Source
from migrate.plan.processes.processes import processes

TRAIN = """
import tensorflow as tf
import net
y = net.layer(tf.zeros([2]))
with tf.Session() as sess:
    print(sess.run(y))
"""


def unit(folder: Path, net: str, train: str) -> list[ModuleFacts]:
    """The facts of `net.py`, and those of `train.py`."""
    modules = []
    for name, text in (("net.py", textwrap.dedent(net)), ("train.py", train)):
        (folder / name).write_text(text)
        module = parse.parse(Source(folder / name, folder, text.encode()))
        assert isinstance(module, Module)
        modules.append(module)
    return [*analyse.analyse(modules)]


def live(folder: Path, net: str, train: str = TRAIN) -> ModuleFacts:
    """What is left of `net.py` where `train.py` is started."""
    first, _ = plan.process(
        unit(folder, net, train), [folder / "net.py", folder / "train.py"], [folder / "train.py"]
    )
    return first


def dead(folder: Path, net: str, train: str = TRAIN) -> list[str]:
    """The statements of `net.py`, by their names or kinds, that do not run where `train.py` is started."""
    first = live(folder, net, train)
    body = first.bindings.module.tree.body
    return [getattr(one, "name", type(one).__name__) for one in body if one in first.dead]


def test_a_main_guard_and_what_it_alone_names_do_not_run(tmp_path):
    net = """
    def layer(x):
        return scaled(x)

    def scaled(x):
        return x * 2.0

    def demo():
        return Helper()

    class Helper:
        pass

    if __name__ == '__main__':
        demo()
    """
    assert dead(tmp_path, net) == ["demo", "Helper", "If"]


@pytest.mark.parametrize(
    "test", ["__name__ != '__main__'", "__name__ == '__main__' or True", "'__main__' in __name__"]
)
def test_a_block_that_may_run_in_an_imported_module_does(test, tmp_path):
    net = f"def layer(x):\n    return x\n\nif {test}:\n    print(1)\n"
    assert dead(tmp_path, net) == []


def test_a_guard_with_an_else_runs(tmp_path):
    net = "def layer(x):\n    return x\n\nif __name__ == '__main__':\n    print(1)\nelse:\n    print(2)\n"
    assert dead(tmp_path, net) == []


@pytest.mark.parametrize(
    "use",
    [
        "net.other",
        "getattr(net, 'other')",
        "getattr(net, input())",
        "list(map(getattr, [net], [input()]))",
        "vars(net)",
        "from net import other",
        "from net import *\nother",
        "import importlib\nimportlib.import_module(input())",
        "PATH = 'net.other'",
        "object.__subclasses__()",
    ],
)
def test_a_definition_that_code_may_find_runs(use, tmp_path):
    net = "def layer(x):\n    return x\n\ndef other():\n    pass\n"
    assert dead(tmp_path, net) == ["other"]
    assert dead(tmp_path, net, TRAIN + use + "\n") == []


def test_what_a_decorator_keeps_runs_and_what_python_asks_for(tmp_path):
    net = """
    import atexit

    def layer(x):
        return x

    @atexit.register
    def last():
        pass

    def __getattr__(name):
        raise AttributeError(name)
    """
    assert dead(tmp_path, net) == []


def test_what_runs_when_it_is_defined_is_named(tmp_path):
    net = """
    class Layer(dict):
        pass

    class Other:
        size = print(1)

    def layer(x):
        return x

    def value():
        return 1

    def unused(x=value()):
        return x
    """
    assert dead(tmp_path, net) == ["unused"]


def test_what_a_decorator_of_a_method_keeps_runs(tmp_path):
    net = """
    KEPT = []

    def layer(x):
        return x

    class Layers:
        @KEPT.append
        def dense(self):
            pass

    class Shown:
        print(1)

    class Other:
        @property
        def size(self):
            return 1
    """
    assert dead(tmp_path, net) == ["Other"]


def test_of_all_names_of_a_module_the_main_function_runs(tmp_path):
    net = "def layer(x):\n    return x\n\ndef main(_):\n    pass\n"
    assert dead(tmp_path, net) == ["main"]
    assert dead(tmp_path, net, TRAIN + "from net import *\ntf.app.run()\n") == []


def test_no_guard_is_left_out_where_a_file_may_be_run_as_a_script_by_another(tmp_path):
    net = "def layer(x):\n    return x\n\nif __name__ == '__main__':\n    print(1)\n"
    assert dead(tmp_path, net, TRAIN + "import runpy\nrunpy.run_path('net.py', run_name='__main__')\n") == []


def test_all_of_a_module_that_is_started_runs(tmp_path):
    text = TRAIN + "def unused():\n    pass\nif __name__ == '__main__':\n    pass\n"
    (tmp_path / "train.py").write_text(text)
    module = parse.parse(Source(tmp_path / "train.py", tmp_path, text.encode()))
    assert isinstance(module, Module)
    (facts,) = plan.process(analyse.analyse([module]), [module.path], [module.path])
    assert not facts.dead
    assert isinstance(facts.bindings.module.tree, ast.Module)


KINDS = ("sessions", "outside", "drivers", "looks", "augmented")
DRIVER = """
        loss = tf.reduce_sum(v)
        sess = tf.Session()
        print(sess.run(loss))
"""
LOOSE = "        print(len(tf.global_variables()))\n"


@pytest.mark.parametrize(
    ("guard", "code", "counts"),
    [
        ("if True", DRIVER, (1, 0, 1, 0, 1)),
        ("if __name__ == '__main__'", DRIVER, (0, 0, 0, 0, 0)),
        ("if True", LOOSE, (0, 1, 0, 1, 1)),
        ("if __name__ == '__main__'", LOOSE, (0, 0, 0, 0, 0)),
    ],
)
def test_the_facts_of_what_does_not_run_are_no_facts(guard, code, counts, tmp_path):
    net = (
        f"""
    import tensorflow as tf

    def layer(x):
        return x * 2.0

    {guard}:
        v = tf.get_variable('v', [2])
        v += 1.0
"""
        + code
    )
    first = live(tmp_path, net)
    assert tuple(len(getattr(first, name)) for name in KINDS) == counts


GOES_ON = """
import tensorflow as tf

v = tf.get_variable('v', [2])

def layer(x):
    return x * v

sess = tf.Session()
print(sess.run(v))

def demo():
    print(sess.run(v * 2.0))

if __name__ == '__main__':
    demo()
"""
IN_FUNCTION = """
import tensorflow as tf

def layer(x):
    return x * 2.0

def demo():
    with tf.Session() as sess:
        print(sess.run(tf.get_variable('v', [2]) * 2.0))

if __name__ == '__main__':
    demo()
"""


def test_a_block_that_goes_on_where_a_script_does_is_left_whole(tmp_path):
    assert dead(tmp_path, GOES_ON) == []
    assert dead(tmp_path, IN_FUNCTION) == ["demo", "If"]
    assert not live(tmp_path, IN_FUNCTION).drivers


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("getattr(tf, 'zeros')", ["demo"]),
        ("getattr(tf, 'demo')", []),
        ("getattr(tf, name)", []),
        ("getattr(tf)", []),
        ("find = getattr", []),
        ("tf.getattr(tf, 'zeros')", []),
        ("vars(tf, 'zeros')", []),
        ("globals()['zeros']", []),
        ("print(tf, 'zeros')", ["demo"]),
        ("print('demo')", []),
    ],
)
def test_code_that_looks_for_names_by_others_than_texts_may_find_any(code, found, tmp_path):
    net = f"import tensorflow as tf\ndef layer(x):\n    return x\ndef demo():\n    pass\n{code}\n"
    assert dead(tmp_path, net) == found


@pytest.mark.parametrize(
    ("guarded", "parts"),
    [
        (
            "with tf.Session() as sess:\n        print(sess.run(layer(1.0)))",
            [["net.py", "train.py"], ["net.py"]],
        ),
        ("print(layer(1.0))", [["net.py", "train.py"]]),
    ],
)
def test_a_module_that_opens_sessions_where_it_is_started_is_a_process_too(guarded, parts, tmp_path):
    net = f"""
import tensorflow as tf

def layer(x):
    return x * 2.0

if __name__ == '__main__':
    {guarded}
"""
    found = processes(unit(tmp_path, net, TRAIN))
    assert [sorted(one.bindings.module.path.name for one in part) for part in found] == parts
    assert [len([one for one in part if one.sessions]) for part in found] == [1] * len(parts)
    for part in found[1:]:
        (one,) = part
        assert one.trial is not None
        assert not one.dead
