"""Secrecy: the site's output is the same in every world that its reader cannot distinguish."""
