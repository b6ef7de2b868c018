"""What the languages of the family share in parsing."""
