"""Names that Rust's prelude brings in sight and members of the standard library."""

from typing import Final

_PRELUDE: Final = """
    AsMut AsRef Box Clone Copy Debug Default DoubleEndedIterator Drop Eq Err ExactSizeIterator
    Extend Fn FnMut FnOnce From FromIterator Hash Into IntoIterator Iterator None Ok Option Ord
    PartialEq PartialOrd Result Self Send Sized Some String Sync ToOwned ToString TryFrom TryInto
    Unpin Vec addr_of addr_of_mut all allow any assert assert_eq assert_ne automatically_derived
    bool cfg cfg_attr char clippy cold column compile_error concat dbg debug_assert
    debug_assert_eq debug_assert_ne deny deprecated derive doc drop env eprint eprintln expect f32
    f64 feature file forbid format format_args global_allocator i128 i16 i32 i64 i8 ignore include
    include_bytes include_str inline isize line macro_export macro_rules macro_use matches
    module_path must_use no_mangle no_std non_exhaustive not option_env panic path pin print
    println proc_macro proc_macro_attribute proc_macro_derive recursion_limit repr rustfmt
    should_panic str stringify target_feature target_os test thread_local todo track_caller try
    u128 u16 u32 u64 u8 unimplemented unreachable usize vec warn write writeln
"""
_MEMBERS: Final = """
    abs all and and_then any append append_pair as_bytes as_deref as_deref_mut as_fd as_millis
    as_mut as_mut_ptr as_mut_slice as_os_str as_path as_ptr as_raw_fd as_ref as_secs as_slice
    as_str assume_init await binary_search borrow borrow_mut by_ref bytes capacity ceil chain
    char_indices chars checked_add checked_div checked_mul checked_sub chunks clear clone
    clone_from cloned cmp collect compare_exchange compare_exchange_weak concat contains
    contains_key copied copy_from_slice count current_dir cycle dedup default deref deref_mut
    display downgrade drain drop duration_since elapsed ends_with entry enumerate eq err error
    exists expect expect_err extend extend_from_slice fetch_add fetch_and fetch_or fetch_sub
    file_name file_type fill filter filter_map find find_map finish first flat_map flatten flush
    fmt fold for_each from from_iter from_str from_utf8 from_utf8_lossy ge get get_mut get_or_init
    get_or_insert_with get_ref get_unchecked gt hash id inner insert insert_str inspect into
    into_boxed_slice into_bytes into_inner into_iter into_os_string into_raw into_string
    is_absolute is_alphabetic is_alphanumeric is_ascii is_ascii_digit is_char_boundary is_dir
    is_empty is_err is_file is_negative is_none is_null is_numeric is_ok is_poisoned is_some
    is_some_and is_symlink is_uppercase is_whitespace iter iter_mut join keys kind last
    last_os_error le leak len lines load local_addr lock lock_owned lt map map_err map_or
    map_or_else map_while max max_by max_by_key metadata min min_by min_by_key modify name ne new
    next next_back not notify_all notify_one nth offset ok ok_or ok_or_else open or or_default
    or_else or_insert or_insert_with parent parse partial_cmp partition path peek peekable
    peer_addr poll poll_close poll_flush poll_next poll_read poll_ready poll_shutdown poll_write
    pop pop_back pop_front position pow product push push_back push_front push_str put read
    read_dir read_exact read_line read_to_end read_to_string read_vectored recv recv_timeout
    remainder remove repeat replace reserve resize retain rev rfind rotate_left rposition rsplit
    rsplitn saturating_add saturating_sub send set_len shrink_to_fit shutdown size_hint skip
    skip_while sleep sort sort_by sort_by_key sort_unstable source spawn splice split split_at
    split_at_mut split_first split_last split_off split_once split_whitespace splitn start_send
    starts_with status stderr stdin stdout step_by store strip_prefix strip_suffix strong_count
    sub sum swap swap_remove sync_all take take_while then then_some then_with timeout
    to_ascii_lowercase to_bytes to_le_bytes to_lowercase to_owned to_path_buf to_str to_string
    to_string_lossy to_uppercase to_vec trim trim_end trim_end_matches trim_matches trim_start
    trim_start_matches truncate try_borrow try_from try_into try_lock try_recv try_send unwrap
    unwrap_err unwrap_or unwrap_or_default unwrap_or_else unwrap_unchecked unzip update upgrade
    values values_mut wait wait_timeout wake wake_by_ref waker weak_count windows with
    with_capacity wrapping_add wrapping_sub write write_all write_fmt write_str write_vectored zip
"""

PRELUDE: Final = frozenset(_PRELUDE.split())
MEMBERS: Final = frozenset(_MEMBERS.split())
"""Of values whose type is unknown, these names say nothing."""
