; inherits: ecmascript/typescript
((jsx_opening_element name: [(identifier) (member_expression)] @ref.call) (#not-match? @ref.call "^[a-z][a-z0-9]*$"))
((jsx_self_closing_element name: [(identifier) (member_expression)] @ref.call) (#not-match? @ref.call "^[a-z][a-z0-9]*$"))
(jsx_closing_element name: (member_expression) @name)
((jsx_opening_element name: (identifier) @name) (#match? @name "^[a-z][a-z0-9]*$"))
((jsx_self_closing_element name: (identifier) @name) (#match? @name "^[a-z][a-z0-9]*$"))
(jsx_closing_element name: (identifier) @name)
