"""Views of lessons by players."""
