"""Suites in which plain and emulated tests follow each other in any order, in pytest runs of their own."""

import os
import random
import re
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCOPES = ("session", "package", "module", "class", "function")

# What is set up and torn down, in which process; read back by `_check`.
_CONFTEST = """
import os
import random
import pytest
import tensorflow  # once, for all forks

def tell(word):
    with open(os.environ["EVENTS"], "a") as events:
        events.write(f"{os.getpid()} {word}\\n")

def fixture(scope):
    @pytest.fixture(scope=scope, name=f"{scope}_thing")
    def thing(request):
        place = f"{scope}:{request.node.name}"
        tell(f"up {place}")
        yield scope
        tell(f"down {place}")
    return thing

session_thing, package_thing, module_thing, class_thing, function_thing = map(
    fixture, ("session", "package", "module", "class", "function"))

@pytest.fixture(scope="module", params=["a", "b"])
def module_parameter(request):
    tell("up parameter")
    yield request.param
    tell("down parameter")

def pytest_collection_modifyitems(items):
    if os.environ.get("SHUFFLE"):
        random.Random(os.environ["SHUFFLE"]).shuffle(items)
"""

_MODULE_START = """
import os
import unittest
import pytest
from conftest import tell

def setup_module():
    tell("up setup_module")

def teardown_module():
    tell("down setup_module")
"""


def _suite(chosen, folder):
    """Writes a suite, and returns the names of its tests with whether each is emulated."""
    (folder / "conftest.py").write_text(_CONFTEST, encoding="utf-8")
    emulated = {}
    for module in range(chosen.randint(2, 3)):
        lines = [_MODULE_START]
        for group in range(chosen.randint(2, 4)):
            kind = chosen.choice(["functions", "class", "case"])
            indent = "" if kind == "functions" else "    "
            if kind == "class":
                lines.append(f"class TestGroup{group}:")
                lines += ["    @classmethod", "    def setup_class(cls):", "        tell('up setup_class')"]
                lines += [
                    "    @classmethod",
                    "    def teardown_class(cls):",
                    "        tell('down setup_class')",
                ]
            elif kind == "case":
                lines.append(f"class TestGroup{group}(unittest.TestCase):")
                lines += ["    @classmethod", "    def setUpClass(cls):", "        tell('up setUpClass')"]
                lines += [
                    "    @classmethod",
                    "    def tearDownClass(cls):",
                    "        tell('down setUpClass')",
                ]
            for number in range(chosen.randint(1, 3)):
                name = f"test_{module}_{group}_{number}"
                emulated[name] = chosen.random() < 0.5
                wanted = [f"{scope}_thing" for scope in SCOPES if chosen.random() < 0.5]
                if chosen.random() < 0.3:
                    wanted.append("module_parameter")
                if kind == "case":
                    wanted = []
                if emulated[name]:
                    lines.append(f"{indent}@pytest.mark.gpus(1)")
                self = [] if kind == "functions" else ["self"]
                lines.append(f"{indent}def {name}({', '.join(self + wanted)}):")
                lines.append(f"{indent}    tell('test {name}')")
        (folder / f"test_module{module}.py").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return emulated


@pytest.fixture
def run(tmp_path, forked_pytest):
    def run(*options, **environment):
        """The run of the suite in the test's folder, and what is told in each of its processes."""
        events = tmp_path / "events"
        events.write_text("", encoding="utf-8")
        environment |= {"PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}", "EVENTS": str(events)}
        arguments = ["-p", "emulate.plugin", "-p", "no:cacheprovider", "-rA", *options]
        done = forked_pytest(arguments, tmp_path, environment, 200)
        told = defaultdict(list)
        for line in events.read_text(encoding="utf-8").splitlines():
            process, word = line.split(maxsplit=1)
            told[process].append(word)
        return done, told

    return run


def _check(told, emulated):
    """Each process tears down what it has set up, and has nothing of another module or class beside a test.

    Emulated tests have a process of their own each.
    """
    for words in told.values():
        up = []
        for word in words:
            how, what = word.split()
            if how == "up":
                assert what not in up
                up.append(what)
            elif how == "down":
                up.remove(what)
            else:
                module, group = what.split("_")[1:3]
                for place in up:
                    scope, _, where = place.partition(":")
                    assert scope != "module" or where == f"test_module{module}.py"
                    assert not where.startswith("TestGroup") or where == f"TestGroup{group}"
        assert up == []
        tests = [word.split()[1] for word in words if word.startswith("test ")]
        assert len(tests) == 1 or not any(emulated[test] for test in tests)


# Shuffled and under xdist; then in the order of the files, under xdist, and shuffled.
@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(4))
def test_each_scope_is_left_before_the_next_is_entered(tmp_path, run, seed):
    chosen = random.Random(seed)
    emulated = _suite(chosen, tmp_path)
    options = ["-n", "2"] if seed in (1, 2) else []
    shuffled = {"SHUFFLE": str(seed)} if seed % 2 else {}
    done, told = run(*options, **shuffled)
    outcomes = dict.fromkeys(re.findall(r"^(PASSED|FAILED|ERROR) ", done.stdout, re.MULTILINE))
    assert list(outcomes) == ["PASSED"], done.stdout[-5000:]
    assert done.returncode == 0
    assert {word.split()[1] for words in told.values() for word in words if "test " in word} == set(emulated)
    assert True in emulated.values()
    assert False in emulated.values()
    _check(told, emulated)


def test_what_a_plain_test_left_behind_fails_at_the_emulated_test_that_ends_its_module(tmp_path, run):
    (tmp_path / "test_a.py").write_text(
        "import pytest\n"
        "@pytest.fixture(scope='module')\n"
        "def thing():\n"
        "    yield\n"
        "    print('said at the end')\n"
        "    raise OSError('cannot let go')\n"
        "def test_plain(thing): pass\n"
        "@pytest.mark.gpus(1)\n"
        "def test_emulated(): pass\n",
        encoding="utf-8",
    )
    (tmp_path / "test_b.py").write_text("def test_after(): pass\n", encoding="utf-8")
    done, _ = run("--junitxml=report.xml")
    assert re.findall(r"^(\w+) \S*::(\w+)", done.stdout, re.MULTILINE) == [
        ("PASSED", "test_plain"),
        ("PASSED", "test_emulated"),
        ("PASSED", "test_after"),
        ("ERROR", "test_emulated"),
    ]
    assert "OSError: cannot let go" in done.stdout
    assert "Captured stdout teardown" in done.stdout
    assert (tmp_path / "report.xml").read_text(encoding="utf-8").count("<testcase") == 3


@pytest.mark.nightly
def test_what_other_plugins_put_around_a_test_is_around_an_emulated_one(tmp_path, run):
    (tmp_path / "test_it.py").write_text(
        "import warnings\n"
        "import pytest\n"
        "class Own(UserWarning): pass\n"
        "@pytest.mark.gpus(1)\n"
        "@pytest.mark.filterwarnings('error::UserWarning')\n"
        "def test_strict():\n"
        "    with pytest.raises(UserWarning):\n"
        "        warnings.warn('an error here', UserWarning)\n"
        "@pytest.mark.gpus(1)\n"
        "def test_that_warns(tmp_path):\n"
        "    warnings.warn('mind the gap', Own)\n"
        "@pytest.mark.gpus(1)\n"
        "def test_that_differs(tmp_path):\n"
        "    assert [1, 2, 3] == [1, 2, 4]\n",
        encoding="utf-8",
    )
    for options in ([], ["-n", "1"]):
        done, _ = run(*options, PYTEST_DEBUG_TEMPROOT=str(tmp_path))
        assert done.returncode == 1
        assert "2 passed" in done.stdout
        assert "test_it.py:11: UserWarning: mind the gap" in done.stdout.replace("Own", "UserWarning")
        assert "At index 2 diff: 3 != 4" in done.stdout
    runs = [folder.name for folder in next(tmp_path.glob("pytest-of-*")).iterdir() if not folder.is_symlink()]
    assert sorted(runs) == ["pytest-0", "pytest-1"]  # a folder for each run, none for each process
