"""Playouts of sampled worlds: the value of a card to a player who sees one hand."""
