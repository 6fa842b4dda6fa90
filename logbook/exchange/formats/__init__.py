"""File formats: readers and writers of text, without a database.

A reader goes through a file from start to end and holds a small piece in memory. It yields one `Read` after the other:
an entry, an entry in doubt, or the fault for which there is no entry.
"""
