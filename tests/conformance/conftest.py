"""Makes the catalogue of samples importable; `samples/` is no package."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "samples"))
