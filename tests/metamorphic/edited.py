"""A program with one edit made at one place."""

import ast
import random

from .edits import Edit
from .places import places


def edited(text: str, edit: Edit, seed: int) -> str | None:
    """The program without comments, edited at a place that the seed chooses; None if that fits nowhere."""
    numbers = list(range(len(places(ast.parse(text)))))
    random.Random(f"{edit.name} {seed}").shuffle(numbers)
    for number in numbers:
        tree = ast.parse(text)
        place = places(tree)[number]
        made = edit.make(place)
        if made is not None:
            place.block[place.index : place.index + 1] = made
            return ast.unparse(ast.fix_missing_locations(tree)) + "\n"
    return None
