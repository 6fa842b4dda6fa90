"""What comes in from files and goes out into them: reading and writing text, without a database.

A reader goes through a file from its beginning to its end and holds a small piece of it at a time. It yields one
`Read` after the other: an entry, an entry that is in doubt, or the fault for which there is none.
"""
