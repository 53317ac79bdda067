"""Python values and data sets that steps are built of."""
