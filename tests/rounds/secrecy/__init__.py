"""What leaves the site is the same in every world that its reader cannot tell apart."""
