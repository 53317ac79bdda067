"""Which modules run together, started by which file, and what of them runs then."""
