(module) @def.module
(class) @def.class
(method) @def.function
(singleton_method) @def.method
(assignment left: (constant)) @def.constant
(assignment left: [(instance_variable) (class_variable)]) @def.field
(operator_assignment left: [(instance_variable) (class_variable)]) @def.field
(left_assignment_list [(instance_variable) (class_variable)] @def.field)
(alias) @def.method
((call !receiver method: (identifier) @_declares) @def.property
  (#any-of? @_declares "attr_reader" "attr_writer" "attr_accessor"))
((call !receiver method: (identifier) @_declares) @def.method
  (#any-of? @_declares "alias_method" "define_method"))
((call method: (identifier) @_tests arguments: (argument_list . (_)) block: (_)) @def.test
  (#any-of? @_tests "describe" "context" "it" "specify" "feature" "scenario" "test"))

((call !receiver method: (identifier) @_imports) @import
  (#any-of? @_imports "require" "require_relative" "load" "autoload"))

(module name: [(constant) (scope_resolution)] @name)
(class name: [(constant) (scope_resolution)] @name)
(method name: (_) @name)
(singleton_method name: (_) @name)
(assignment left: [(identifier) (constant)] @name)
(operator_assignment left: (identifier) @name)
(left_assignment_list (identifier) @name)
(alias name: (_) @name)
(keyword_parameter name: (_) @name)
(exception_variable (identifier) @name)
(for pattern: (identifier) @name)
((identifier) @name (#any-of? @name "__FILE__" "__LINE__" "__dir__" "__method__"))

(superclass [(constant) (scope_resolution)] @ref.inherit)
((call !receiver method: (identifier) @_mixes
  arguments: (argument_list [(constant) (scope_resolution)] @ref.inherit))
  (#any-of? @_mixes "include" "extend" "prepend"))
[(call) (identifier)] @ref.call
[(constant) (scope_resolution) (instance_variable) (class_variable)] @ref.attribute
((binary left: (identifier) @_file right: (global_variable) @ref.mention)
  (#eq? @_file "__FILE__") (#any-of? @ref.mention "$0" "$PROGRAM_NAME"))

[
  (if) (unless) (while) (until) (for) (if_modifier) (unless_modifier) (while_modifier)
  (until_modifier)
] @branch
[(elsif) (when) (in_clause) (rescue) (conditional) "&&" "||" "and" "or"] @decision
[(case) (case_match)] @nesting
[(elsif) (when) (in_clause) (rescue)] @condition
(lambda) @callback
(return) @exit.return
(next) @exit.continue
((call !receiver method: (identifier) @_leaves) @exit.raise (#eq? @_leaves "raise"))
((call !receiver method: (identifier) @_leaves) @exit.exit (#any-of? @_leaves "exit" "exit!" "abort"))
((call !receiver method: (identifier) @_leaves) @exit.skip (#any-of? @_leaves "skip" "pending" "omit"))

(comment) @comment

[
  (program) (module) (class) (singleton_class) (method) (singleton_method) (block) (do_block) (lambda)
] @scope
[
  (method_parameters) (block_parameters) (lambda_parameters) (assignment) (operator_assignment)
  (exception_variable) (for) (in_clause)
] @local
