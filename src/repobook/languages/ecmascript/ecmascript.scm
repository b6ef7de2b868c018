(export_statement) @wrapper
(function_declaration) @def.function
(generator_function_declaration) @def.function
(class_declaration) @def.class
(export_statement value: [(class) (function_expression) (arrow_function)] @def.default)
(method_definition) @def.method
(program (lexical_declaration (variable_declarator) @def.variable))
(program (variable_declaration (variable_declarator) @def.variable))
(export_statement (lexical_declaration (variable_declarator) @def.exported))
(export_statement (variable_declaration (variable_declarator) @def.exported))
(variable_declarator value: [(arrow_function) (function_expression) (generator_function) (class)]) @def.function
(variable_declarator value: (object (pair value: [(arrow_function) (function_expression)]) @def.method))
(assignment_expression right: (object (pair value: [(arrow_function) (function_expression)]) @def.method))
(export_statement value: (object (pair value: [(arrow_function) (function_expression)]) @def.method))
(function_expression name: (_)) @def.function
(program (expression_statement (assignment_expression left: (member_expression)) @def.assignment))
(program (expression_statement (assignment_expression left: (member_expression) @name right: [(function_expression) (arrow_function) (class)])))

; Rooted at the arguments, because few of them begin with a string while calls are everywhere.
(arguments . [(string) (template_string)] . [(arrow_function) (function_expression) (identifier)]) @def.test
(arguments . [(string) (template_string)] . (object) . [(arrow_function) (function_expression)]) @def.test

(import_statement) @import
(export_statement source: (_)) @import
(export_statement !source (export_clause)) @import
(export_statement !source (identifier)) @import
(arguments . (string) .) @import

(function_declaration name: (_) @name)
(generator_function_declaration name: (_) @name)
(function_expression name: (_) @name)
(generator_function name: (_) @name)
(variable_declarator name: (identifier) @name)
(arrow_function parameter: (identifier) @name)
(catch_clause parameter: (identifier) @name)
(for_in_statement kind: _ left: (identifier) @name)
(pair_pattern value: (identifier) @name)
(array_pattern (identifier) @name)
(rest_pattern (identifier) @name)
(assignment_pattern left: (identifier) @name)
(import_clause (identifier) @name)
(import_specifier (identifier) @name)
(namespace_import (identifier) @name)
(namespace_export (identifier) @name)
(export_specifier (identifier) @name)
(export_statement value: (identifier) @name)

(decorator [(identifier) (member_expression)] @ref.decorator)
(decorator (call_expression function: [(identifier) (member_expression)] @ref.decorator))
(call_expression function: [(identifier) (member_expression)] @ref.call)
(new_expression constructor: [(identifier) (member_expression)] @ref.call)
(member_expression) @ref.attribute
[(identifier) (shorthand_property_identifier)] @ref.mention

[(if_statement) (for_statement) (for_in_statement) (while_statement) (do_statement)] @branch
[(ternary_expression) (catch_clause) "case" "&&" "||" "??"] @decision
(switch_statement) @nesting
[(switch_case) (switch_default) (catch_clause)] @condition
[(arrow_function) (function_expression) (generator_function)] @callback
(throw_statement) @exit.raise
(return_statement) @exit.return
(continue_statement) @exit.continue
(if_statement consequence: [(statement_block) (expression_statement) (break_statement)] @arm)
(else_clause [(statement_block) (expression_statement) (break_statement)] @arm)
[(for_statement body: (_) @arm) (for_in_statement body: (_) @arm) (catch_clause body: (_) @arm)]

(comment) @comment

[
  (function_declaration) (generator_function_declaration) (function_expression)
  (generator_function) (arrow_function) (method_definition) (statement_block) (for_statement)
  (for_in_statement) (catch_clause) (switch_body)
] @scope
[
  (formal_parameters) (variable_declarator) (function_declaration) (function_expression)
] @local
(arrow_function parameter: (_) @local)
(for_in_statement left: (_) @local)
(catch_clause parameter: (_) @local)
