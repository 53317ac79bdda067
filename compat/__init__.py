"""Part of tfmigrate."""
