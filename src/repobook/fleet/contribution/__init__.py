"""What the book of one repository contributes to the index of its fleet."""
