"""File formats, imports and exports."""
