"""Programs that keep their graph: which of them need no session, and what is written for the others' sake."""

import textwrap

import pytest

from migrate.model.diagnostic import Severity
from migrate.model.outcome import Tier
from migrate.pipeline import migrate
from migrate.values import points_to

PROGRAM = """\
import tensorflow as tf
{imports}

x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2, 1])
loss = tf.reduce_mean(tf.matmul(x, w))
{code}
sess = tf.Session()
sess.run(tf.global_variables_initializer())
def see(): return loss, tf.Graph
"""


def rewritten(folder, files):
    """The tier of the only program among `files`, the codes that say why no higher one, and the new files."""
    for name, text in files.items():
        (folder / name).write_text(text)
    outcome = migrate([folder])
    programs = [program for unit in outcome.units for program in unit.programs]
    codes = [found.code for found in outcome.all_diagnostics if found.severity is Severity.WARNING]
    assert len(programs) == 1
    return programs[0].tier, codes, {change.path.name: change.after.decode() for change in outcome.changes}


def of_one(folder, imports="", code=""):
    tier, codes, files = rewritten(folder, {"train.py": PROGRAM.format(imports=imports, code=code)})
    return tier, codes, files["train.py"]


TRACED = """\
writer = tf.summary.FileWriter('.')
traced = tf.RunMetadata()
tf.Session().run(loss, None, tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE), traced)
"""

WRITTEN = {
    "a thread": (
        "import threading",
        "threading.Thread(target=print, args=(loss,)).start()",
        "compat.Thread(target=print, args=(loss,)).start()",
    ),
    "a thread by its own name": (
        "from threading import Thread as T",
        "t = T(target=print)",
        "t = compat.Thread(ta",
    ),
    "a class of threads": (
        "import threading as th",
        "class Loader(th.Thread):\n    def __init__(self):\n        th.Thread.__init__(self)",
        "class Loader(compat.Thread):\n    def __init__(self):\n        compat.Thread.__init__(self)",
    ),
    "a timer": (
        "import threading",
        "threading.Timer(1.0, print).start()",
        "compat.Timer(1.0, print).start()",
    ),
    "a lock": ("import threading", "lock = threading.Lock()", "lock = threading.Lock()"),
    "a count of processors": (
        "import multiprocessing",
        "n = multiprocessing.cpu_count()",
        "n = multiprocessing.cpu_count()",
    ),
    "a pool for the host": (
        "import os\nfrom multiprocessing.pool import ThreadPool",
        "def load(i): return int(i) + 1\n"
        "n = ThreadPool(2).map(load, range(3))\nm = ThreadPool(2).map(os.remove, [])",
        "n = compat.ThreadPool(2).map(load, range(3))",
    ),
    "an executor with threads": (
        "from concurrent.futures import ThreadPoolExecutor",
        "with ThreadPoolExecutor(max_workers=2) as pool: pool.submit(print, loss)",
        "with compat.ThreadPoolExecutor(max_workers=2) as pool: pool.submit(print, loss)",
    ),
    "a process for the host": (
        "import multiprocessing as mp",
        "def inner(q): q.put(1)\ndef load(q): inner(q)\np = mp.Process(target=load, args=(mp.Queue(),))",
        "p = compat.Process(target=load",
    ),
    "a process that runs a method": (
        "from multiprocessing import Process",
        "class A(object):\n    def go(self):\n        Process(target=self.work).start()",
        "compat.Process(target=self.work).start()",
    ),
    "a class of processes that builds": (
        "import multiprocessing",
        "class A(multiprocessing.Process):\n    def run(self):\n        return tf.constant(1.0)",
        "class A(compat.Process):",
    ),
    "a monitored session": (
        "",
        "tf.train.MonitoredTrainingSession(master='', hooks=[tf.train.StopAtStepHook(3)])",
        "compat.train.MonitoredTrainingSession(master='', hooks=[tf.compat.v1.train.StopAtStepHook(3)])",
    ),
    "a machine that is a flag, empty unless it is given": (
        "",
        "tf.app.flags.DEFINE_string('master', '', 'Where.')\n"
        "s = tf.train.MonitoredTrainingSession(tf.app.flags.FLAGS.master)",
        "s = compat.train.MonitoredTrainingSession(tf.compat.v1.app.flags.FLAGS.master)",
    ),
    "options that are worked out": (
        "",
        "o = {'checkpoint_dir': None}\ns = tf.train.MonitoredTrainingSession(**o)",
        "s = compat.train.MonitoredTrainingSession(**o)",
    ),
    "a looper": (
        "",
        "tf.train.LooperThread(tf.train.Coordinator(), 1, target=print).start()",
        "compat.train.LooperThread(tf.train.Coordinator(), 1, target=print).start()",
    ),
    "a session's class that is asked for": (
        "",
        "def check(s): assert isinstance(s, (tf.Session, str))",
        "assert isinstance(s, (compat.Program, str))",
    ),
    "a class of supervisors": (
        "",
        "class Own(tf.train.Supervisor): pass",
        "class Own(compat.train.Supervisor): pass",
    ),
    "a graph reset by an inner module": (
        "from tensorflow.python.framework import ops",
        "ops.reset_default_graph()",
        "compat.reset_default_graph()",
    ),
    "an inner session": (
        "from tensorflow.python.client import session",
        "other = session.Session()",
        "other = compat.Program()",
    ),
    "flags of an inner module": (
        "from tensorflow.python.platform import flags",
        "FLAGS = flags.FLAGS",
        "FLAGS = tf.compat.v1.flags.FLAGS",
    ),
    "hyperparameters": (
        "",
        "h = tf.contrib.training.HParams(a=1)",
        "h = compat.contrib.training.HParams(a=1)",
    ),
    "a graph that is written": (
        "",
        "tf.train.write_graph(loss.graph, '.', 'g')",
        "tf.io.write_graph(",
    ),
    "sequences of contrib's Keras": (
        "",
        "tf.contrib.keras.preprocessing.sequence.pad_sequences([[1]])",
        "compat.contrib.keras.preprocessing.sequence.pad_sequences([[1]])",
    ),
    "slim's loop": (
        "",
        "tf.contrib.slim.learning.train(loss, None, number_of_steps=1)",
        "compat.contrib.slim.learning.train(loss, None, number_of_steps=1)",
    ),
    "a step of the program's own": (
        "",
        "s = tf.Variable(0, name='global_step')\nt = tf.train.get_global_step()",
        "t = compat.train.get_global_step()",
    ),
    "TensorFlow's step": (
        "",
        "t = tf.train.get_or_create_global_step()",
        "t = tf.compat.v1.train.get_or_create_global_step()",
    ),
    "a graph that is read back": (
        "",
        "saver = tf.train.import_meta_graph('m.meta')",
        "saver = tf.compat.v1.train.import_meta_graph('m.meta')",
    ),
    "a model for serving": (
        "",
        "b = tf.saved_model.builder.SavedModelBuilder('m')",
        "b = tf.compat.v1.saved_model.builder.SavedModelBuilder('m')",
    ),
    "a trace for an event file": (
        "",
        TRACED + "writer.add_run_metadata(traced, 'step')",
        "loss, None, tf.compat.v1.RunOptions(trace_level=tf.compat.v1.RunOptions.FULL_TRACE), traced)",
    ),
    "a trace that is read": (
        "from tensorflow.python.client import timeline",
        TRACED + "print(timeline.Timeline(traced.step_stats).generate_chrome_trace_format(show_memory=True))",
        "print(timeline.Timeline(traced.step_stats).generate_chrome_trace_format(show_memory=True))",
    ),
    "a trace that is handed on": ("", TRACED + "other = [traced]", "other = [traced]"),
    "a run that may end early": (
        "",
        "tf.Session().run(loss, options=tf.RunOptions(timeout_in_ms=9))",
        "compat.Program().run(loss, options=tf.compat.v1.RunOptions(timeout_in_ms=9))",
    ),
    "options that are changed": (
        "",
        "options = tf.RunOptions()\noptions.timeout_in_ms = 9",
        "options = tf.compat.v1.RunOptions()",
    ),
    "a profile of a graph": (
        "",
        "tf.profiler.profile(loss.graph, options=tf.profiler.ProfileOptionBuilder.float_operation())",
        "tf.compat.v1.profiler.profile(loss.graph, options=",
    ),
    "a hook that traces": (
        "",
        "hook = tf.train.ProfilerHook(save_steps=3)",
        "hook = tf.compat.v1.train.ProfilerHook(save_steps=3)",
    ),
    "a pool that runs the session": (
        "from multiprocessing import Pool",
        "Pool(2).map(lambda i: sess.run(loss), range(3))",
        "compat.Pool(2).map(lambda i: sess.run(loss), range(3))",
    ),
    "a pool that builds": (
        "from concurrent.futures import ProcessPoolExecutor",
        "def inner(i): return tf.constant(i)\ndef build(i): return inner(i)\n"
        "ProcessPoolExecutor().submit(build, 1)",
        "compat.ProcessPoolExecutor().submit(build, 1)",
    ),
    "a pool that calls a method of an object": (
        "from multiprocessing.pool import Pool",
        "class Net(object):\n    def build(self, i): return tf.constant(i)\nnet = Net()\n"
        "Pool(2).map(lambda i: net.build(i), [1])",
        "compat.Pool(2).map(lambda i: net.build(i), [1])",
    ),
    "a pool whose work is not in sight": (
        "import multiprocessing",
        "def all_of(f): multiprocessing.Pool(2).map(f, [1])",
        "compat.Pool(2).map(f, [1])",
    ),
    "a pool that is passed on": (
        "import multiprocessing",
        "print(multiprocessing.Pool(2))",
        "(compat.Pool(2))",
    ),
    "a machine that is a flag": (
        "",
        "tf.app.flags.DEFINE_string('master', 'grpc://a:1', '')\ntf.train.MonitoredTrainingSession("
        "tf.app.flags.FLAGS.master)",
        "compat.train.MonitoredTrainingSession(",
    ),
    "a machine that is worked out": (
        "",
        "import os\ns = tf.Session(os.environ.get('MASTER'))",
        "s = compat.Program(os.environ.get('MASTER'))",
    ),
    "a worker's creator": (
        "",
        "c = tf.train.WorkerSessionCreator(master='grpc://a:1')",
        "c = compat.train.WorkerSessionCreator(master='grpc://a:1')",
    ),
    "a test": (
        "",
        "class Test(tf.test.TestCase):\n    def test_loss(self): self.assertEqual(loss.shape, [])",
        "class Test(compat.TestCase):",
    ),
    "models of Keras": (
        "",
        "model = tf.keras.Sequential([tf.keras.layers.Dense(1)])",
        "model = compat.tf_keras.Sequential([compat.tf_keras.layers.Dense(1)])",
    ),
    "contrib's Keras": (
        "",
        "model = tf.contrib.keras.models.Sequential()",
        "model = compat.tf_keras.models.Sequential()",
    ),
    "names of Keras that it has lost": (
        "from tensorflow.keras import backend as K, layers",
        "sess = K.get_session()\nout = layers.CuDNNGRU(3)(loss, training=K.learning_phase())",
        "from compat.tf_keras import backend as K, layers",
    ),
    "an inner module of Keras": (
        "from tensorflow.python.keras.layers import Dense as D",
        "out = D(1)(x)",
        "from compat.tf_keras.layers import Dense as D",
    ),
    "a model as Keras had it": (
        "from tensorflow import keras",
        "m = keras.Model(x, loss)\nm.compile(tf.train.AdamOptimizer(), 'mse')\nm.fit_generator(iter([]), 3)",
        "m.compile(tf.compat.v1.train.AdamOptimizer(), 'mse')\nm.fit_generator(iter([]), 3)",
    ),
    "other parts of a name for Keras": (
        "kl = tf.keras.layers",
        "out = kl.Dense(1)(x)\nrows = tf.keras.utils.to_categorical([1])",
        "out = kl.Dense(1)(x)\nrows = compat.tf_keras.utils.to_categorical([1])",
    ),
    "values of Keras": ("", "print(tf.keras.backend.epsilon())", "print(tf.keras.backend.epsilon())"),
    "a trace for nobody": (
        "",
        "tf.Session().run(loss, run_metadata=tf.RunMetadata())",
        "run(loss, run_metadata=tf.compat.v1.RunMetadata())",
    ),
    "updates of all workers": (
        "",
        "o = tf.train.SyncReplicasOptimizer(tf.train.GradientDescentOptimizer(0.1), 1)",
        "o = compat.train.SyncReplicasOptimizer(tf.compat",
    ),
    "an old name": ("", "s = tf.merge_all_summaries()", "s = tf.compat.v1.summary.merge_all()"),
}


@pytest.mark.parametrize(("imports", "code", "expected"), WRITTEN.values(), ids=WRITTEN)
def test_is_wrapped(imports, code, expected, tmp_path):
    tier, codes, text = of_one(tmp_path, imports, code)
    assert tier is Tier.WRAPPED, codes
    assert expected in text
    assert "compat.build_graph()" in text


REFUSED = {
    "a process of another context": (
        "import multiprocessing",
        "multiprocessing.get_context('spawn').Process(target=see).start()",
    ),
    "a bare thread": ("import _thread", "_thread.start_new_thread(see, ())"),
    "a class that is no class any more": ("", "def check(s): return isinstance(s, tf.InteractiveSession)"),
    "threads by a star": ("from threading import *", "Thread(target=see).start()"),
    "costs that are estimated": ("", TRACED + "print(traced.cost_graph)"),
    "a debugger's options": ("", "options = tf.RunOptions()\noptions.debug_options.global_step = 1"),
    "a profile of a run": ("", TRACED + "tf.profiler.profile(loss.graph, traced)"),
    "a profile of all runs": ("", "context = tf.contrib.tfprof.ProfileContext('profiles')"),
    "a profiler": ("", "profiler = tf.profiler.Profiler(loss.graph)"),
    "a profile of a run by name": ("", TRACED + "tf.profiler.profile(loss.graph, run_meta=traced)"),
    "an object that is saved": ("", "tf.saved_model.save(object(), 'm')"),
    "an inner session": (
        "from tensorflow.python.client import session",
        "other = session.BaseSession('')",
    ),
}


@pytest.mark.parametrize(("imports", "code"), REFUSED.values(), ids=REFUSED)
def test_keeps_its_sessions(imports, code, tmp_path):
    tier, codes, _ = of_one(tmp_path, imports, code)
    assert tier is Tier.GRAPH
    assert "SES216" in codes


LOADER = """\
import threading


class Loader(threading.Thread):
    def run(self):
        self.rows = [1]
"""
BUILDER = LOADER.replace("[1]", "net.build()").replace("import threading", "import net\nimport threading")
NET = "import tensorflow as tf\n\n\ndef build():\n    return tf.get_variable('v', [2])\n"


def test_a_file_that_reaches_no_tensorflow_stays_as_it_is(tmp_path):
    main = PROGRAM.format(imports="import loader", code="loader.Loader().start()")
    tier, codes, files = rewritten(tmp_path, {"train.py": main, "loader.py": LOADER})
    assert tier is Tier.WRAPPED, codes
    assert set(files) == {"train.py"}


def test_a_thread_of_a_file_that_reaches_tensorflow_builds_graphs(tmp_path):
    main = PROGRAM.format(imports="import loader", code="loader.Loader().start()")
    tier, codes, files = rewritten(tmp_path, {"train.py": main, "loader.py": BUILDER, "net.py": NET})
    assert tier is Tier.WRAPPED, codes
    assert "import compat" in files["loader.py"]
    assert "class Loader(compat.Thread):" in files["loader.py"]
    assert "build_graph" not in files["loader.py"]


def test_a_name_compat_of_the_programs_own_stays(tmp_path):
    tier, codes, text = of_one(
        tmp_path, "from tensorflow.python.util import compat", "p = compat.as_bytes('p')"
    )
    assert tier is Tier.WRAPPED, codes
    assert "import tfmigrate_compat\n" in text
    assert "sess = tfmigrate_compat.Program()" in text
    assert "p = compat.as_bytes('p')" in text


def test_a_program_that_is_too_large_to_be_followed_builds_its_graph_wherever_it_may(tmp_path, monkeypatch):
    monkeypatch.setattr(points_to, "_MOST_STEPS", dict.fromkeys(points_to.Detail, 20))
    parts = """\
        import tensorflow as tf

        def half(x):
            return tf.divide(x, 2.0)

        START = half(1.0)
    """
    train = PROGRAM.format(imports="import parts", code="loss = parts.half(loss)")
    files = {"parts.py": textwrap.dedent(parts), "train.py": train}
    tier, _, after = rewritten(tmp_path, files)
    assert tier is Tier.WRAPPED
    assert "compat.build_graph()" in after["parts.py"]
    assert "compat.build_graph()" in after["train.py"]
