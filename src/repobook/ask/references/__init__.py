"""Who uses a symbol, by links and by the text, and who implements it."""
