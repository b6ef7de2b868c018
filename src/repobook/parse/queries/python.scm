(decorated_definition) @wrapper
(function_definition) @def.function
(class_definition) @def.class
(type_alias_statement) @def.type

; Names of modules and classes, wherever conditions put them; those of functions are left aside.
(assignment left: [(identifier) (pattern_list)]) @def.variable

(import_statement) @import
(import_from_statement) @import
(future_import_statement) @import

(class_definition superclasses: (argument_list [(identifier) (attribute)] @ref.inherit))
(class_definition superclasses: (argument_list (subscript value: [(identifier) (attribute)] @ref.inherit)))
(decorator [(identifier) (attribute)] @ref.decorator)
(decorator (call function: [(identifier) (attribute)] @ref.decorator))
(type [(identifier) (attribute)] @ref.type)
(generic_type (identifier) @ref.type)
(call function: [(identifier) (attribute)] @ref.call)
(attribute) @ref.attribute

[(if_statement) (for_statement) (while_statement)] @branch
[(conditional_expression) (for_in_clause) (if_clause) "elif" "except" "and" "or"] @decision
((case_clause) @decision (#not-match? @decision "^case\\s+_\\s*:"))
(match_statement) @nesting

(comment) @comment
