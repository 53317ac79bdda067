"""The modules by which rewritten code imports `compat`."""

RUNTIMES = ("compat", "tfmigrate_compat")
