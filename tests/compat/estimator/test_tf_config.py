"""What `TF_CONFIG` may have wrong, in the words of who reads it."""

import pytest

import compat


@pytest.mark.parametrize(
    ("given", "error", "told"),
    [
        ('{"cluster": ', compat.ClusterError, "TF_CONFIG is not JSON: .*: give it as in"),
        ('{"cluster": {"chief": ["a:1", "b:1"]}}', ValueError, 'in TF_CONFIG must have only one "chief"'),
        ('{"cluster": {"ps": ["a:1"]}}', ValueError, 'must have one "chief" node'),
        (
            '{"cluster": {"chief": ["a:1"]}, "task": {"type": "worker", "index": 0}}',
            ValueError,
            "worker is not a valid task_type",
        ),
    ],
)
def test_what_is_wrong_in_it_is_told(monkeypatch, given, error, told):
    monkeypatch.setenv("TF_CONFIG", given)
    with pytest.raises(error, match=told):
        compat.estimator.RunConfig()
