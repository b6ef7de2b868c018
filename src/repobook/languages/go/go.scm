(package_clause) @def.package
(function_declaration) @def.function
(method_declaration) @def.method
(source_file (type_declaration [(type_spec) (type_alias)] @def.type))
(source_file (type_declaration (type_spec type: (struct_type (field_declaration_list (field_declaration) @def.field)))))
(field_declaration type: (struct_type (field_declaration_list (field_declaration) @def.field)))
(interface_type (method_elem) @def.method)
(source_file (const_declaration (const_spec) @def.constant))
(source_file (var_declaration (var_spec) @def.variable))
(source_file (var_declaration (var_spec_list (var_spec) @def.variable)))

(import_spec) @import

(type_spec name: (type_identifier) @name)
(type_alias name: (type_identifier) @name)
[
  (function_declaration name: (_) @name) (parameter_declaration name: (_) @name)
  (variadic_parameter_declaration name: (_) @name) (type_parameter_declaration name: (_) @name)
  (const_spec name: (_) @name) (var_spec name: (_) @name)
]
[
  (short_var_declaration left: (expression_list (identifier) @name))
  (range_clause left: (expression_list (identifier) @name))
  (receive_statement left: (expression_list (identifier) @name))
  (type_switch_statement alias: (expression_list (identifier) @name))
]
; The keys of a struct are its fields; those of a map, an array or a slice are expressions.
(composite_literal
  type: [(type_identifier) (qualified_type) (generic_type) (struct_type)]
  body: (literal_value (keyed_element key: (literal_element (identifier) @name @key))))
(literal_element (literal_value (keyed_element key: (literal_element (identifier) @name @key))))
(qualified_type) @ref.type
(field_declaration !name type: [(type_identifier) (qualified_type)] @ref.inherit)
(interface_type (type_elem . [(type_identifier) (qualified_type)] @ref.inherit .))
(call_expression function: [(identifier) (selector_expression)] @ref.call)
(selector_expression) @ref.attribute
((identifier) @ref.mention (#not-eq? @ref.mention "_"))
(type_identifier) @ref.type

[(if_statement) (for_statement)] @branch
["case" "&&" "||"] @decision
[(expression_switch_statement) (type_switch_statement) (select_statement)] @nesting
[(expression_case) (type_case) (default_case) (communication_case)] @condition
(func_literal) @callback
(if_statement consequence: (block) @arm)
(if_statement alternative: (block) @arm)
(for_statement body: (block) @arm)
(return_statement) @exit.return
(goto_statement) @exit.goto
(continue_statement) @exit.continue

(comment) @comment

[
  (function_declaration) (method_declaration) (func_literal) (function_type) (method_elem)
  (block) (if_statement) (for_statement) (expression_switch_statement)
  (type_switch_statement) (expression_case) (type_case) (default_case) (communication_case)
] @scope
(type_spec type_parameters: (_)) @scope
[
  (parameter_declaration) (variadic_parameter_declaration) (type_parameter_declaration)
  (short_var_declaration) (var_spec) (const_spec) (range_clause) (receive_statement)
  (type_declaration)
] @local
(type_switch_statement alias: (_) @local)
