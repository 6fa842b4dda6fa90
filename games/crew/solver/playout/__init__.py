"""Playouts of imagined deals: how good a card looks to a player who sees one hand."""
