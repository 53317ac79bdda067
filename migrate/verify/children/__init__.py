"""What runs in the processes that `verify` starts: they import TensorFlow, not the one that compares.

Only `__main__` is an entry; nothing outside this folder imports from it.
"""
