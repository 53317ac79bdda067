"""Sessions, what opens and looks after them, and their runs."""
