; inherits: c_family/c
(class_interface) @def.interface
(class_implementation) @def.implementation
(protocol_declaration) @def.protocol
(method_declaration) @def.method
(method_definition) @def.method
(property_declaration) @def.property
(instance_variable) @def.ivar

(method_declaration (identifier) @name)
(method_definition (identifier) @name)
(message_expression method: (identifier) @name)
(method_parameter (identifier) @local_name)
(for_statement (pointer_declarator declarator: (identifier) @local_name))
(class_interface superclass: (identifier) @ref.inherit)
(protocol_reference_list (identifier) @ref.inherit)
; Told apart from calls of functions by a role that the language has no use for.
(message_expression receiver: (_) . method: (identifier) @ref.decorator)

"@catch" @decision
