"""SVG drawings composed from facts. They contain no text for readers: words stand beside them."""
