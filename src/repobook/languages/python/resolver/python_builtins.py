"""Names that every Python program has without defining them, the same for every interpreter.

They are written out, not asked of the interpreter that runs, so that one repository gives the same
book under every version of Python.
"""

from typing import Final


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


BUILTINS: Final = _names(
    """
    ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup
    BlockingIOError BrokenPipeError BufferError BytesWarning ChildProcessError
    ConnectionAbortedError ConnectionError ConnectionRefusedError ConnectionResetError
    DeprecationWarning EOFError Ellipsis EncodingWarning EnvironmentError Exception
    ExceptionGroup False FileExistsError FileNotFoundError FloatingPointError FutureWarning
    GeneratorExit IOError ImportError ImportWarning IndentationError IndexError InterruptedError
    IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError ModuleNotFoundError
    NameError None NotADirectoryError NotImplemented NotImplementedError OSError OverflowError
    PendingDeprecationWarning PermissionError ProcessLookupError PythonFinalizationError
    RecursionError ReferenceError ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration
    StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError True
    TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError
    UnicodeTranslateError UnicodeWarning UserWarning ValueError Warning WindowsError
    ZeroDivisionError __annotations__ __build_class__ __builtins__ __cached__ __debug__ __dict__
    __doc__ __file__ __import__ __loader__ __name__ __package__ __path__ __spec__ abs aiter all
    anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex
    copyright credits delattr dict dir divmod enumerate eval exec exit filter float format
    frozenset getattr globals hasattr hash help hex id input int isinstance issubclass iter len
    license list locals map max memoryview min next object oct open ord pow print property quit
    range repr reveal_locals reveal_type reversed round set setattr slice sorted staticmethod
    str sum super tuple type vars zip
    """
)
"""Names of the namespace ``builtins``, and those that every module has."""

BUILTIN_RESULTS: Final = _names(
    """
    ArithmeticError AssertionError AttributeError BaseException BlockingIOError BrokenPipeError
    BufferError BytesWarning ChildProcessError ConnectionAbortedError ConnectionError
    ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError EncodingWarning
    EnvironmentError Exception FileExistsError FileNotFoundError FloatingPointError
    FutureWarning IOError ImportError ImportWarning IndentationError IndexError InterruptedError
    IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError ModuleNotFoundError
    NameError NotADirectoryError NotImplementedError OSError OverflowError
    PendingDeprecationWarning PermissionError ProcessLookupError PythonFinalizationError
    RecursionError ReferenceError ResourceWarning RuntimeError RuntimeWarning StopIteration
    SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError TypeError
    UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError
    UnicodeWarning UserWarning ValueError Warning WindowsError ZeroDivisionError abs all any bin
    bool bytearray bytes callable chr complex dict dir divmod enumerate filter float format
    frozenset hasattr hash hex id input int isinstance issubclass len list map memoryview
    oct open ord print range repr reversed round set slice sorted str sum tuple type zip
    """
)
"""Calling one of these gives a value of a builtin type."""

STANDARD_LIBRARY: Final = _names(
    """
    __future__ _thread abc aifc annotationlib antigravity argparse array ast asynchat asyncio
    asyncore atexit audioop base64 bdb binascii bisect builtins bz2 cProfile calendar cgi cgitb
    chunk cmath cmd code codecs codeop collections colorsys compileall compression concurrent
    configparser contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses
    datetime dbm decimal difflib dis distutils doctest email encodings ensurepip enum errno
    faulthandler fcntl filecmp fileinput fnmatch fractions ftplib functools gc genericpath
    getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http idlelib imaplib
    imghdr imp importlib inspect io ipaddress itertools json keyword lib2to3 linecache locale
    logging lzma mailbox mailcap marshal math mimetypes mmap modulefinder msilib msvcrt
    multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode operator optparse os
    ossaudiodev pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib posix
    posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat pyrepl
    queue quopri random re readline reprlib resource rlcompleter runpy sched secrets select
    selectors shelve shlex shutil signal site smtpd smtplib sndhdr socket socketserver spwd
    sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string stringprep struct
    subprocess sunau symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios
    textwrap this threading time timeit tkinter token tokenize tomllib trace traceback
    tracemalloc tty turtle turtledemo types typing unicodedata unittest urllib uu uuid venv
    warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile
    zipimport zlib zoneinfo
    """
)
"""Modules that come with Python, of any version that is still met."""

OBJECT_ATTRIBUTES: Final = _names(
    """
    __annotations__ __base__ __bases__ __class__ __dataclass_fields__ __delattr__
    __dict__ __dir__ __doc__ __eq__ __format__ __ge__ __getattribute__ __getstate__ __gt__
    __hash__ __init__ __init_subclass__ __le__ __lt__ __match_args__ __members__ __module__
    __mro__ __name__ __ne__ __new__ __qualname__ __reduce__ __reduce_ex__ __repr__ __setattr__
    __sizeof__ __slots__ __str__ __subclasses__ __subclasshook__ __type_params__ __weakref__ mro
    """
)
"""What every class and every instance has."""

COMMON_ATTRIBUTES: Final = _names(
    """
    BOOLEAN_STATES DataError DatabaseError Error IntegrityError InterfaceError InternalError
    KEYWORD_ONLY NONSPACECRE NotSupportedError OPEN_METH OPTCRE OPTCRE_NV OperationalError
    POSITIONAL_ONLY POSITIONAL_OR_KEYWORD Process ProgrammingError SECTCRE T VAR_KEYWORD
    VAR_POSITIONAL VERSION Warning absolute accept acquire acquire_lock add addClassCleanup
    addCleanup addFilter addHandler addTypeEqualityFunc add_argument add_argument_group
    add_done_callback add_header add_mutually_exclusive_group add_note add_reader add_section
    add_signal_handler add_subparsers add_writer addfile adjusted anchor annotation append
    appendleft apply apply_async args arraysize as_bytes as_integer_ratio as_posix as_string
    as_tuple as_uri assertAlmostEqual assertAlmostEquals assertCountEqual
    assertDictContainsSubset assertDictEqual assertEqual assertEquals assertFalse assertGreater
    assertGreaterEqual assertIn assertIs assertIsInstance assertIsNone assertIsNot
    assertIsNotNone assertLess assertLessEqual assertListEqual assertLogs assertMultiLineEqual
    assertNoLogs assertNotAlmostEqual assertNotAlmostEquals assertNotEqual assertNotEquals
    assertNotIn assertNotIsInstance assertNotRegex assertNotRegexpMatches assertRaises
    assertRaisesRegex assertRaisesRegexp assertRegex assertRegexpMatches assertSequenceEqual
    assertSetEqual assertTrue assertTupleEqual assertWarns assertWarnsRegex assert_ astimezone
    attach attrib authkey backup begin betavariate bind bind_partial bit_count bit_length
    blobopen block_size braceidpattern buffer buffer_info bytes bytes_le byteswap bz2open
    c_contiguous callHandlers call_at call_exception_handler call_later call_soon
    call_soon_threadsafe callback cancel cancelled cancelling canonical capitalize casefold cast
    center characters_written check_returncode check_unused_args chmod choice choices chown
    clear clock_seq clock_seq_hi_variant clock_seq_low close closed co_argcount co_cellvars
    co_code co_consts co_exceptiontable co_filename co_firstlineno co_flags co_freevars
    co_kwonlyargcount co_lines co_linetable co_lnotab co_name co_names co_nlocals co_positions
    co_posonlyargcount co_qualname co_stacksize co_varnames combine comment commit communicate
    compare compare_signal compare_total compare_total_mag conjugate connect
    connect_accepted_socket connect_ex connect_read_pipe connect_write_pipe connection
    contiguous convert_arg_line_to_args convert_field converters copy copy_abs copy_negate
    copy_sign count countTestCases cr_await cr_code cr_frame cr_origin cr_running cr_suspended
    createLock create_aggregate create_collation create_connection create_datagram_endpoint
    create_function create_future create_server create_task create_unix_connection
    create_unix_server create_window_function critical ctime cursor cwd daemon data date day
    days debug decode default defaultTestResult default_exception_handler default_factory
    defaults del_param delimiter denominator dereference description deserialize detach device
    dialect difference difference_update digest digest_size discard doClassCleanups doCleanups
    done drive dst dtype dup elements emit empty encode encoding end end_lineno end_offset
    endpos endswith enterClassContext enterContext enter_context errno error errorlevel errors
    exception execute executemany executescript exists exit exitcode exp expand expandtabs
    expanduser expovariate extend extendleft extract extractall extractfile extraction_filter
    f_back f_builtins f_code f_contiguous f_globals f_lasti f_lineno f_locals f_trace
    f_trace_lines f_trace_opcodes fail failIf failIfAlmostEqual failIfEqual failUnless
    failUnlessAlmostEqual failUnlessEqual failUnlessRaises failureException family fatal
    fetchall fetchmany fetchone fields filename filename2 fileno fileobject filter find
    findCaller findall finditer findtext flags flush fma fold format format_field format_help
    format_map format_usage fp from_bytes from_callable from_decimal from_float frombytes
    fromfile fromhex fromisocalendar fromisoformat fromkeys fromlist fromordinal fromtimestamp
    fromunicode full fullmatch func gammavariate gauss get getChild getEffectiveLevel getMessage
    getName get_all get_boundary get_charset get_charsets get_content_charset
    get_content_disposition get_content_maintype get_content_subtype get_content_type get_coro
    get_debug get_default get_default_type get_exception_handler get_field get_filename
    get_identifiers get_inheritable get_loop get_name get_nowait get_param get_params
    get_payload get_stack get_task_factory get_unixfrom get_value getaddrinfo getblocking
    getboolean getbuffer getcode getfloat getheader getheaders getinfo getint getlimit getmember
    getmembers getnameinfo getnames getpeername getrandbits getroot getsockname getsockopt
    getstate gettarinfo gettimeout geturl getvalue gi_code gi_frame gi_running gi_suspended
    gi_yieldfrom glob group groupdict groupindex groups gzopen handle handleError hardlink_to
    hasHandlers has_option has_section hex hexdigest home hour id ident idpattern ignore_zeros
    imag imap imap_unordered in_transaction index indices info infolist inode insert int
    interrupt intersection intersection_update isDaemon isEnabledFor isSet is_absolute is_alive
    is_block_device is_canonical is_char_device is_closed is_dir is_fifo is_file is_finite
    is_infinite is_integer is_mount is_multipart is_nan is_normal is_qnan is_relative_to
    is_reserved is_running is_safe is_set is_signed is_snan is_socket is_subnormal is_symlink
    is_valid is_zero isalnum isalpha isascii isatty isclosed isdecimal isdigit isdisjoint
    isidentifier islower isnumeric isocalendar isoformat isolation_level isoweekday isprintable
    isspace issubset issuperset istitle isupper items itemsize iter iter_unpack iterdir iterdump
    iterfind itertext join joinpath key keys keywords kill kind kwargs lastgroup lastindex
    lastrowid lchmod limit_denominator line_buffering lineno link_to list listen ljust ln locked
    locked_lock log log10 logb logical_and logical_invert logical_or logical_xor lognormvariate
    longMessage lower lstat lstrip makeRecord makedev makedir makeelement makefifo makefile
    makelink maketrans makeunknown manager map map_async match max maxDiff max_mag maxlen
    maxsize microsecond microseconds min min_mag minute mkdir mode month most_common move_to_end
    mro msg name namelist native_id nbytes ndim newlines next next_minus next_plus next_toward
    node normalize normalvariate notify notifyAll notify_all now number_class numerator obj
    offset open options optionxform owner pack pack_into parameters parent parents paretovariate
    parse parse_args parse_intermixed_args parse_known_args parse_known_intermixed_args
    partition parts path pattern peek pid poll pop pop_all popitem popleft pos
    print_file_and_line print_help print_stack print_usage printdir proto push put put_nowait
    qsize quantize radix randbytes randint random randrange raw raw_items re read read1
    read_bytes read_dict read_file read_string read_text readable readfp readinto readinto1
    readline readlines readlink readonly real reconfigure recv recv_into recvfrom recvfrom_into
    recvmsg recvmsg_into register regs relative_to release release_lock remainder_near remove
    removeFilter removeHandler remove_done_callback remove_option remove_reader remove_section
    remove_signal_handler remove_writer removeprefix removesuffix rename replace replace_header
    resolution resolve result return_annotation reverse rfind rglob rindex rjust rmdir rollback
    root rotate row_factory rowcount rpartition rsplit rstrip run run_forever run_in_executor
    run_until_complete running safe_substitute same_quantum samefile sample scaleb scanner
    search second seconds sections seed seek seekable send send_signal sendall sendfile sendmsg
    sendmsg_afalg sendto sentinel serialize set setDaemon setFormatter setLevel setName setUp
    setUpClass set_authorizer set_boundary set_charset set_debug set_default_executor
    set_default_type set_defaults set_exception set_exception_handler set_inheritable set_name
    set_param set_payload set_progress_handler set_raw set_result set_running_or_notify_cancel
    set_task_factory set_trace_callback set_type set_unixfrom setblocking setdefault
    setinputsizes setlimit setoutputsize setpassword setsockopt setstate settimeout shape shift
    shortDescription shuffle shutdown shutdown_asyncgens shutdown_default_executor size skipTest
    sock_accept sock_connect sock_recv sock_recv_into sock_recvfrom sock_recvfrom_into
    sock_sendall sock_sendfile sock_sendto sort span split splitlines sqrt starmap starmap_async
    start start_tls startswith stat stem step stop strerror strftime strides string strip
    strptime sub subTest submit subn suboffsets subprocess_exec subprocess_shell substitute
    subtract suffix suffixes swapcase symlink_to symmetric_difference
    symmetric_difference_update tag tail tarinfo taropen task_done tb_frame tb_lasti tb_lineno
    tb_next tearDown tearDownClass tell terminate testzip text text_factory throw time
    time_hi_version time_low time_mid timeout timestamp timetuple timetz title to_bytes
    to_eng_string to_integral to_integral_exact to_integral_value tobytes today tofile tolist
    toordinal toreadonly total total_changes total_seconds touch tounicode translate triangular
    truncate type typecode tzinfo tzname uncancel uniform union universal_newlines unlink unpack
    unpack_from update upper urn utcfromtimestamp utcnow utcoffset utctimetuple utime value
    values variant version vformat vonmisesvariate wait wait_for walk warn warning weekday
    weibullvariate with_name with_stem with_suffix with_traceback writable write write_bytes
    write_c14n write_text write_through writelines writerow writerows writestr xzopen year zfill
    """
)
"""Attributes of builtin types and of much used classes of the standard library."""
