"""The pre-pass: Python 2 turned into Python 3, before a file is parsed.

`conversion` loads fissix: what imports it does so when there is something to convert.
"""
