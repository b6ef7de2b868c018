(function_definition) @def.function
(module (expression_statement (assignment left: (identifier)) @def.variable))
((expression_statement (call arguments: (argument_list (keyword_argument name: (identifier) @_name value: (string)))) @def.target) (#eq? @_name "name"))

((expression_statement (call function: (identifier) @_load arguments: (argument_list . (string))) @import) (#eq? @_load "load"))
((keyword_argument name: (identifier) @_deps value: (list (string) @import)) (#any-of? @_deps "deps" "runtime_deps" "implementation_deps" "exports"))

(call function: [(identifier) (attribute)] @ref.call)
(attribute) @ref.attribute

[(if_statement) (for_statement)] @branch
[(conditional_expression) (for_in_clause) (if_clause) "elif" "and" "or"] @decision

(comment) @comment
