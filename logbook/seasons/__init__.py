"""Weekly series, seasons, duplicate scores and their standings."""
