"""Names of Ruby that need no ``require``."""

from typing import Final

_CONSTANTS: Final = """
    ARGF ARGV ArgumentError Array BasicObject Binding Class ClosedQueueError Comparable Complex
    ConditionVariable Data Dir ENV EOFError Encoding EncodingError Enumerable Enumerator Errno
    Exception FalseClass Fiber FiberError File FileTest Float FloatDomainError FrozenError GC Hash
    IO IOError IndexError Integer Interrupt Kernel KeyError LoadError LocalJumpError Marshal
    MatchData Math Method Module Mutex NameError NilClass NoMatchingPatternError
    NoMatchingPatternKeyError NoMemoryError NoMethodError NotImplementedError Numeric Object
    ObjectSpace Proc Process Queue Ractor Random Range RangeError Rational Refinement Regexp
    RegexpError RUBY_ENGINE RUBY_PLATFORM RUBY_VERSION RubyVM RuntimeError STDERR STDIN STDOUT
    ScriptError SecurityError Signal SignalException SizedQueue StandardError StopIteration String
    Struct Symbol SyntaxError SystemCallError SystemExit SystemStackError Thread ThreadError
    ThreadGroup Time TracePoint TrueClass TypeError UnboundMethod UncaughtThrowError Warning
    ZeroDivisionError
"""
_FUNCTIONS: Final = """
    Array Complex Float Hash Integer Rational String abort alias_method at_exit attr attr_accessor
    attr_reader attr_writer autoload autoload? binding block_given? caller caller_locations catch
    class class_eval class_exec class_variable_get class_variable_set const_get const_missing
    const_set constants define_method define_singleton_method dup eval exec exit exit! extend fail
    fork format freeze frozen? gets global_variables hash include include? instance_eval
    instance_exec instance_method instance_methods instance_of? instance_variable_defined?
    instance_variable_get instance_variable_set instance_variables is_a? itself kind_of? lambda
    load local_variables loop method method_defined? methods module_eval module_function new nil?
    object_id open p pp prepend print printf private private_class_method private_constant proc
    protected public public_send putc puts raise rand readline readlines refine remove_method
    require require_relative respond_to? respond_to_missing? select send set_trace_func
    singleton_class singleton_method sleep spawn sprintf srand super_method syscall system tap test
    then throw to_enum trap undef_method using warn yield_self
"""
_MEMBERS: Final = """
    ancestors backtrace_locations bind_call capitalize! chunk_while close_read close_write
    compare_by_identity const_defined? const_source_location default_proc delete_at
    delete_if delete_prefix delete_suffix downcase! each_byte each_char each_cons each_entry
    each_index each_key each_line each_pair each_slice each_value each_with_index each_with_object
    empty? end_with? external_encoding filter_map find_all find_index first flat_map force_encoding
    full_message group_by gsub! has_key? has_value? instance_methods internal_encoding
    key? keep_if max_by member? min_by minmax_by module_function named_captures next_float
    post_match pre_match public_instance_method public_method_defined? read_nonblock
    reduce reverse_each set_backtrace set_encoding slice_when sort_by source_location start_with?
    sum swapcase! to_a to_f to_h to_i to_proc to_r to_s to_str to_sym transform_keys
    transform_values tr_s unicode_normalize upcase! valid_encoding? value? values_at with_index
    with_object write_nonblock zero?
"""

CONSTANTS: Final = frozenset(_CONSTANTS.split())
FUNCTIONS: Final = frozenset(_FUNCTIONS.split())
MEMBERS: Final = FUNCTIONS | frozenset(_MEMBERS.split())
