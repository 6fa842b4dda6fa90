"""Services of lessons by players."""
