"""What names may hold: abstract objects, and which statement reads or writes what of them.

A points-to analysis of all modules of a run (`points_to.py`) over the abstract objects of `model/objects.py`,
by what is known of functions from outside (`externals.py`). `effects.py` sums up what a statement does, with
the functions that it calls.
"""

from .effects import ProgramEffects as ProgramEffects
from .points_to import PointsTo as PointsTo
