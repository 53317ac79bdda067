"""Threads and processes that build graphs: what they run is graph code, and Programs of theirs run it."""

import subprocess
import sys

PROGRAM = """
import multiprocessing

import compat
import tensorflow as tf

compat.build_graph()


def is_eager(_):
    return tf.executing_eagerly()


def doubled(value):
    with tf.Graph().as_default():
        x = tf.compat.v1.placeholder(tf.float32, [])
        w = tf.compat.v1.get_variable('w', initializer=2.0)
        with compat.Program() as program:
            program.run(tf.compat.v1.global_variables_initializer())
            print(program.run(w * x, {x: value}))


if __name__ == '__main__':
    with compat.Pool(1) as pool:
        print(*pool.map(is_eager, range(2)))
    with compat.ProcessPoolExecutor(1, multiprocessing.get_context('spawn'), print, ('begun',)) as pool:
        print(*pool.map(is_eager, range(2)))
    worker = compat.Process(target=doubled, args=(3.0,))
    worker.start()
    worker.join(60)
    with compat.ThreadPoolExecutor(max_workers=2) as pool:
        pool.submit(doubled, 4.0).result(60)
        list(pool.map(doubled, [5.0]))
    with compat.ThreadPool(2) as pool:
        pool.map(doubled, [6.0])
"""


def test_what_threads_and_processes_run_is_graph_code(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    done = subprocess.run([sys.executable, program], capture_output=True, text=True, timeout=120, check=False)
    in_pools = ["False", "False", "begun", "False", "False"]
    assert done.stdout.split() == [*in_pools, "6.0", "8.0", "10.0", "12.0"], done.stderr
