"""What the functions and classes of a program do to graphs, who calls them, and who makes objects."""
