"""Formats, imports, exports."""
