"""From facts to what is to be done with each unit."""
