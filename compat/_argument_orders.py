"""Which symbols have their arguments in another order, or by other names, than TensorFlow 1.15 had them."""

from __future__ import annotations

import csv
from pathlib import Path

# Arguments that are called otherwise today.
RENAMED: dict[str, dict[str, str]] = {
    "OptionalSpec": {"value_structure": "element_spec"},
    "data.experimental.OptionalStructure": {"value_structure": "element_spec"},
    "keras.preprocessing.text.one_hot": {"text": "input_text"},
    "keras.preprocessing.text.text_to_word_sequence": {"text": "input_text"},
    "keras.utils.GeneratorEnqueuer": {"sequence": "generator"},
    "keras.utils.deserialize_keras_object": {"identifier": "config"},
    "keras.utils.serialize_keras_object": {"instance": "obj"},
}


def orders() -> dict[str, list[str]]:
    """The arguments of 1.15, in order, of the symbols that have them otherwise today."""
    with Path(__file__).with_name("argument_orders.csv").open(encoding="utf-8") as table:
        return {row["symbol"]: row["arguments"].split() for row in csv.DictReader(table)}
