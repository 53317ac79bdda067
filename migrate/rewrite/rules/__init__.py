"""The rules, one file each, in a folder per family."""
