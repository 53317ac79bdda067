"""The configuration of sessions."""
