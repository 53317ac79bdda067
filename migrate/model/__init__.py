"""The frozen values that one stage hands to the next."""
