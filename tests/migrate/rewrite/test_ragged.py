"""Where rows may differ in length `compat.ragged` is written, and nowhere else."""

import textwrap

import pytest

from migrate.pipeline import migrate

HEAD = "import numpy as np\nimport tensorflow as tf\n\nzero = tf.to_float(0)\n"


def became(tmp_path, text: str) -> str:
    program = tmp_path / "train.py"
    program.write_text(HEAD + textwrap.dedent(text))
    (change,) = migrate([tmp_path]).changes
    return change.after.decode()


@pytest.mark.parametrize(
    ("call", "instead"),
    [
        ("np.array(list(zip(x, y)))", "np.array(compat.ragged(list(zip(x, y))))"),
        ("np.random.permutation(list(zip(x, y)))", "np.random.permutation(compat.ragged(list(zip(x, y))))"),
        ("np.array([line.split() for line in x])", "np.array(compat.ragged([line.split() for line in x]))"),
        (
            "np.asarray([[w[0] for w in s] for s in x])",
            "np.asarray(compat.ragged([[w[0] for w in s] for s in x]))",
        ),
        ("np.array([[1, 2], [3]], copy=True)", "np.array(compat.ragged([[1, 2], [3]]), copy=True)"),
        ("np.save('a', [x, y])", "np.save('a', compat.ragged([x, y]))"),
    ],
)
def test_is_written_where_lengths_may_differ(call, instead, tmp_path):
    after = became(tmp_path, f"def f(x, y):\n    return {call}\n")
    assert f"return {instead}\n" in after
    assert after.startswith("import numpy as np\nimport compat\n")


@pytest.mark.parametrize(
    "call",
    [
        "np.array(x)",
        "np.array([x, y])",
        "np.array([1, 2])",
        "np.array([[1, 2], [3, 4]])",
        "np.array([[0] * n for n in x][0])",
        "np.array([[i * j for i in range(4)] for j in range(3)])",
        "np.array([image - 1 for image in x])",
        "np.array(list(map(len, x)))",
        "np.array(list(zip(x, y)), dtype=object)",
        "np.array(list(zip(x, y)), np.int32)",
        "np.save('a', x)",
        "np.save('a', [1, 2])",
    ],
)
def test_is_not_written_where_they_agree_or_nothing_says_so(call, tmp_path):
    assert "ragged" not in became(tmp_path, f"def f(x, y):\n    return {call}\n")


def test_follows_the_names_of_lists(tmp_path):
    after = became(
        tmp_path,
        """
        def f(lines, ids):
            rows, widths = [], []
            for line in lines:
                rows.append([ids[word] for word in line])
                widths.append([len(word) for _ in range(3)])
            pairs = list(zip(rows, widths))
            return np.array(rows), np.array(widths), np.array(pairs)
        """,
    )
    assert "return np.array(compat.ragged(rows)), np.array(widths), np.array(compat.ragged(pairs))" in after


BATCHES = """
def batches(data, size, shuffle=True):
    data = np.array(data)
    count = len(data)
    if shuffle:
        shuffled = data[np.random.permutation(np.arange(count))]
    else:
        shuffled = data
    for start in range(0, count, size):
        yield shuffled[start:start + size]
"""


@pytest.mark.parametrize(
    ("old", "new", "written"),
    [
        ("", "", True),
        ("yield shuffled[start:start + size]", "yield shuffled[start:start + size] / 255.0", False),
        ("count = len(data)", "count = data.mean()", False),
        ("shuffled = data\n", "shuffled = data[:, 0]\n", False),
        ("    data = np.array(data)\n    count", "    count", False),
        ("data = np.array(data)", "data = np.array(data, np.float32)", False),
        ("data = np.array(data)", "data = np.array(other)", False),
    ],
)
def test_a_parameter_that_is_only_cut_may_have_rows_of_any_length(old, new, written, tmp_path):
    assert ("np.array(compat.ragged(data))" in became(tmp_path, BATCHES.replace(old, new, 1))) == written
