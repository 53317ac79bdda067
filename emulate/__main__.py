"""`python -m emulate`: the command without the rest of tfmigrate."""

from ._cli import emulate

if __name__ == "__main__":
    emulate(prog_name="python -m emulate")
