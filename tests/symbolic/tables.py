"""All tables of names, entered by being imported."""
