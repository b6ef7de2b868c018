(class_declaration) @def.class
(record_declaration) @def.class
(interface_declaration) @def.interface
(annotation_type_declaration) @def.interface
(enum_declaration) @def.enum
(enum_constant) @def.enum_member
(method_declaration) @def.method
(annotation_type_element_declaration) @def.method
(constructor_declaration) @def.constructor
(compact_constructor_declaration) @def.constructor
(field_declaration) @def.field
(constant_declaration) @def.constant
(record_declaration parameters: (formal_parameters (formal_parameter) @def.field))
(package_declaration) @def.package
(module_declaration) @def.module

(import_declaration) @import
(requires_module_directive) @import

(superclass [(type_identifier) (scoped_type_identifier)] @ref.inherit)
(superclass (generic_type . (_) @ref.inherit))
(super_interfaces (type_list [(type_identifier) (scoped_type_identifier)] @ref.inherit))
(super_interfaces (type_list (generic_type . (_) @ref.inherit)))
(extends_interfaces (type_list [(type_identifier) (scoped_type_identifier)] @ref.inherit))
(extends_interfaces (type_list (generic_type . (_) @ref.inherit)))
(marker_annotation name: (_) @ref.decorator)
(annotation name: (_) @ref.decorator)
(type_parameter . (type_identifier) @name)
(package_declaration (_) @name)
(import_declaration (_) @name)
(scoped_identifier scope: (_) @name)
[
  (class_declaration name: (_) @name) (interface_declaration name: (_) @name)
  (enum_declaration name: (_) @name) (record_declaration name: (_) @name)
  (annotation_type_declaration name: (_) @name) (annotation_type_element_declaration name: (_) @name)
  (method_declaration name: (_) @name) (constructor_declaration name: (_) @name)
  (compact_constructor_declaration name: (_) @name) (enum_constant name: (_) @name)
  (variable_declarator name: (_) @name) (formal_parameter name: (_) @name)
  (catch_formal_parameter name: (_) @name) (enhanced_for_statement name: (_) @name)
  (resource name: (_) @name) (instanceof_expression name: (_) @name)
  (element_value_pair key: (_) @name)
]
(lambda_expression parameters: (identifier) @name)
(inferred_parameters (identifier) @name)
(type_pattern (identifier) @name)
(record_pattern_component (identifier) @name)
; What a case is called is a constant of what the switch asks, not of the class around.
(switch_label (identifier) @name)
(labeled_statement . (identifier) @name)
[(break_statement (identifier) @name) (continue_statement (identifier) @name)]
(scoped_type_identifier) @ref.type
(type_identifier) @ref.type
(object_creation_expression type: [(type_identifier) (scoped_type_identifier)] @ref.call)
(object_creation_expression type: (generic_type . (_) @ref.call))
(method_invocation name: (identifier) @ref.call)
(method_reference) @ref.attribute
(field_access) @ref.attribute
(identifier) @ref.mention
(this) @name

[(if_statement) (for_statement) (enhanced_for_statement) (while_statement) (do_statement)] @branch
[(ternary_expression) "case" "catch" "&&" "||"] @decision
(switch_expression) @nesting
[(switch_block_statement_group) (switch_rule) (catch_clause)] @condition
(lambda_expression) @callback
(if_statement consequence: [(block) (expression_statement) (break_statement)] @arm)
(if_statement alternative: [(block) (expression_statement) (break_statement)] @arm)
(enhanced_for_statement body: (block) @arm)
(catch_clause body: (block) @arm)
(throw_statement) @exit.raise
(return_statement) @exit.return
(assert_statement) @exit.assert
(continue_statement) @exit.continue

(line_comment) @comment
(block_comment) @comment

[
  (class_declaration) (interface_declaration) (record_declaration) (method_declaration)
  (constructor_declaration) (compact_constructor_declaration) (block) (lambda_expression)
  (for_statement) (enhanced_for_statement) (try_with_resources_statement) (catch_clause)
  (switch_block_statement_group) (switch_rule)
] @scope
(class_body) @scope @local
[
  (formal_parameter) (spread_parameter) (catch_formal_parameter) (resource) (type_parameter)
  (local_variable_declaration) (enhanced_for_statement) (type_pattern)
] @local
(instanceof_expression name: (_)) @local
(lambda_expression parameters: [(identifier) (inferred_parameters)] @local)
