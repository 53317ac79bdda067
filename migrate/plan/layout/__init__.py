"""The text of a block without its graph and session: its steps, their calls, and what stays."""
