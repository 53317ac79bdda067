"""Variables under TF 1 names, shared, partitioned, penalised and listed as in a graph, by every strategy."""

from pathlib import Path

import numpy as np
import pytest

from . import strategy_programs as programs


@pytest.fixture(scope="module")
def graph():
    return programs.of_graph()


def assert_as_in_the_graph(result, graph):
    np.testing.assert_allclose(result.pop("losses"), graph["losses"], rtol=1e-6)
    assert result == {key: value for key, value in graph.items() if key != "losses"}


@pytest.mark.parametrize("kind", programs.STRATEGIES)
def test_a_step_under_a_strategy_has_the_graphs_variables(kind, fork_task, graph):
    assert_as_in_the_graph(fork_task(f"{Path(programs.__file__)}:train", [kind]).result(60), graph)


def test_so_has_code_that_runs_at_once(fork_task, graph):
    assert_as_in_the_graph(fork_task(f"{Path(programs.__file__)}:train_at_once", []).result(60), graph)
