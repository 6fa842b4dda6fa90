"""Trains the network of the solver bot's playouts by its own games."""
