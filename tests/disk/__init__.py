"""Tests of disk/."""
