"""Built-in names of PHP: classes, constants, and members of these classes."""

from typing import Final

_CLASSES: Final = """
    ArgumentCountError ArithmeticError ArrayAccess ArrayIterator ArrayObject AssertionError
    Attribute BackedEnum BadFunctionCallException BadMethodCallException Closure Countable
    DateInterval DatePeriod DateTime DateTimeImmutable DateTimeInterface DateTimeZone
    DirectoryIterator DivisionByZeroError DomainException Error ErrorException Exception
    FilesystemIterator FilterIterator Fiber Generator InvalidArgumentException Iterator
    IteratorAggregate IteratorIterator JsonException JsonSerializable LengthException LogicException
    MultipleIterator OutOfBoundsException OutOfRangeException OverflowException Override PDO
    PDOException PDOStatement RangeException RecursiveDirectoryIterator RecursiveIteratorIterator
    ReflectionClass ReflectionEnum ReflectionException ReflectionFunction ReflectionMethod
    ReflectionNamedType ReflectionObject ReflectionParameter ReflectionProperty
    ReturnTypeWillChange RuntimeException SensitiveParameter Serializable SplFileInfo
    SplFileObject SplObjectStorage SplPriorityQueue SplQueue SplStack SplSubject SplObserver
    Stringable Throwable Traversable TypeError UnderflowException UnexpectedValueException
    UnhandledMatchError UnitEnum ValueError WeakMap WeakReference stdClass
"""
_CONSTANTS: Final = """
    DIRECTORY_SEPARATOR E_ALL E_DEPRECATED E_ERROR E_NOTICE E_STRICT E_USER_DEPRECATED E_USER_ERROR
    E_USER_NOTICE E_USER_WARNING E_WARNING FALSE INF M_PI NAN NULL PATH_SEPARATOR PHP_EOL
    PHP_FLOAT_EPSILON PHP_INT_MAX PHP_INT_MIN PHP_INT_SIZE PHP_OS PHP_OS_FAMILY PHP_SAPI PHP_VERSION
    PHP_VERSION_ID STDERR STDIN STDOUT TRUE __CLASS__ __DIR__ __FILE__ __FUNCTION__ __LINE__
    __METHOD__ __NAMESPACE__ false null true
"""
_MEMBERS: Final = """
    bindTo cases from fromCallable getArgs getArrayCopy getAttributes getClosure getCode
    getDeclaringClass getDocComment getFile getFileName getInstance getIterator getLine getMessage
    getMethod getMethods getName getNamespaceName getParameters getParentClass getPathname
    getPrevious getProperties getProperty getRealPath getReturnType getShortName getTimestamp
    getTimezone getTrace getTraceAsString getType hasMethod hasProperty implementsInterface
    inNamespace invokeArgs isAbstract isBuiltin isDir isFile isInstance isInstantiable isInterface
    isSubclassOf jsonSerialize newInstance newInstanceArgs offsetExists offsetGet offsetSet
    offsetUnset setAccessible setTimezone tryFrom
"""

NAMES: Final = frozenset([*_CLASSES.split(), *_CONSTANTS.split()])
MEMBERS: Final = frozenset(_MEMBERS.split())
OF_ENUMS: Final = frozenset(["cases", "from", "tryFrom", "name", "value"])
