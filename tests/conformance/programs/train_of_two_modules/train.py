# expect: native, parity
"""Two modules have a function of one name, each of which is called once, and lists all variables."""

import sys

import first
import second


def main():
    if len(sys.argv) > 1:
        second.train(0.1)
    else:
        first.train(0.1)


main()
