"""The pytest plugin, in pytest runs of their own."""

import os
import re
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

ROOT = Path(__file__).parents[2]


def _path():
    """This repository before whatever the tests themselves run with."""
    return os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])


@pytest.fixture
def run_pytest(tmp_path, forked_pytest):
    """Runs pytest: `started` by a module of these arguments, or else forked."""

    def run(source, *options, files=(), started=(), typed="", timeout=100):
        (tmp_path / "test_it.py").write_text(dedent(source), encoding="utf-8")
        for name, text in files:
            (tmp_path / name).write_text(dedent(text), encoding="utf-8")
        # installed, the plugin comes by its entry point, and once: pytest knows it by its name
        arguments = ["-p", "emulate.plugin", "-p", "no:cacheprovider", "-rA", *options]
        environment = {"PYTHONPATH": _path(), "TF_CPP_MIN_LOG_LEVEL": "3"}
        if started:
            done = subprocess.run(
                [sys.executable, "-m", *started, *arguments],
                cwd=tmp_path,
                env={**os.environ, **environment},
                capture_output=True,
                text=True,
                timeout=timeout,
                input=typed,
            )
        else:
            done = forked_pytest(arguments, tmp_path, environment, timeout)
        lines = re.findall(r"^(PASSED|FAILED|ERROR) \S+::(\S+)", done.stdout, re.MULTILINE)
        found = {name: how for how, name in lines}
        return done, found

    return run


_TOPOLOGIES = """
    import os
    import time
    import pytest
    import tensorflow as tf

    SEEN = []

    def test_in_pytests_own_process():
        SEEN.append(1)
        assert tf.ones([]).device.endswith("CPU:0")
        assert tf.config.list_physical_devices("GPU") == []

    def test_on_each_number(gpus, placement):
        strategy = tf.distribute.MirroredStrategy()
        assert strategy.num_replicas_in_sync == len(gpus)
        with placement() as ops:
            tf.function(lambda: strategy.run(lambda: tf.matmul(tf.ones([2, 2]), tf.ones([2, 2]))))()
            for gpu in gpus:
                with tf.device(gpu):
                    tf.linalg.det(tf.ones([2, 2]))
        ops.assert_spread("MatrixDeterminant", len(gpus))

    @pytest.mark.gpus(3)
    def test_on_three():
        SEEN.append(1)
        assert len(SEEN) == 1       # a process of its own, as it was before any test
        assert len(tf.config.list_logical_devices("GPU")) == 3

    @pytest.mark.gpus(1, memory_limit="1MB")
    def test_with_a_limit():
        with pytest.raises(tf.errors.ResourceExhaustedError):
            tf.function(lambda x: x @ x)(tf.ones([1000, 1000]))

    @pytest.mark.gpus(1)
    def test_that_differs(capsys, tmp_path):
        print("what it said")
        assert {"a": 1, "b": 2} == {"a": 1, "b": 3}

    @pytest.mark.gpus(2)
    @pytest.mark.timeout(4)
    def test_that_hangs():
        def stuck_here():
            time.sleep(600)
        stuck_here()

    @pytest.mark.gpus(2)
    def test_that_crashes():
        os.abort()

    import unittest

    class TestCase(unittest.TestCase):
        @pytest.mark.gpus(3)
        def test_method(self):
            self.assertEqual(len(tf.config.list_logical_devices("GPU")), 3)

    def test_in_pytests_own_process_again():
        assert tf.ones([]).device.endswith("CPU:0")
"""


@pytest.mark.nightly
def test_topologies_in_one_run_beside_tests_that_have_none(run_pytest):
    done, found = run_pytest(_TOPOLOGIES, "--emulate-gpus=1,2,4")
    assert done.returncode == 1
    passed = (
        "in_pytests_own_process",
        "on_each_number[1gpu]",
        "on_each_number[2gpu]",
        "on_each_number[4gpu]",
    )
    passed += ("on_three[3gpu]", "with_a_limit[1gpu]", "in_pytests_own_process_again")
    passed += ("method",)
    failed = ("that_differs[1gpu]", "that_hangs[2gpu]", "that_crashes[2gpu]")
    assert found == {f"test_{n}": "PASSED" for n in passed} | {f"test_{n}": "FAILED" for n in failed}
    assert "AssertionError: assert {'a': 1, 'b': 2} == {'a': 1, 'b': 3}" in done.stdout
    assert "what it said" in done.stdout
    assert "the test did not end in 3 s; where it was:" in done.stdout
    assert "in stuck_here" in done.stdout
    assert "the test's process ended with signal 6 before the test did" in done.stdout


@pytest.mark.nightly
def test_under_xdist_and_until_the_first_failure(run_pytest):
    source = """
        import pytest
        import tensorflow as tf

        @pytest.mark.gpus(1, 2)
        @pytest.mark.parametrize("n", range(4))
        def test_many(gpus, n):
            assert len(tf.config.list_logical_devices("GPU")) == len(gpus)

        @pytest.mark.gpus(1)
        def test_wrong():
            assert False, "on purpose"

        @pytest.mark.gpus(1)
        def test_after():
            pass
    """
    done, found = run_pytest(source, "-n", "2")
    assert len(found) == 10
    assert [name for name, how in found.items() if how != "PASSED"] == ["test_wrong[1gpu]"]
    done, found = run_pytest(source, "-x")
    assert "test_wrong[1gpu]" in found
    assert "test_after[1gpu]" not in found
    assert "stopping after 1 failures" in done.stdout


def test_devices_that_collection_initialised_are_told_of_with_the_culprit(run_pytest):
    done, found = run_pytest(
        """
        import pytest

        @pytest.mark.gpus(2)
        def test_too_late():
            pass

        def test_other():
            pass
        """,
        files=[("test_before.py", "import tensorflow as tf\nX = tf.ones([])\n")],
    )
    assert found == {"test_too_late[2gpu]": "FAILED", "test_other": "PASSED"}
    assert "initialised while tests were collected, by test_before.py:2: emulation is too late" in done.stdout


def test_a_cluster_fixture_runs_real_tasks_and_leaves_none(run_pytest):
    done, found = run_pytest(
        """
        import sys
        import pytest

        PROGRAM = "import sys, time; print('I', sys.argv[1]); sys.argv[1] == 'ps' and time.sleep(600)"

        @pytest.mark.cluster(ps=1, workers=2)
        def test_cluster(cluster, tmp_path):
            outcome = cluster.run([sys.executable, "-c", PROGRAM, "{job}"], timeout=30)
            assert outcome.status == 0
            assert outcome.statuses == {"ps:0": None, "worker:0": 0, "worker:1": 0}
            assert (tmp_path / "logs" / "worker-1.log").read_text().split()[1] == "worker"

        def test_without_a_marker(cluster):
            pass

        def test_that_tensorflow_was_not_imported():
            assert "tensorflow" not in sys.modules
        """,
        started=["pytest"],
    )
    assert found["test_cluster"] == found["test_that_tensorflow_was_not_imported"] == "PASSED"
    assert found["test_without_a_marker"] == "ERROR"
    assert "needs @pytest.mark.cluster(ps=1, workers=2)" in done.stdout


def test_arguments_of_a_tests_own_that_have_our_names_are_left_alone(run_pytest):
    done, found = run_pytest(
        """
        import pytest

        @pytest.fixture
        def placement():
            return "mine"

        @pytest.mark.parametrize("gpus", [3])
        def test_a_parameter(gpus, placement):
            assert (gpus, placement) == (3, "mine")

        @pytest.mark.parametrize(("cluster", "gpus"), [(1, 2)])
        def test_parameters(gpus, cluster):
            assert (cluster, gpus) == (1, 2)
        """
    )
    assert found == {"test_a_parameter[3]": "PASSED", "test_parameters[1-2]": "PASSED"}
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("options", "marker", "complaint"),
    [
        (["--emulate-gpus=0"], "gpus(1)", "--emulate-gpus=0: give numbers of 1 or more"),
        (["--emulate-gpus=1,x"], "gpus(1)", "--emulate-gpus=1,x: give numbers of 1 or more"),
    ],
)
def test_an_option_that_makes_no_sense_is_a_usage_error(run_pytest, options, marker, complaint):
    source = f"""
        import pytest

        @pytest.mark.{marker}
        def test_it():
            pass
    """
    done, _ = run_pytest(source, *options)
    assert done.returncode not in (0, 1)
    assert complaint in done.stdout + done.stderr


def test_a_marker_that_makes_no_sense_is_the_failure_of_its_test_alone(run_pytest):
    markers = {
        "gpus(0)": "0 emulated GPUs: the number must be an integer of 1 or more",
        "gpus('a100')": "'a100' emulated GPUs: the number must be an integer of 1 or more",
        "gpus(1, memory_limit='lots')": "memory limit 'lots': give a number of megabytes",
        "gpus(1, memory=3)": "@pytest.mark.gpus has no memory, only memory_limit; if it is another plugin's",
    }
    wrong = [
        f"@pytest.mark.{marker}\ndef test_{place}():\n    pass\n" for place, marker in enumerate(markers)
    ]
    source = """
import unittest
import pytest

@pytest.mark.gpus(1)
def test_other():
    pass

def test_plain():
    pass

class TestCase(unittest.TestCase):
    @pytest.mark.gpus(0)
    def test_method(self):
        pass
"""
    done, found = run_pytest("\n".join([source, *wrong]))
    refused = {f"test_{place}[refused]": "FAILED" for place in range(len(markers))}
    assert found == {
        **refused,
        "test_other[1gpu]": "PASSED",
        "test_plain": "PASSED",
        "test_method": "FAILED",
    }
    assert all(complaint in done.stdout for complaint in markers.values())


def test_the_marker_can_have_another_name(run_pytest):
    source = """
        import pytest
        import tensorflow as tf

        @pytest.mark.gpus("a100", "h100")
        def test_of_another_plugin():
            assert not tf.config.list_logical_devices("GPU")

        @pytest.mark.emulated(2)
        def test_ours(gpus):
            assert len(tf.config.list_logical_devices("GPU")) == len(gpus) == 2
    """
    done, found = run_pytest(
        source, "-o", "emulate_gpus_marker=emulated", "-o", "markers=gpus", "--strict-markers"
    )
    assert found == {"test_of_another_plugin": "PASSED", "test_ours[2gpu]": "PASSED"}, done.stdout


def test_what_is_logged_of_placement_has_the_names_of_the_test(run_pytest):
    source = """
        import pytest
        import tensorflow as tf

        @pytest.fixture
        def logged():
            tf.debugging.set_log_device_placement(True)

        @pytest.mark.gpus(2)
        def test_logs(logged):
            with tf.device("/gpu:1"):
                tf.random.normal([2, 2])
            assert False
    """
    done, _ = run_pytest(source)
    (line,) = [line for line in done.stdout.splitlines() if "RandomStandardNormal in device" in line]
    assert line.endswith("/device:GPU:1")


def test_a_marker_that_another_has_registeredis_ours_where_it_says_what_ours_takes(run_pytest):
    source = """
        import pytest
        import tensorflow as tf

        @pytest.mark.gpus("a100", vendor="x")
        def test_of_another_plugin():
            assert not tf.config.list_logical_devices("GPU")

        @pytest.mark.gpus(0)
        def test_wrong():
            pass

        @pytest.mark.gpus(2)
        def test_ours():
            assert len(tf.config.list_logical_devices("GPU")) == 2
    """
    done, found = run_pytest(source, "-o", "markers=gpus(model): the cards that a test needs")
    assert found == {
        "test_of_another_plugin": "PASSED",
        "test_wrong[refused]": "FAILED",
        "test_ours[2gpu]": "PASSED",
    }, done.stdout


@pytest.mark.nightly
def test_a_debugger_stops_in_the_fork_and_a_test_may_end_the_run(run_pytest):
    source = """
        import pytest

        @pytest.mark.gpus(2)
        def test_that_differs():
            answer = 6 * 7
            assert answer == 43

        @pytest.mark.gpus(1)
        def test_that_exits():
            pytest.exit("enough", returncode=9)

        @pytest.mark.gpus(1)
        def test_after():
            pass
    """
    done, _ = run_pytest(source, "--pdb", started=["pytest"], typed="p 'value', answer\nc\n")
    assert "('value', 42)" in done.stdout
    assert "= 1 failed in" in done.stdout
    assert "Exit: enough" in done.stdout
    assert done.returncode == 9


@pytest.mark.nightly
def test_coverage_sees_what_ran_in_the_forks(run_pytest, tmp_path):
    pytest.importorskip("coverage")
    library = """
        def here():
            return 1

        def there():
            return 2

        def nowhere():
            return 3
    """
    source = """
        import pytest
        import library

        def test_here():
            library.here()

        @pytest.mark.gpus(1)
        def test_there():
            library.there()
    """
    done, found = run_pytest(
        source,
        started=["coverage", "run", "--include=library.py", "-m", "pytest"],
        files=[("library.py", library)],
    )
    assert set(found.values()) == {"PASSED"}, done.stdout
    report = [sys.executable, "-m", "coverage", "report", "-m"]
    shown = subprocess.run(report, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert shown.stdout.splitlines()[-3].split()[-1] == "9", shown.stdout
