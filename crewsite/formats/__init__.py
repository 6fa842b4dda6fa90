"""How dates are written in each language, where Django's own way is not the site's."""
