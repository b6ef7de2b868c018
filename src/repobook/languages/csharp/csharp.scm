(namespace_declaration) @def.namespace
(file_scoped_namespace_declaration) @def.namespace
(class_declaration) @def.class
(record_declaration) @def.class
(struct_declaration) @def.struct
(interface_declaration) @def.interface
(enum_declaration) @def.enum
(enum_member_declaration) @def.enum_member
(delegate_declaration) @def.type
(method_declaration) @def.method
(local_function_statement) @def.function
(constructor_declaration) @def.constructor
(property_declaration) @def.property
(event_declaration) @def.property
(field_declaration) @def.field
(event_field_declaration) @def.field
(record_declaration (parameter_list (parameter) @def.property))

(using_directive) @import

(class_declaration name: (_) @name)
(record_declaration name: (_) @name)
(struct_declaration name: (_) @name)
(interface_declaration name: (_) @name)
(enum_declaration name: (_) @name)
(enum_member_declaration name: (_) @name)
(delegate_declaration name: (_) @name)
(method_declaration name: (_) @name)
(local_function_statement name: (_) @name)
(constructor_declaration name: (_) @name)
(destructor_declaration name: (_) @name)
(property_declaration name: (_) @name)
(event_declaration name: (_) @name)
(variable_declarator name: (_) @name)
(parameter name: (_) @name)
(type_parameter name: (_) @name)
(type_parameter_constraints_clause . (identifier) @name)
(namespace_declaration name: (_) @name)
(file_scoped_namespace_declaration name: (_) @name)
(catch_declaration name: (_) @name)
(declaration_pattern name: (_) @name)
(declaration_expression name: (_) @name)
(from_clause name: (_) @name)
(foreach_statement left: (identifier) @name)
(argument name: (_) @name)
(attribute_argument name: (_) @name)
; What an object is given by name belongs to its type, not to the class that writes it.
(initializer_expression (assignment_expression left: (identifier) @name))
(anonymous_object_creation_expression (identifier) @name)
(with_initializer . (identifier) @name)
(subpattern . (identifier) @name)
(goto_statement (identifier) @name)
(recursive_pattern name: (_) @name @local)
(let_clause . (identifier) @name @local)
(join_clause . (identifier) @name @local)
(join_into_clause (identifier) @name @local)
(query_expression (identifier) @name @local)
(using_directive (_) @name)
(qualified_name qualifier: (_) @name)
(alias_qualified_name alias: (_) @name)
(labeled_statement . (identifier) @name)
(parameter_list name: (identifier) @name)

(base_list [(identifier) (generic_name) (qualified_name)] @ref.inherit)
(attribute name: [(identifier) (generic_name) (qualified_name)] @ref.decorator)
(invocation_expression) @ref.call
(object_creation_expression) @ref.call
(conditional_access_expression (invocation_expression)) @ref.call
(_ type: [(identifier) (generic_name) (qualified_name)] @ref.type)
(_ returns: [(identifier) (generic_name) (qualified_name)] @ref.type)
(type_argument_list [(identifier) (generic_name) (qualified_name)] @ref.type)
(type_parameter_constraint [(identifier) (generic_name) (qualified_name)] @ref.type)
(as_expression right: [(identifier) (generic_name) (qualified_name)] @ref.type)
(is_expression right: [(identifier) (generic_name) (qualified_name)] @ref.type)
[(member_access_expression) (identifier)] @ref.attribute
(conditional_access_expression (member_binding_expression)) @ref.attribute

[
  (if_statement) (for_statement) (foreach_statement) (while_statement) (do_statement)
] @branch
[
  (conditional_expression) (catch_clause) (switch_expression_arm) (switch_section) "&&" "||" "??"
] @decision
[(switch_statement) (switch_expression)] @nesting
[(switch_section) (catch_clause)] @condition
[(lambda_expression) (anonymous_method_expression)] @callback
[(throw_statement) (throw_expression)] @exit.raise
(return_statement) @exit.return
(continue_statement) @exit.continue
(goto_statement) @exit.goto

(comment) @comment

[
  (class_declaration) (struct_declaration) (interface_declaration) (method_declaration)
  (constructor_declaration) (local_function_statement) (delegate_declaration)
  (operator_declaration) (conversion_operator_declaration) (indexer_declaration)
  (block) (lambda_expression) (anonymous_method_expression) (for_statement) (foreach_statement)
  (using_statement) (catch_clause) (switch_section) (switch_expression_arm) (query_expression)
] @scope
[
  (parameter) (type_parameter) (catch_declaration) (foreach_statement) (declaration_pattern)
  (declaration_expression) (from_clause) (implicit_parameter) (accessor_declaration)
] @local
(parameter_list name: (identifier) @local)
(local_declaration_statement (variable_declaration) @local)
(for_statement (variable_declaration) @local)
(using_statement (variable_declaration) @local)
