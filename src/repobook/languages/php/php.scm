(namespace_definition) @def.namespace
(class_declaration) @def.class
(interface_declaration) @def.interface
(trait_declaration) @def.trait
(enum_declaration) @def.enum
(enum_case) @def.enum_member
(function_definition) @def.function
(method_declaration) @def.method
(property_declaration) @def.field
(property_promotion_parameter) @def.field
(const_declaration) @def.constant
((function_call_expression function: (name) @_defines arguments: (arguments . (argument (string)))) @def.constant
  (#eq? @_defines "define"))

(namespace_use_declaration) @import
[
  (require_expression) (require_once_expression) (include_expression) (include_once_expression)
] @import

(base_clause [(name) (qualified_name)] @ref.inherit)
(class_interface_clause [(name) (qualified_name)] @ref.inherit)
(use_declaration [(name) (qualified_name)] @ref.inherit)
(attribute . [(name) (qualified_name)] @ref.decorator)
[
  (member_call_expression) (nullsafe_member_call_expression) (scoped_call_expression)
  (function_call_expression) (object_creation_expression)
] @ref.call
(named_type [(name) (qualified_name)] @ref.type)
(scoped_call_expression scope: [(name) (qualified_name)] @ref.type)
(scoped_property_access_expression scope: [(name) (qualified_name)] @ref.type)
(class_constant_access_expression . [(name) (qualified_name)] @ref.type)
(binary_expression operator: "instanceof" right: [(name) (qualified_name)] @ref.type)
[
  (member_access_expression) (nullsafe_member_access_expression)
  (scoped_property_access_expression) (class_constant_access_expression)
] @ref.attribute
(argument [(name) (qualified_name)] @ref.attribute .)
(binary_expression [(name) (qualified_name)] @ref.attribute)
(return_statement [(name) (qualified_name)] @ref.attribute)
(assignment_expression right: [(name) (qualified_name)] @ref.attribute)
(array_element_initializer [(name) (qualified_name)] @ref.attribute)
((variable_name) @ref.attribute (#eq? @ref.attribute "$_ENV"))
((program . (text) @_run . (php_tag) @ref.mention) (#match? @_run "^#!.*php"))

[
  (if_statement) (for_statement) (foreach_statement) (while_statement) (do_statement)
] @branch
[
  (else_if_clause) (case_statement) (match_conditional_expression) (catch_clause)
  (conditional_expression) "&&" "||" "and" "or" "??"
] @decision
[(switch_statement) (match_expression)] @nesting
[(case_statement) (default_statement) (catch_clause)] @condition
[(anonymous_function) (arrow_function)] @callback
(throw_expression) @exit.raise
(return_statement) @exit.return
(continue_statement) @exit.continue
(exit_statement) @exit.exit

(comment) @comment

[
  (function_definition) (method_declaration) (anonymous_function) (arrow_function)
] @scope
[
  (simple_parameter) (variadic_parameter) (property_promotion_parameter) (assignment_expression)
  (foreach_statement) (catch_clause) (static_variable_declaration)
] @local
(anonymous_class) @scope @local
