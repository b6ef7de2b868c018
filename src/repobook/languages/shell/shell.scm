(function_definition) @def.function
(program (variable_assignment) @def.variable)
(program (declaration_command (variable_assignment) @def.variable))

; What a function can be called; paths and options of programs are no names.
((command name: (command_name (word) @ref.call)) (#match? @ref.call "^[A-Za-z_][A-Za-z0-9_]*$"))
((command name: (command_name (word) @_dot) . argument: (_) @import) (#any-of? @_dot "source" "."))
((command name: (command_name (_) @import)) (#match? @import "/"))
((command name: (command_name (word) @_run) argument: (_) @import) (#any-of? @_run "bash" "sh" "zsh" "python" "python3" "pytest" "node" "perl" "ruby" "exec" "sudo" "time" "nohup" "timeout" "env"))

[(if_statement) (for_statement) (c_style_for_statement) (while_statement)] @branch
[(case_item) "elif" (ternary_expression)] @decision
(list ["&&" "||"] @decision)
(case_statement) @nesting

(comment) @comment
