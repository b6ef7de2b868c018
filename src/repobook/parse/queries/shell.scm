(function_definition) @def.function
(program (variable_assignment) @def.variable)
(program (declaration_command (variable_assignment) @def.variable))

; What a function can be called; paths and options of programs are no names.
((command name: (command_name (word) @ref.call)) (#match? @ref.call "^[A-Za-z_][A-Za-z0-9_]*$"))
((command name: (command_name (word) @_dot) . argument: (_) @import) (#any-of? @_dot "source" "."))

(comment) @comment
