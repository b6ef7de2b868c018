; inherits: ecmascript/ecmascript
(field_definition) @def.field
(formal_parameters (identifier) @name)
(class_declaration name: (_) @name)
(class name: (_) @name)
(class_heritage [(identifier) (member_expression)] @ref.inherit)
(class_heritage (call_expression function: [(identifier) (member_expression)] @ref.inherit))
((jsx_opening_element name: [(identifier) (member_expression)] @ref.call) (#not-match? @ref.call "^[a-z][a-z0-9]*$"))
((jsx_self_closing_element name: [(identifier) (member_expression)] @ref.call) (#not-match? @ref.call "^[a-z][a-z0-9]*$"))
(jsx_closing_element name: (member_expression) @name)
((jsx_opening_element name: (identifier) @name) (#match? @name "^[a-z][a-z0-9]*$"))
((jsx_self_closing_element name: (identifier) @name) (#match? @name "^[a-z][a-z0-9]*$"))
(jsx_closing_element name: (identifier) @name)
