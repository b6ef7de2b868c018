(function_definition) @def.function
(module (expression_statement (assignment left: (identifier)) @def.variable))
((expression_statement (call arguments: (argument_list (keyword_argument name: (identifier) @_name value: (string)))) @def.target) (#eq? @_name "name"))

((expression_statement (call function: (identifier) @_load arguments: (argument_list . (string))) @import) (#eq? @_load "load"))
(list (string) @import)
((keyword_argument name: (identifier) @_key value: (string) @import) (#not-eq? @_key "name"))

(call function: [(identifier) (attribute)] @ref.call)
(attribute) @ref.attribute
(keyword_argument value: (identifier) @ref.mention)
(list (identifier) @ref.mention)
(binary_operator (identifier) @ref.mention)

[(if_statement) (for_statement)] @branch
[(conditional_expression) (for_in_clause) (if_clause) "elif" "and" "or"] @decision

(comment) @comment
