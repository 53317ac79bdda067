scale = 1.0
