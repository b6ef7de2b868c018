; inherits: ecmascript/ecmascript
(ambient_declaration) @wrapper
(abstract_class_declaration) @def.class
(interface_declaration) @def.interface
(type_alias_declaration) @def.type
(enum_declaration) @def.enum
(enum_body name: (_) @def.enum_member)
(enum_body (enum_assignment) @def.enum_member)
(function_signature) @def.function
(method_signature) @def.method
(abstract_method_signature) @def.method
(public_field_definition) @def.field
(interface_body (property_signature) @def.field)
(type_alias_declaration value: (object_type (property_signature) @def.field))
(internal_module) @def.namespace
(module) @def.namespace
(ambient_declaration (lexical_declaration (variable_declarator) @def.exported))
(ambient_declaration (variable_declaration (variable_declarator) @def.exported))
(internal_module body: (statement_block (lexical_declaration (variable_declarator) @def.variable)))
(class_body (decorator) @attribute)

(class_declaration name: (_) @name)
(abstract_class_declaration name: (_) @name)
(interface_declaration name: (_) @name)
(type_alias_declaration name: (_) @name)
(type_parameter name: (_) @name)
(enum_declaration name: (_) @name)
(internal_module name: (identifier) @name)
(module name: (identifier) @name)
(function_signature name: (_) @name)
(required_parameter pattern: (identifier) @name)
(optional_parameter pattern: (identifier) @name)
(required_parameter name: (identifier) @name)
(optional_parameter name: (identifier) @name)
(index_signature name: (identifier) @name)
(type_predicate name: (identifier) @name)
(import_require_clause (identifier) @name)
(extends_clause value: [(identifier) (member_expression)] @ref.inherit)
(implements_clause [(type_identifier) (nested_type_identifier)] @ref.inherit)
(implements_clause (generic_type name: (_) @ref.inherit))
(extends_type_clause type: [(type_identifier) (nested_type_identifier)] @ref.inherit)
(extends_type_clause type: (generic_type name: (_) @ref.inherit))
(nested_type_identifier) @ref.type
(type_identifier) @ref.type

[
  (class_declaration) (abstract_class_declaration) (interface_declaration)
  (type_alias_declaration) (function_signature) (method_signature) (abstract_method_signature)
  (function_type) (constructor_type) (call_signature) (construct_signature)
] @scope
[(type_parameter) (infer_type) (mapped_type_clause)] @local
