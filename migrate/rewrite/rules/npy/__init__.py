"""What is left of Python 2 in code that Python 3 can parse."""
