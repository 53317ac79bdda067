"""What a program should know of its steps where these differ from its graph."""
