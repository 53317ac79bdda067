"""What becomes of a session's options."""

from migrate.rewrite.rule import Rule

RULES = (
    Rule(
        code="CFG102",
        title="A session option is left out",
        explanation=(
            "Soft placement and the log of placements are kept. Options that change speed or memory, not "
            "values, have their counterparts in tf.config and are left to you."
        ),
    ),
    Rule(
        code="CFG201",
        title="A session option changes which devices there are",
        explanation="device_count hides devices: choose them with tf.config.set_visible_devices.",
    ),
)
