"""Variables, optimizers and savers: what is made before the steps, and what lists it."""
