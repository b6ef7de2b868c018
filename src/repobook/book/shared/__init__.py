"""What pages of several kinds are made of."""
