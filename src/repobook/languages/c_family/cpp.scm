; inherits: c_family/c
(class_specifier name: (_) body: (_)) @def.class
(namespace_definition) @def.namespace
(alias_declaration) @def.alias
(concept_definition) @def.concept
(template_declaration) @wrapper

(using_declaration) @import
(namespace_alias_definition) @import

(class_specifier name: (type_identifier) @name body: (_))
(alias_declaration name: (type_identifier) @name)
(type_parameter_declaration (type_identifier) @template_parameter)
(optional_type_parameter_declaration name: (type_identifier) @template_parameter)
(variadic_type_parameter_declaration (type_identifier) @template_parameter)
(base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @ref.inherit)
(qualified_identifier) @ref.qualified
(qualified_identifier scope: (namespace_identifier) @ref.scope)
(template_function) @ref.template
(field_initializer (field_identifier) @ref.initialized)
(field_declaration_list (declaration !type declarator: (function_declarator declarator: (identifier) @ref.macro)))
(optional_parameter_declaration) @local
(for_range_loop) @local
(lambda_capture_initializer left: (identifier) @local_name)

(for_range_loop) @branch
"catch" @decision
(catch_clause) @condition
(lambda_expression) @callback
(throw_statement) @exit.raise
(co_return_statement) @exit.return
(static_assert_declaration) @exit.assert
