(package_header) @def.package
(class_declaration) @def.class
(object_declaration) @def.class
(companion_object) @def.class
(type_alias) @def.type
(enum_entry) @def.enum_member
(function_declaration) @def.function
(secondary_constructor) @def.constructor
(source_file (property_declaration) @def.property)
(class_body (property_declaration) @def.property)
(enum_class_body (property_declaration) @def.property)
(class_parameter ["val" "var"]) @def.property

(import) @import

(package_header (_) @name)
(import (_) @name)
(qualified_identifier (identifier) @name)
[
  (class_declaration name: (_) @name) (object_declaration name: (_) @name)
  (companion_object name: (_) @name) (function_declaration name: (_) @name)
  (type_alias type: (_) @name) (return_expression label: (_) @name)
]
(variable_declaration (identifier) @name)
(class_parameter (identifier) @name)
(parameter (identifier) @name)
(enum_entry . (identifier) @name)
(catch_block . (identifier) @name)
(type_parameter (identifier) @name)
(value_argument . (identifier) @name . "=")
(infix_expression (_) . (identifier) @name . (_))

(delegation_specifier (user_type (identifier) @ref.inherit .))
(delegation_specifier (user_type (identifier) @ref.inherit . (type_arguments)))
(delegation_specifier (_ (user_type (identifier) @ref.inherit .)))
(delegation_specifier (_ (user_type (identifier) @ref.inherit . (type_arguments))))
(annotation (user_type (identifier) @ref.decorator .))
(annotation (constructor_invocation (user_type (identifier) @ref.decorator .)))
(user_type (identifier) @ref.type .)
(user_type (identifier) @ref.type . (type_arguments))
(call_expression . [(identifier) (navigation_expression)] @ref.call)
[(navigation_expression) (callable_reference)] @ref.attribute
(identifier) @ref.mention

[(if_expression) (for_statement) (while_statement) (do_while_statement)] @branch
["catch" "&&" "||" "?:"] @decision
(when_expression (when_entry) @decision . (when_entry))
(when_expression) @nesting
[(when_entry) (catch_block)] @condition
(binary_expression "?:") @condition
(anonymous_function) @callback
(throw_expression) @exit.raise
(return_expression) @exit.return

(line_comment) @comment
(block_comment) @comment

[
  (function_declaration) (secondary_constructor) (anonymous_function) (setter) (block)
  (lambda_literal) (for_statement) (catch_block) (when_expression)
] @scope
(object_literal (class_body) @scope @local)
[(parameter) (property_declaration) (function_declaration) (lambda_literal) (catch_block)] @local
(lambda_parameters (variable_declaration) @local)
(for_statement (variable_declaration) @local)
(when_subject (variable_declaration) @local)
(type_parameter) @local
