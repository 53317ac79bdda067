"""What runs feed, followed from where dictionaries are made to the runs."""
