(decorated_definition) @wrapper
(function_definition) @def.function
(class_definition) @def.class
(type_alias_statement) @def.type

; A name set under a condition is a name of the module all the same.
(module (expression_statement (assignment left: [(identifier) (pattern_list)]) @def.variable))
(module (if_statement (block (expression_statement (assignment left: (identifier)) @def.variable))))
(module (if_statement (_ (block (expression_statement (assignment left: (identifier)) @def.variable)))))
(module (try_statement (block (expression_statement (assignment left: (identifier)) @def.variable))))
(module (try_statement (_ (block (expression_statement (assignment left: (identifier)) @def.variable)))))
(module (with_statement (block (expression_statement (assignment left: (identifier)) @def.variable))))
(class_definition body: (block (expression_statement (assignment left: (identifier)) @def.field)))
(class_definition body: (block (if_statement (block (expression_statement (assignment left: (identifier)) @def.field)))))

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

(comment) @comment
(ERROR) @error
(MISSING) @error
