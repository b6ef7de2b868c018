"""What the web site has beside its pages: search, styles, scripts."""
