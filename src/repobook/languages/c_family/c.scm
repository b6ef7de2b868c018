(function_definition) @def.function
(struct_specifier name: (_) body: (_)) @def.struct
(union_specifier name: (_) body: (_)) @def.union
(enum_specifier name: (_) body: (_)) @def.enum
(enumerator) @def.enum_member

; Those inside a function are local and left aside by the engine: a pattern that begins at an outer
; node would be held open over all that lies inside, which costs more. Further declarators of one
; declaration stand for themselves, and so do those that follow the body of a named type.
(declaration) @def.declaration
(declaration "," declarator: (_) @def.variable)
(declaration type: (_ body: (_)) declarator: (_) @def.variable)
(field_declaration) @def.field
(field_declaration "," declarator: (_) @def.member)
(field_declaration type: (_ body: (_)) declarator: (_) @def.member)
(type_definition) @def.typedef
(type_definition "," declarator: (_) @def.type)
(type_definition type: (_ name: (_) body: (_)) declarator: (_) @def.type)

(struct_specifier name: (type_identifier) @name body: (_))
(union_specifier name: (type_identifier) @name body: (_))
(enum_specifier name: (type_identifier) @name body: (_))
(type_definition declarator: (type_identifier) @name)

; What is followed by arguments is a call; what is local to a function is no reference.
(struct_specifier name: (type_identifier) @ref.tag !body)
(type_identifier) @ref.type
(identifier) @ref.name
(field_expression) @ref.member
(expression_statement (identifier) @ref.macro)
; At the top of a file a name may be new; where a value stands, it is used.
(initializer_list [
  (identifier) @ref.listed
  (pointer_expression argument: (identifier) @ref.listed)
  (binary_expression (identifier) @ref.listed)
  (call_expression arguments: (argument_list [
    (identifier) @ref.listed
    (pointer_expression argument: (identifier) @ref.listed)
  ]))
])
(init_declarator value: [
  (identifier) @ref.listed
  (pointer_expression argument: (identifier) @ref.listed)
  (binary_expression (identifier) @ref.listed)
  (call_expression arguments: (argument_list [
    (identifier) @ref.listed
    (pointer_expression argument: (identifier) @ref.listed)
  ]))
])
(initializer_pair value: [
  (identifier) @ref.listed
  (pointer_expression argument: (identifier) @ref.listed)
  (binary_expression (identifier) @ref.listed)
])
(enumerator value: (identifier) @ref.listed)
(array_declarator size: (identifier) @ref.listed)
(argument_list) @arguments
(parameter_declaration) @local

[(if_statement) (for_statement) (while_statement) (do_statement)] @branch
[(conditional_expression) "case"] @decision
(binary_expression operator: ["&&" "||"] @decision)
(switch_statement) @nesting
(case_statement) @condition
(return_statement) @exit.return
(goto_statement) @exit.goto
(continue_statement) @exit.continue
(if_statement consequence: [(compound_statement) (expression_statement) (break_statement)] @arm)
(else_clause [(compound_statement) (expression_statement) (break_statement)] @arm)
[(for_statement body: (_) @arm) (while_statement body: (_) @arm)]

(comment) @comment
