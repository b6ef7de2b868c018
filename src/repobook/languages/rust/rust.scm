(attribute_item) @attribute
(impl_item) @def.impl
(struct_item) @def.struct
(union_item) @def.union
(enum_item) @def.enum
(enum_variant) @def.enum_member
(trait_item) @def.trait
(function_item) @def.function
(function_signature_item) @def.function
(field_declaration) @def.field
(const_item) @def.constant
(static_item) @def.variable
(type_item) @def.type
(associated_type) @def.type
(macro_definition) @def.macro
(mod_item) @def.module

(use_declaration) @import
(extern_crate_declaration) @import
(mod_item !body) @import

(struct_item name: (_) @name)
(union_item name: (_) @name)
(enum_item name: (_) @name)
(trait_item name: (_) @name)
(type_item name: (_) @name)
(associated_type name: (_) @name)
(type_parameter name: (_) @name)
(use_declaration argument: (scoped_identifier) @name)
(use_list (scoped_identifier) @name)
(use_as_clause path: (scoped_identifier) @name)
(use_declaration argument: (identifier) @name)
(use_list (identifier) @name)
(use_as_clause [(identifier) (self)] @name)
(extern_crate_declaration (identifier) @name)
(function_item name: (_) @name)
(function_signature_item name: (_) @name)
(const_item name: (_) @name)
(static_item name: (_) @name)
(mod_item name: (_) @name)
(macro_definition name: (_) @name)
(enum_variant name: (_) @name)
(const_parameter name: (_) @name)
[(label (identifier) @name) (lifetime (identifier) @name)]
(parameter pattern: (identifier) @name)
(let_declaration pattern: (identifier) @name)
(for_expression pattern: (identifier) @name)
(closure_parameters (identifier) @name)
(captured_pattern . (identifier) @name)
; What begins with a capital is no new name but a constant or a variant.
((_ pattern: (identifier) @name) (#match? @name "^[a-z_]"))
((match_pattern . (identifier) @name) (#match? @name "^[a-z_]"))
((tuple_struct_pattern type: (_) (identifier) @name) (#match? @name "^[a-z_]"))
((tuple_pattern (identifier) @name) (#match? @name "^[a-z_]"))
((slice_pattern (identifier) @name) (#match? @name "^[a-z_]"))
((or_pattern (identifier) @name) (#match? @name "^[a-z_]"))
((mut_pattern (identifier) @name) (#match? @name "^[a-z_]"))
((ref_pattern (identifier) @name) (#match? @name "^[a-z_]"))
((reference_pattern (identifier) @name) (#match? @name "^[a-z_]"))
((attribute . (_) @_applied arguments: (token_tree (identifier) @name)) (#not-eq? @_applied "derive"))
(attribute arguments: (token_tree (token_tree (identifier) @name)))

(struct_expression
  body: (field_initializer_list (field_initializer field: (field_identifier) @key)))
(impl_item trait: [(type_identifier) (scoped_type_identifier)] @ref.inherit)
(impl_item trait: (generic_type type: (_) @ref.inherit))
(trait_item bounds: (trait_bounds [(type_identifier) (scoped_type_identifier)] @ref.inherit))
(attribute . [(identifier) (scoped_identifier)] @ref.decorator)
((attribute . (identifier) @_derive arguments: (token_tree (identifier) @ref.decorator)) (#eq? @_derive "derive"))
(macro_invocation macro: [(identifier) (scoped_identifier)] @ref.macro)
(call_expression function: [(identifier) (field_expression) (scoped_identifier)] @ref.call)
(call_expression function: (generic_function function: (_) @ref.call))
(token_tree (identifier) @ref.call . (token_tree . "("))
(struct_expression name: [(type_identifier) (scoped_type_identifier)] @ref.call)
(tuple_struct_pattern type: [(identifier) (scoped_identifier)] @ref.type)
((_ path: [(identifier) (scoped_identifier name: (_))] @ref.type) (#match? @ref.type "(^|::)[A-Z]\\w*$"))
[(type_identifier) (scoped_type_identifier)] @ref.type
[(field_expression) (scoped_identifier)] @ref.attribute
((identifier) @ref.mention (#not-eq? @ref.mention "_"))

[(if_expression) (for_expression) (while_expression) (loop_expression)] @branch
(binary_expression operator: ["&&" "||"] @decision)
(match_block (match_arm) @decision . (match_arm))
(match_expression) @nesting
(match_arm) @condition
(let_declaration alternative: (_)) @condition
[(closure_expression) (async_block)] @callback
(macro_invocation (token_tree) @opaque)
(macro_definition) @opaque
(if_expression consequence: (block) @arm)
(else_clause (block) @arm)
(for_expression body: (block) @arm)
(match_arm value: (_) @arm)
(return_expression) @exit.return
(continue_expression) @exit.continue

(line_comment) @comment
(block_comment) @comment

[
  (function_item) (function_signature_item) (closure_expression) (block) (match_arm)
  (for_expression) (if_expression) (while_expression) (impl_item) (trait_item) (struct_item)
  (enum_item) (type_item)
] @scope
[
  (parameter) (closure_parameters) (let_declaration) (type_parameter) (let_condition)
  (match_pattern)
] @local
(for_expression pattern: (_) @local)
