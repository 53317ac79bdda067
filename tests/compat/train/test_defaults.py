"""What an argument is that is not given: as in TensorFlow's own sessions."""

import pytest
import tensorflow as tf

from compat import train as ours

from ..defaults import shared_defaults

v1 = tf.compat.v1
THEIRS = {
    "ChiefSessionCreator": v1.train.ChiefSessionCreator,
    "LooperThread": v1.train.LooperThread,
    "MonitoredSession": v1.train.MonitoredSession,
    "MonitoredTrainingSession": v1.train.MonitoredTrainingSession,
    "MonitoredSteps": v1.train.MonitoredTrainingSession,
    "SessionManager": v1.train.SessionManager,
    "SingularMonitoredSession": v1.train.SingularMonitoredSession,
    "Supervisor": v1.train.Supervisor,
    "WorkerSessionCreator": v1.train.WorkerSessionCreator,
}
# How often: an object of TensorFlow's own, and one of ours, say that nothing is asked.
OFTEN = ("save_checkpoint_secs", "save_summaries_steps", "save_summaries_secs", "save_checkpoint_steps")


@pytest.mark.parametrize("name", THEIRS)
def test_defaults_are_those_of_tensorflow(name):
    told, known = shared_defaults(getattr(ours, name), THEIRS[name], OFTEN)
    assert len(told) > 1
    assert told == known
