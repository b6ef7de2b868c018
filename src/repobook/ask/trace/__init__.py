"""From any end of a chain to all of it: subjects, bindings between them, the code behind."""
