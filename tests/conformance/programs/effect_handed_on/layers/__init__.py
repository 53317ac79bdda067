from .counters import counted_sum
