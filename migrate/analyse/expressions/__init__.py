"""What expressions of a block give, and what the calls in them do."""
