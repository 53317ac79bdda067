"""`python -m migrate`: the command, where its script is not on the path."""

import sys

from migrate.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
