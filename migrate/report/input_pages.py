"""The pages of codes that no rule has: those about files that cannot be read or parsed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class InputPage:
    """What is said about one code of a file that could not be taken in."""

    code: str
    title: str
    explanation: str
    before: str = ""
    after: str = ""
    held: str = ""
    rises: str = ""
    told: str = ""
    mended: str = ""
    without: str = ""


_ASSUMED = """# tfmigrate: assume=in_step=True
import tensorflow as tf

tf.app.flags.DEFINE_boolean('in_step', True, '')
FLAGS = tf.app.flags.FLAGS
{set}


def main():
    if FLAGS.in_step:
        print(tf.log(1.0))


main()
"""

_IGNORED = """import tensorflow as tf

with tf.Session() as sess:{}
    print(sess.run(tf.log(2.0)))
"""
_NOTEBOOK = """# train.ipynb
{"cells": [{"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": null,
            "source": "import tensorflow as tf\\nx = tf.placeholder(tf.float32)\\ny = tf.log(x)"},
           {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": null,
            "source": "with tf.Session() as sess:\\n    print(sess.run(y, {x: 2.0}))"}],
 "metadata": {"kernelspec": {"name": "k", "display_name": "k", "language": "python"}},
 "nbformat": 4, "nbformat_minor": 2}
"""
_SKIPPED = """# net.py
{}import tensorflow as tf


def net(x):
    return tf.log(tf.get_variable('w', []) * x)
# train.py
import tensorflow as tf
from net import net

y = net(1)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(y))
"""

INPUT_PAGES = (
    InputPage(
        "CFG103",
        "A flag is taken to have a value",
        "By `--assume NAME=VALUE`, by `# tfmigrate: assume=NAME=VALUE` in the program, or by `assume` in "
        "[tool.tfmigrate]. Of the branches that the flag decides one stays. Where the functions begin in "
        "which it did, the program ends with an error if it was launched with another value.",
        told=_ASSUMED.format(set=""),
        mended=_ASSUMED.format(set="").partition("\n")[2],
    ),
    InputPage(
        "CFG203",
        "A flag that the program itself sets is taken to have a value",
        "What a flag is where a branch asks for it, the launch does not tell then; the file stays as it is. "
        "Leave the assumption out, or have the program keep its own value under another name.",
        told=_ASSUMED.format(set="FLAGS.in_step = False"),
        mended=_ASSUMED.format(set="in_step = False"),
    ),
    InputPage(
        "CFG204",
        "What a code would change, which is ignored",
        "By `--ignore` or `--select`, by these keys in [tool.tfmigrate], or by `# tfmigrate: ignore[CODE]` "
        "in the line. A program that would be half rewritten would not run, so it takes the next tier that "
        "does without this change; where there is none, it stays as it is with all files that it shares. "
        "Towers that TWR101 is not to change stay on their devices.",
        told=_IGNORED.format("  # tfmigrate: ignore[SES101]"),
        mended=_IGNORED.format(""),
    ),
    InputPage(
        "CFG205",
        "A comment that ignores nothing",
        "Nothing of this code was found in its line, or would be changed there. Remove the comment: it would "
        "hide what comes there later.",
        told=_IGNORED.format("  # tfmigrate: ignore[TWR101]"),
        mended=_IGNORED.format(""),
    ),
    InputPage(
        "PY2001",
        "A syntax error in Python 2; the file stays as it is",
        "The file parses neither as Python 3 nor as Python 2, and as Python 2 up to here. Programs that "
        "share it stay as they are too. The other files are rewritten.",
        told="import tensorflow as tf\n\nprint 'loss'\nprint tf.log(1.0\nx = 2\n",
        mended="import tensorflow as tf\n\nprint 'loss'\nprint tf.log(1.0)\nx = 2\n",
    ),
    InputPage(
        "PY2002",
        "Tabs mixed with spaces in indentation",
        "Python 2 took a tab for up to eight columns, Python 3 refuses to guess. The lines are indented "
        "with spaces, as Python 2 read them.",
        "if ready:\n        start()\n\tstop()",
        "if ready:\n        start()\n        stop()",
    ),
    InputPage(
        "PY2003",
        "Python 2, turned into Python 3",
        "TensorFlow 2 runs on Python 3 alone. A file is Python 2 if Python 3 does not parse it; or if it "
        "uses what only Python 2 has (`xrange`, `iteritems`, `cPickle`) without seeing to that, as `six` "
        "or an `except ImportError` does. It is turned into Python 3 by fissix and by rules of ours "
        "before it is rewritten; lists are made only of what is asked for more than its elements. Where "
        "only names of Python 2 are found, and signs of Python 3 beside them, the names alone are "
        "changed. Files that belong to no TensorFlow program are left as they are.",
        "for name, value in sorted(losses.iteritems()):\n    print name, value",
        "for name, value in sorted(losses.items()):\n    print(name, value)",
    ),
    InputPage(
        "PY2103",
        "A division that Python 2 rounded down",
        "In a file that was Python 2 and does not import `division`, `/` of integers was what `//` is "
        "now. Where both sides are integers for certain (`len()`, literals, `range`, a shape, an integer "
        "flag), and the file cannot have run on Python 3: it becomes `//`, which says the same. All else "
        "but floats is told: as a warning where one side is an integer. Look at each, and write `//` "
        "where both are.",
        "half = len(images) / 2",
        "half = len(images) // 2",
    ),
    InputPage(
        "PY2104",
        "What Python 3 does otherwise, left as it is",
        "In a file that was Python 2: functions that are gone and have no single successor, pickles and "
        "strings of bytes, `round()`, comparing functions. Each says what to write instead.",
        "names.sort(cmp=by_number)",
        "names.sort(key=functools.cmp_to_key(by_number))",
    ),
    InputPage(
        "PY2105",
        "A name that is a keyword today",
        "`async` and `await` were names up to Python 3.6. They get a `_` in every file that uses them so; "
        "strings that hold them stay as they are.",
        "batch(images, async=True)",
        "batch(images, async_=True)",
    ),
    InputPage(
        "SRC001",
        "A syntax error; the file stays as it is",
        "The file does not parse with the Python that runs tfmigrate. Programs that share it stay as they "
        "are too.",
        told="import tensorflow as tf\n\nx = tf.log(1.0))\n",
        mended="import tensorflow as tf\n\nx = tf.log(1.0)\n",
    ),
    InputPage(
        "SRC002",
        "Bytes that are no text; the file stays as it is",
        "Python reads a file as UTF-8 unless its first or second line declares another encoding (PEP "
        "263). A null byte is never text.",
        "city = 'Orl\N{LATIN SMALL LETTER E WITH ACUTE}ans'  # in Latin-1, undeclared",
        "# coding: latin-1\ncity = 'Orl\N{LATIN SMALL LETTER E WITH ACUTE}ans'",
    ),
    InputPage(
        "SRC003",
        "A named file that is not Python",
        "A file that is named on the command line must be a `*.py` file or start with a python shebang, "
        "as in `#!/usr/bin/env python`, or a notebook.",
        "tfmigrate rewrite notes.txt",
        "tfmigrate rewrite train.py net.py",
    ),
    InputPage(
        "SRC004",
        "A path that cannot be read",
        "The system refused to open a file or folder below a given path, it is a link that leads nowhere "
        "or back to itself, or it is no regular file. What imports it cannot be judged.",
        "tfmigrate rewrite old/  # where old/gone.py is a link to nowhere",
        "tfmigrate rewrite old/ --exclude gone.py",
    ),
    InputPage(
        "SRC005",
        "A link to a folder, which is not followed",
        "Inside the tree, what it leads to is found under its own name. Outside, nobody asked for it to "
        "be rewritten: name that folder as well if its files belong to the program.",
        "tfmigrate rewrite src/  # where src/lib is a link to lib/",
        "tfmigrate rewrite src/ lib/ --exclude src/lib",
    ),
    InputPage(
        "SRC006",
        "A folder without Python files",
        "Hidden folders, virtual environments, caches and build outputs are not searched, unless they are "
        "named themselves.",
        "tfmigrate rewrite .cache/",
        "tfmigrate rewrite src/",
    ),
    InputPage(
        "SRC007",
        "A notebook that cannot be read; it stays as it is",
        "It is no JSON, or has no cells where notebooks have them. Open and save it with Jupyter.",
        told=_NOTEBOOK.partition(' "metadata": {"kernelspec"')[0],
        mended=_NOTEBOOK,
    ),
    InputPage(
        "SRC008",
        "A notebook of another language",
        "Its kernel is not Python's; it stays as it is.",
        told=_NOTEBOOK.replace('"python"', '"R"'),
        mended=_NOTEBOOK,
    ),
    InputPage(
        "SRC009",
        "A line of IPython's that would be lost or moved",
        "Magics such as `%matplotlib inline` and commands such as `!ls` stay where they are. Where a "
        "rewrite would have to move one, or to leave it out, it is not made, and a lower tier is.",
        without="such lines are kept as calls are, and this is the last look at what is written",
    ),
    InputPage(
        "SRC010",
        "A line of a notebook that asks for TensorFlow 1",
        "Installing TensorFlow 1, or choosing it on Colab, is left as it is; what was rewritten runs on "
        "TensorFlow 2.16 or newer.",
        told=_NOTEBOOK.replace("import tensorflow", "%tensorflow_version 1.x\\nimport tensorflow"),
        mended=_NOTEBOOK,
    ),
    InputPage(
        "SRC011",
        "A program of which a file was not named",
        "Files are changed together or not at all. A file that is named by itself is read with what it "
        "imports from its project, so that it is judged as part of its program; where one of those other "
        "files has to change with it, nothing is written.",
        "tfmigrate rewrite train.py  # which imports net.py",
        "tfmigrate rewrite train.py net.py",
    ),
    InputPage(
        "SRC012",
        "A file that is left as it is by the user's wish",
        "It says `# tfmigrate: skip-file`, or is excluded, by `--exclude`, by `exclude` in [tool.tfmigrate] "
        "or by `.gitignore`, and a program imports it. The program takes a tier on which that file need not "
        "change; where there is none, it stays as it is with all files that it shares.",
        told=_SKIPPED.format("# tfmigrate: skip-file\n"),
        mended=_SKIPPED.format(""),
    ),
)
