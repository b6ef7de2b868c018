"""What belongs to a scan: ignore files, attributes, options."""
