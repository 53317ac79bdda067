"""What profiles the runs of sessions, by the time and the memory of each: nothing else tells the memory."""

from __future__ import annotations

PROFILERS = (
    "tf.contrib.tfprof.ProfileContext",
    "tf.contrib.tfprof.Profiler",
    "tf.contrib.tfprof.model_analyzer.ProfileContext",
    "tf.contrib.tfprof.model_analyzer.Profiler",
    "tf.profiler.Profiler",
)
WAY_OUT = "tf.profiler.experimental.Profile(folder), around the runs"
