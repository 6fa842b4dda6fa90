"""What people type, checked field by field."""
