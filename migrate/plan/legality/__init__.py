"""What must hold of a block that loses its session, whichever way its steps were found.

`fates.py` says what becomes of each statement; `conservation.py` holds that none is lost that matters,
`replay.py` that a step finds, when it is traced, what the graph's code found when it ran, `order.py` that
lists of variables keep their order, `names_shown.py` that no name is asked for that steps do not have,
`fetches.py` that a run fetches the same each time, `beside.py` that no other code changes what these read,
`slots.py` that optimizers have the slots that are asked for, `unknown_code.py` that nothing a step finds
beside itself may be a part of the graph that code which was not given has built.
"""

from .beside import check_beside as check_beside
from .conservation import check_conservation as check_conservation
from .fates import Fates as Fates
from .fates import fates_of as fates_of
from .fetches import check_fetches as check_fetches
from .names_shown import check_names_shown as check_names_shown
from .order import check_order_of_variables as check_order_of_variables
from .replay import check_replay as check_replay
from .slots import check_slots as check_slots
from .unknown_code import check_unknown_code as check_unknown_code
