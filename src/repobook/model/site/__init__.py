"""What the site needs besides pages."""
