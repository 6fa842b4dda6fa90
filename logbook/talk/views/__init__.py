"""Views of talk."""
