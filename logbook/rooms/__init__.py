"""Rooms: an attempt that several people look back at together."""
