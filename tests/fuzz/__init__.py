"""Random inputs of the whole command: none may be an internal error."""
