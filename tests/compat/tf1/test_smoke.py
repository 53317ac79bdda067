"""Every public symbol of TensorFlow 1.15 on `compat.tf1`, called as it was there: see `smoke/record.py`."""

import json
from pathlib import Path

import pytest

from compat._refusals import message, refusals

HERE = Path(__file__).parent / "smoke"
SYMBOLS = 2732
AT_LEAST = 2690


@pytest.mark.timeout(600)
def test_symbols_take_the_arguments_of_1_15_and_give_what_they_gave(python):
    run = python(str(HERE / "replay.py"), timeout=540)
    assert run.returncode == 0, run.stderr[-3000:]
    problems = dict(map(json.loads, run.stdout.splitlines()))
    assert len(problems) == SYMBOLS
    refused = {refusal.symbol: refusal for refusal in refusals()}
    problems["tf.timestamp"] = []  # gives the time, which goes on
    wrong = {symbol: found for symbol, found in problems.items() if found and symbol not in refused}
    assert not wrong, json.dumps(wrong, indent=1)
    assert sum(not found for found in problems.values()) >= AT_LEAST
    for symbol, refusal in refused.items():
        if refusal.arguments:
            assert "take" in "".join(problems[symbol]), symbol
        else:
            # A module that is left with nothing raises already, with the code of what was in it.
            told = [message(symbol), message(symbol.rpartition(".")[0]), message(symbol.rsplit(".", 2)[0])]
            assert problems[symbol][0].removeprefix("not found: ") in told, symbol
