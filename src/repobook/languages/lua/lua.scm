(function_declaration) @def.function
(chunk (variable_declaration) @def.variable)
(chunk (assignment_statement) @def.variable)
(assignment_statement (variable_list . name: (dot_index_expression)) (expression_list . value: (function_definition))) @def.function
((assignment_statement (variable_list . name: (dot_index_expression table: (identifier) @_self))) @def.field
  (#eq? @_self "self"))
(chunk (_ (expression_list (table_constructor (field name: (_)) @def.field))))
(chunk (variable_declaration (assignment_statement (expression_list (table_constructor (field name: (_)) @def.field)))))
(field name: (identifier) value: (function_definition)) @def.function
(chunk (return_statement) @def.module)
((function_call name: (identifier) @_tests arguments: (arguments . (string) (function_definition))) @def.test
  (#any-of? @_tests "describe" "context" "it" "test" "insulate" "expose"))

((function_call name: (identifier) @_imports) @import (#eq? @_imports "require"))

(function_declaration name: (_) @name)
(variable_list name: (_) @name)
(parameters name: (_) @name)
(for_numeric_clause name: (_) @name)
(field name: (identifier) @name)
(goto_statement (identifier) @name)
(label_statement (identifier) @name)
((identifier) @name (#eq? @name "self"))

(function_call) @ref.call
[(dot_index_expression) (identifier)] @ref.attribute

[(if_statement) (for_statement) (while_statement) (repeat_statement)] @branch
[(elseif_statement) "and" "or"] @decision
(function_definition) @callback
(block (return_statement) @exit.return)
(goto_statement) @exit.goto

(comment) @comment

[(function_declaration) (function_definition) (block) (for_statement)] @scope
[(parameters) (variable_declaration) (for_generic_clause) (for_numeric_clause)] @local
