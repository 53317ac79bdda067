"""The tables of names are what `compat` has today."""

import csv
from pathlib import Path

from migrate.rewrite.tables import homes
from migrate.rewrite.tables.contrib import is_in_compat, lost
from migrate.rewrite.tables.symbols import symbols

AGAIN = "run `python -m migrate.rewrite.tables.homes TF1_SYMBOLS_CSV`"
# Run by TensorFlow 2: which of these names of modules of `tf.contrib` `compat.contrib` lacks.
THERE = """
import operator, sys
from compat import contrib

for symbol in sys.argv[1:]:
    try:
        operator.attrgetter(symbol[len("tf.contrib."):])(contrib)
    except AttributeError:
        print(symbol)
"""


def test_the_tables_tell_what_compat_has():
    with homes.CONTRIB.open(newline="") as lines:
        known = {row["module"]: row["names"].split() for row in csv.DictReader(lines)}
    told = [f"{module}.{name}" for module, names in known.items() for name in names]
    assert all(is_in_compat(symbol) for symbol in told)
    found, refused = homes.asked([*told, *symbols()])
    assert set(refused) == lost(), AGAIN
    assert {module: sorted(names) for module, names in known.items()} == found, AGAIN


def test_what_real_programs_used_of_contrib(ran):
    used = (Path(__file__).with_name("contrib_in_use.txt")).read_text().split()
    gone = ran(THERE, *used).split()
    assert [one for one in used if one in gone and is_in_compat(one)] == []
