"""What runs the builds of a fleet: processes of this machine, or a cluster."""
