(decorated_definition) @wrapper
(function_definition) @def.function
(class_definition) @def.class
(type_alias_statement) @def.type

; Names of modules and classes, wherever conditions put them; those of functions are left aside.
(assignment left: [(identifier) (pattern_list)]) @def.variable

(import_statement) @import
(import_from_statement) @import
(future_import_statement) @import

; What binds names, and where: see python_scopes.py.
(function_definition body: (_) @scope.body)
(class_definition body: (_) @scope.body)
[(lambda) (list_comprehension) (set_comprehension) (dictionary_comprehension) (generator_expression)] @scope.inner
[(parameters (identifier) @bind.parameter)
 (lambda_parameters (identifier) @bind.parameter)
 (default_parameter name: (identifier) @bind.parameter)
 (typed_parameter . (identifier) @bind.parameter)
 (typed_default_parameter name: (identifier) @bind.parameter)
 (parameters (list_splat_pattern (identifier) @bind.parameter))
 (parameters (dictionary_splat_pattern (identifier) @bind.parameter))
 (lambda_parameters (list_splat_pattern (identifier) @bind.parameter))
 (lambda_parameters (dictionary_splat_pattern (identifier) @bind.parameter))
 (typed_parameter (list_splat_pattern (identifier) @bind.parameter))
 (typed_parameter (dictionary_splat_pattern (identifier) @bind.parameter))
 (function_definition type_parameters: (type_parameter (type (identifier) @bind.parameter)))
 (class_definition type_parameters: (type_parameter (type (identifier) @bind.parameter)))]
(for_statement left: (_) @bind.loop)
(for_in_clause left: (_) @bind.loop)
(as_pattern_target) @bind.alias
(as_pattern) @as
(named_expression name: (identifier) @bind.alias) @walrus
(augmented_assignment left: (identifier) @bind.growth)
(assignment left: [(tuple_pattern) (list_pattern)] @bind.other)
(case_pattern (dotted_name . (identifier) @bind.other .))
(keyword_pattern (identifier) (dotted_name . (identifier) @bind.other .))
(splat_pattern (identifier) @bind.other)
(as_pattern (case_pattern) (identifier) @bind.other)
[(global_statement) (nonlocal_statement)] @bind.outer

(typed_parameter type: (_) @annotation)
(typed_default_parameter type: (_) @annotation)
(assignment type: (_) @annotation)
(function_definition return_type: (_) @returns)
(return_statement) @return @exit.return
(raise_statement) @exit.raise
(assert_statement) @exit.assert
(continue_statement) @exit.continue
(if_statement consequence: (block) @arm)
(if_statement alternative: (else_clause body: (block) @arm))
(elif_clause consequence: (block) @arm)
(for_statement body: (block) @arm)
(except_clause (block) @arm)
(assignment left: (attribute)) @field
(assignment left: (pattern_list (attribute) @field))
(as_pattern_target (attribute) @field)

(class_definition superclasses: (argument_list (call) @base))
(class_definition superclasses: (argument_list [(identifier) (attribute)] @ref.inherit))
(class_definition superclasses: (argument_list (subscript value: [(identifier) (attribute)] @ref.inherit)))
(decorator [(identifier) (attribute)] @ref.decorator)
(decorator (call function: [(identifier) (attribute)] @ref.decorator))
(type [(identifier) (attribute)] @ref.type)
(generic_type (identifier) @ref.type)
(type (subscript [(identifier) (attribute)] @ref.type))
(type (list [(identifier) (attribute)] @ref.type))
(type (binary_operator [(identifier) (attribute)] @ref.type))
(type (binary_operator (binary_operator [(identifier) (attribute)] @ref.type)))
(type (string) @quoted)
(class_pattern (dotted_name) @ref.type)
(call function: (identifier) @ref.call)
(attribute) @ref.attribute

; Where a name is read by itself.
[(argument_list (identifier) @ref.mention)
 (keyword_argument value: (identifier) @ref.mention)
 (assignment right: (identifier) @ref.mention)
 (augmented_assignment right: (identifier) @ref.mention)
 (named_expression value: (identifier) @ref.mention)
 (return_statement (identifier) @ref.mention)
 (list (identifier) @ref.mention)
 (tuple (identifier) @ref.mention)
 (set (identifier) @ref.mention)
 (pair (identifier) @ref.mention)
 (expression_list (identifier) @ref.mention)
 (binary_operator (identifier) @ref.mention)
 (comparison_operator (identifier) @ref.mention)
 (boolean_operator (identifier) @ref.mention)
 (not_operator (identifier) @ref.mention)
 (unary_operator (identifier) @ref.mention)
 (conditional_expression (identifier) @ref.mention)
 (parenthesized_expression (identifier) @ref.mention)
 (subscript (identifier) @ref.mention)
 (slice (identifier) @ref.mention)
 (list_splat (identifier) @ref.mention)
 (dictionary_splat (identifier) @ref.mention)
 (default_parameter value: (identifier) @ref.mention)
 (typed_default_parameter value: (identifier) @ref.mention)
 (lambda body: (identifier) @ref.mention)
 (interpolation (identifier) @ref.mention)
 (expression_statement (identifier) @ref.mention)
 (if_statement condition: (identifier) @ref.mention)
 (elif_clause condition: (identifier) @ref.mention)
 (while_statement condition: (identifier) @ref.mention)
 (for_statement right: (identifier) @ref.mention)
 (for_in_clause right: (identifier) @ref.mention)
 (if_clause (identifier) @ref.mention)
 (list_comprehension body: (identifier) @ref.mention)
 (set_comprehension body: (identifier) @ref.mention)
 (generator_expression body: (identifier) @ref.mention)
 (with_item value: (identifier) @ref.mention)
 (as_pattern . (identifier) @ref.mention)
 (except_clause (identifier) @ref.mention)
 (raise_statement (identifier) @ref.mention)
 (assert_statement (identifier) @ref.mention)
 (yield (identifier) @ref.mention)
 (await (identifier) @ref.mention)
 (match_statement subject: (identifier) @ref.mention)]

[(if_statement) (for_statement) (while_statement)] @branch
[(conditional_expression) (for_in_clause) (if_clause) "elif" "except" "and" "or"] @decision
((case_clause) @decision (#not-match? @decision "^case\\s+_\\s*:"))
(match_statement) @nesting
[(except_clause) (case_clause)] @condition

(comment) @comment
