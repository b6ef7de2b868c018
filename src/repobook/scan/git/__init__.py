"""The only room that starts git."""
