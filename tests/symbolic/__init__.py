"""A symbolic TensorFlow: are an original program and what was made of it the same program?

    from tests.symbolic.compare import compare
    verdict = compare({"train.py": before}, {"train.py": after}, "train.py", ["--steps=3"])
    assert verdict.kind == "equal", verdict

`tensorflow` and `compat` are stood in for by pure Python that records expressions. Both programs run in
milliseconds, in a child process, without TensorFlow; what is compared is the exception that they end with,
each update of each variable, each fetched value, the last values of variables, and what they print.
`verdict.kind` is "equal", "different" (`verdict.what` is the first part that differs) or "unsure" (why).
From the command line:

    python -m tests.symbolic BEFORE AFTER [--entry train.py] [-- flags of the program]

`compare_all` does many pairs. How it works:

- A fetched value is a NumPy array filled from the hash of its expression (`expressions.py`), so that
  branches and formats need no model. Whole numbers are computed (`folding.py`). Each pair is played twice,
  with other numbers.
- `graphs.py`, `nodes.py`, `running.py`: a graph and its runs, by demand as a session's or in order as a
  function's.
- `variables.py`, `optimizers.py`, `gradients.py`, `randoms.py`, `control.py`: what operations mean.
- `sessions.py`, `steps.py`, `store.py`: sessions, `tf.function`, `compat.VariableStore`.
- `tables_*.py`: which names there are. What is not there is unsure, and so is any exception that begins in
  this package without being meant: nothing unknown is ever equal. Signatures are TensorFlow's own
  (`make_signatures.py`).

What it cannot see: both sides share this code, so a slip in it may cancel out; kernels, races within a run,
real files, threads and time are not modelled. Equality is of expressions, up to the normal forms in
`folding.py`."""
