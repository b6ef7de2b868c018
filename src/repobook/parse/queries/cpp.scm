; inherits: c
(class_specifier name: (_) body: (_)) @def.class
(namespace_definition) @def.namespace
(alias_declaration) @def.alias
(concept_definition) @def.concept
(template_declaration) @wrapper

(using_declaration) @import
(namespace_alias_definition) @import

(class_specifier name: (type_identifier) @name body: (_))
(alias_declaration name: (type_identifier) @name)
(type_parameter_declaration (type_identifier) @name)
(base_class_clause [(type_identifier) (qualified_identifier)] @ref.inherit)
(base_class_clause (template_type name: (type_identifier) @ref.inherit))
(base_class_clause (qualified_identifier name: (template_type name: (type_identifier) @ref.inherit)))
(qualified_identifier name: (type_identifier)) @ref.type
(call_expression function: (qualified_identifier) @ref.call)
(template_function name: (identifier) @ref.call)
(template_method name: (field_identifier) @ref.call)
(field_declaration_list (declaration !type declarator: (function_declarator declarator: (identifier) @ref.macro)))
(argument_list (qualified_identifier) @ref.mention)
(initializer_list (qualified_identifier) @ref.mention)
(pointer_expression argument: (qualified_identifier) @ref.mention)
(init_declarator value: (qualified_identifier) @ref.mention)
(return_statement (qualified_identifier) @ref.mention)
(binary_expression (qualified_identifier) @ref.mention)
(assignment_expression right: (qualified_identifier) @ref.mention)
(case_statement value: (qualified_identifier) @ref.mention)

(for_range_loop) @branch
"catch" @decision
