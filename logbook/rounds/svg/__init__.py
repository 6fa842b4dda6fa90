"""Drawings that are put together: from facts to SVG, with nothing to read in them. Words stand beside them."""
