"""Sessions with something around them, hooks or a Supervisor, whose runs become steps."""
