"""The folder that the launcher puts on `PYTHONPATH`: holds a `sitecustomize` and nothing else."""
