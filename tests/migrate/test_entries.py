"""Programs are told by the files that start them, and not by the helper that opens their session."""

import pytest

from migrate.cli.rules_page import all_pages
from migrate.pipeline import migrate
from migrate.report.results import result_of

SESSION = "import tensorflow as tf\ndef session():\n    return tf.Session()\n"
TRAIN = """import tensorflow as tf
import util
w = tf.get_variable('w', [])
sess = util.session()
sess.run(tf.global_variables_initializer())
print(sess.run(w))
"""


def programs(folder, **files):
    for name, text in files.items():
        path = folder / f"{name}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    result = result_of("rewrite", migrate([folder]), all_pages())
    return [one.path.removeprefix(f"{folder.as_posix()}/") for one in result.programs]


def test_a_program_is_the_file_that_nothing_imports(tmp_path):
    assert programs(tmp_path, util=SESSION, a=TRAIN, b=TRAIN) == ["a.py", "b.py"]


def test_a_helper_is_a_program_too_where_it_is_a_script(tmp_path):
    guard = "if __name__ == '__main__':\n    print(session().run(tf.constant(1)))\n"
    assert programs(tmp_path, util=SESSION + guard, a=TRAIN) == ["a.py", "util.py"]


@pytest.mark.parametrize("other", ["import util\n", "from . import util\n"])
def test_a_package_starts_nothing(tmp_path, other):
    assert programs(tmp_path, **{"pkg/util": SESSION, "pkg/__init__": other}) == ["pkg/util.py"]
