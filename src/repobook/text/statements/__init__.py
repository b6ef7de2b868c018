"""The statements of a function, in their order, with the blocks that they stand in."""
