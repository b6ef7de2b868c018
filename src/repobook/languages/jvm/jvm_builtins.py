"""Names of Java and Kotlin that need no import."""

from typing import Final

_JAVA: Final = """
    AbstractMethodError Appendable ArithmeticException ArrayIndexOutOfBoundsException
    ArrayStoreException AssertionError AutoCloseable Boolean Byte CharSequence Character Class
    ClassCastException ClassLoader ClassNotFoundException CloneNotSupportedException Cloneable
    Comparable Deprecated Double Enum Error Exception Float FunctionalInterface IllegalAccessError
    IllegalAccessException IllegalArgumentException IllegalMonitorStateException
    IllegalStateException IndexOutOfBoundsException InheritableThreadLocal InstantiationException
    Integer InternalError InterruptedException Iterable LinkageError Long Math
    NegativeArraySizeException NoClassDefFoundError NoSuchFieldError NoSuchFieldException
    NoSuchMethodError NoSuchMethodException NullPointerException Number NumberFormatException
    Object OutOfMemoryError Override Package Process ProcessBuilder Readable Record
    ReflectiveOperationException Runnable Runtime RuntimeException SafeVarargs SecurityException
    Short StackOverflowError StackTraceElement StrictMath String StringBuffer StringBuilder
    StringIndexOutOfBoundsException SuppressWarnings System Thread ThreadGroup ThreadLocal
    Throwable UnsupportedOperationException VirtualMachineError Void java javax var
"""
_KOTLIN: Final = """
    Any Array ArrayList AssertionError Boolean BooleanArray Byte ByteArray Char CharArray
    CharSequence Collection Comparable Comparator Deprecated DeprecationLevel Double DoubleArray
    Enum Error Exception Float FloatArray Function HashMap HashSet IllegalArgumentException
    IllegalStateException IndexOutOfBoundsException Int IntArray IntRange Iterable Iterator
    JvmField JvmName JvmOverloads JvmStatic Lazy LinkedHashMap LinkedHashSet List ListIterator
    Long LongArray LongRange Map MutableCollection MutableList MutableMap MutableSet
    NoSuchElementException NotImplementedError Nothing Number OptIn Pair Regex ReplaceWith Result
    RuntimeException Sequence Set Short ShortArray String StringBuilder Suppress Synchronized TODO
    Throwable Throws Transient Triple UInt ULong Unit UnsupportedOperationException Volatile also
    apply arrayListOf arrayOf arrayOfNulls assert booleanArrayOf buildList buildMap buildString
    byteArrayOf charArrayOf check checkNotNull compareBy compareValues emptyArray emptyList
    emptyMap emptySet error false field generateSequence hashMapOf hashSetOf intArrayOf it java
    javax kotlin lazy lazyOf let linkedMapOf linkedSetOf listOf listOfNotNull longArrayOf mapOf
    maxOf minOf mutableListOf mutableMapOf mutableSetOf null print println repeat require
    requireNotNull run runCatching sequence sequenceOf setOf synchronized thread to true use with
"""
_MEMBERS: Final = """
    ABSTRACT ALL_STYLES AM AM_PM AM_PM_FIELD APRIL AUGUST BYTES CANADA CANADA_FRENCH CANON_EQ
    CASE_INSENSITIVE CASE_INSENSITIVE_ORDER CHINA CHINESE COMBINING_SPACING_MARK COMMENTS
    CONNECTOR_PUNCTUATION CONTROL CURRENCY_SYMBOL DASH_PUNCTUATION DATE DATE_FIELD DAYS
    DAY_OF_MONTH DAY_OF_WEEK DAY_OF_WEEK_FIELD DAY_OF_WEEK_IN_MONTH DAY_OF_WEEK_IN_MONTH_FIELD
    DAY_OF_YEAR DAY_OF_YEAR_FIELD DECEMBER DECIMAL_DIGIT_NUMBER DECLARED DEFAULT
    DIRECTIONALITY_ARABIC_NUMBER DIRECTIONALITY_BOUNDARY_NEUTRAL
    DIRECTIONALITY_COMMON_NUMBER_SEPARATOR DIRECTIONALITY_EUROPEAN_NUMBER
    DIRECTIONALITY_EUROPEAN_NUMBER_SEPARATOR DIRECTIONALITY_EUROPEAN_NUMBER_TERMINATOR
    DIRECTIONALITY_FIRST_STRONG_ISOLATE DIRECTIONALITY_LEFT_TO_RIGHT
    DIRECTIONALITY_LEFT_TO_RIGHT_EMBEDDING DIRECTIONALITY_LEFT_TO_RIGHT_ISOLATE
    DIRECTIONALITY_LEFT_TO_RIGHT_OVERRIDE DIRECTIONALITY_NONSPACING_MARK
    DIRECTIONALITY_OTHER_NEUTRALS DIRECTIONALITY_PARAGRAPH_SEPARATOR
    DIRECTIONALITY_POP_DIRECTIONAL_FORMAT DIRECTIONALITY_POP_DIRECTIONAL_ISOLATE
    DIRECTIONALITY_RIGHT_TO_LEFT DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC
    DIRECTIONALITY_RIGHT_TO_LEFT_EMBEDDING DIRECTIONALITY_RIGHT_TO_LEFT_ISOLATE
    DIRECTIONALITY_RIGHT_TO_LEFT_OVERRIDE DIRECTIONALITY_SEGMENT_SEPARATOR
    DIRECTIONALITY_UNDEFINED DIRECTIONALITY_WHITESPACE DOTALL DST_OFFSET EMPTY_LIST EMPTY_MAP
    EMPTY_SET ENCLOSING_MARK END_PUNCTUATION ENGLISH EPOCH ERA ERA_FIELD FALSE FEBRUARY
    FIELD_COUNT FINAL FINAL_QUOTE_PUNCTUATION FORMAT FRANCE FRENCH FRIDAY FULL GERMAN GERMANY HOUR
    HOUR0_FIELD HOUR1_FIELD HOURS HOUR_OF_DAY HOUR_OF_DAY0_FIELD HOUR_OF_DAY1_FIELD IEEEremainder
    INITIAL_QUOTE_PUNCTUATION INTERFACE ITALIAN ITALY JANUARY JAPAN JAPANESE JULY JUNE KOREA
    KOREAN LETTER_NUMBER LINE_SEPARATOR LITERAL LONG LONG_FORMAT LONG_STANDALONE LOWERCASE_LETTER
    MARCH MATH_SYMBOL MAX MAX_CODE_POINT MAX_EXPONENT MAX_HIGH_SURROGATE MAX_LOW_SURROGATE
    MAX_PRIORITY MAX_RADIX MAX_SURROGATE MAX_VALUE MAY MEDIUM MICROSECONDS MILLISECOND
    MILLISECONDS MILLISECOND_FIELD MIN MINUTE MINUTES MINUTE_FIELD MIN_CODE_POINT MIN_EXPONENT
    MIN_HIGH_SURROGATE MIN_LOW_SURROGATE MIN_NORMAL MIN_PRIORITY MIN_RADIX
    MIN_SUPPLEMENTARY_CODE_POINT MIN_SURROGATE MIN_VALUE MODIFIER_LETTER MODIFIER_SYMBOL MONDAY
    MONTH MONTH_FIELD MULTILINE NANOSECONDS NARROW_FORMAT NARROW_STANDALONE NATIVE
    NEGATIVE_INFINITY NON_SPACING_MARK NORM_PRIORITY NOVEMBER NaN OCTOBER ONE OTHER_LETTER
    OTHER_NUMBER OTHER_PUNCTUATION OTHER_SYMBOL PARAGRAPH_SEPARATOR PI PM POSITIVE_INFINITY PRC
    PRIVATE PRIVATE_USE PRIVATE_USE_EXTENSION PROTECTED PUBLIC ROOT ROUND_CEILING ROUND_DOWN
    ROUND_FLOOR ROUND_HALF_DOWN ROUND_HALF_EVEN ROUND_HALF_UP ROUND_UNNECESSARY ROUND_UP SATURDAY
    SECOND SECONDS SECOND_FIELD SEPTEMBER SHORT SHORT_FORMAT SHORT_STANDALONE SIMPLIFIED_CHINESE
    SIZE SPACE_SEPARATOR START_PUNCTUATION STATIC STRICT SUNDAY SURROGATE SYNCHRONIZED TAIWAN TEN
    THURSDAY TIMEZONE_FIELD TITLECASE_LETTER TRADITIONAL_CHINESE TRANSIENT TRUE TUESDAY TWO TYPE
    UK UNASSIGNED UNDECIMBER UNICODE_CASE UNICODE_CHARACTER_CLASS UNICODE_LOCALE_EXTENSION
    UNIX_LINES UPPERCASE_LETTER US UTC VOLATILE WEDNESDAY WEEK_OF_MONTH WEEK_OF_MONTH_FIELD
    WEEK_OF_YEAR WEEK_OF_YEAR_FIELD YEAR YEAR_FIELD ZERO ZONE_OFFSET abs absExact accept
    acceptEither acceptEitherAsync accumulateAndGet acos activeCount add addAll addAndGet addExact
    addFirst addHandshakeCompletedListener addLast addShutdownHook addSuppressed addTo adjustInto
    after alignedSlice alignmentOffset all allMatch allOf allocate allocateDirect also and andNot
    andThen any anyMatch anyOf append appendCodePoint appendReplacement appendTail apply
    applyToEither applyToEitherAsync array arrayOffset arrayType arraycopy asCharBuffer
    asDoubleBuffer asFloatBuffer asIntBuffer asLifoQueue asList asLongBuffer asMatchPredicate
    asPredicate asReadOnlyBuffer asShortBuffer asSubclass asin assertEquals assertNull assertThat
    assertTrue associate atOffset atStartOfDay atTime atZone atan atan2 available
    availableProcessors averagingDouble averagingInt averagingLong await awaitTermination before
    between binarySearch bind bitCount bitLength booleanValue builder byteValue byteValueExact
    canAccess canExecute canRead canWrite cancel capacity cardinality cast cause cbrt ceil
    ceilingEntry ceilingKey charAt charCount charValue chars checkAccess checkError
    checkFromIndexSize checkFromToIndex checkIndex checkValidity checkedCollection checkedList
    checkedMap checkedNavigableMap checkedNavigableSet checkedQueue checkedSet checkedSortedMap
    checkedSortedSet classModifiers clear clearBit clearProperty clockSequence clone close
    codePointAt codePointBefore codePointCount codePointOf codePoints coerceAtLeast coerceAtMost
    coerceIn collect collectingAndThen compact comparator compare compareAndExchange
    compareAndExchangeAcquire compareAndExchangeRelease compareAndSet compareTo
    compareToIgnoreCase compareUnsigned comparingByKey comparingByValue compile complete
    completeAsync completeExceptionally completeOnTimeout completedFuture completedStage
    component1 component2 componentType compose compute computeIfAbsent computeIfPresent concat
    connect console constructorModifiers contains containsAll containsExactly containsKey
    containsValue contentEquals convert copy copyOf copyOfRange copySign copyValueOf cos cosh
    count countDown countStackFrames counting create createDirectories createDirectory createFile
    createLink createNewFile createSymbolicLink createTempDirectory createTempFile
    createUnresolved currentThread currentTimeMillis datesUntil decode decrementAndGet
    decrementExact deepEquals deepHashCode deepToString defaultExecutor delayedExecutor delete
    deleteCharAt deleteIfExists deleteOnExit delimiter descendingIterator descendingKeySet
    descendingMap describeConstable descriptorString desiredAssertionStatus digest digit disjoint
    distinct div divide divideAndRemainder divideToIntegralValue divideUnsigned dividedBy
    doubleToLongBits doubleToRawLongBits doubleValue doubles downTo drainTo drop dropWhile
    dumpStack duplicate element elements empty emptyEnumeration emptyIterator emptyList
    emptyListIterator emptyMap emptyNavigableMap emptyNavigableSet emptySet emptySortedMap
    emptySortedSet end endsWith ensureCapacity entry entrySet enumerate enumeration equals
    equalsIgnoreCase err exceptionally exceptionallyAsync exceptionallyCompose
    exceptionallyComposeAsync exec execute exists exit exp expm1 failedFuture failedStage
    fieldModifiers fill fillInStackTrace filter filterIsInstance filterNotNull filterTags
    filtering find findAll findAny findFirst findInLine findWithinHorizon first firstEntry
    firstKey firstOrNull flags flatMap flatMapToDouble flatMapToInt flatMapToLong flatMapping flip
    flipBit floatValue floor floorDiv floorEntry floorKey floorMod flush fma forDigit forEach
    forEachEntry forEachKey forEachOrdered forEachRemaining forEachValue forLanguageTag forName
    format formatToCharacterIterator formatted freeMemory frequency from fromString gc gcd
    generate get getAbsoluteFile getAbsolutePath getAcquire getActualMaximum getActualMinimum
    getActualTypeArguments getAddress getAlgorithm getAllByName getAllStackTraces getAndAccumulate
    getAndAdd getAndDecrement getAndIncrement getAndSet getAndUpdate getAnnotatedExceptionTypes
    getAnnotatedInterfaces getAnnotatedParameterTypes getAnnotatedReceiverType
    getAnnotatedReturnType getAnnotatedSuperclass getAnnotatedType getAnnotation getAnnotations
    getAnnotationsByType getApplicationBufferSize getApplicationProtocol getAttribute getAuthority
    getAvailableCalendarTypes getAvailableLocales getBasicConstraints getBoolean getByAddress
    getByName getByte getBytes getCalendar getCalendarType getCanonicalFile getCanonicalHostName
    getCanonicalName getCanonicalPath getCause getChannel getChar getChars getChronology
    getCipherSuite getClass getClassLoader getClasses getComponentType getConstructor
    getConstructors getContent getContextClassLoader getCount getCountry getCreationTime
    getCriticalExtensionOIDs getDate getDateInstance getDateTimeInstance getDay getDayOfMonth
    getDayOfWeek getDayOfYear getDeclaredAnnotation getDeclaredAnnotations
    getDeclaredAnnotationsByType getDeclaredClasses getDeclaredConstructor getDeclaredConstructors
    getDeclaredField getDeclaredFields getDeclaredMethod getDeclaredMethods getDeclaringClass
    getDefault getDefaultPort getDefaultUncaughtExceptionHandler getDefaultValue getDigestLength
    getDirectionality getDisplayCountry getDisplayLanguage getDisplayName getDisplayNames
    getDisplayScript getDisplayVariant getDouble getEnableSessionCreation getEnabledCipherSuites
    getEnabledProtocols getEnclosingClass getEnclosingConstructor getEnclosingMethod getEncoded
    getEnumConstants getEpochSecond getEra getExceptionTypes getExponent getExtendedKeyUsage
    getExtension getExtensionKeys getExtensionValue getField getFields getFile
    getFileAttributeView getFileName getFileStore getFileSystem getFirst getFirstDayOfWeek
    getFloat getFragment getFreeSpace getGenericExceptionTypes getGenericInterfaces
    getGenericParameterTypes getGenericReturnType getGenericSuperclass getGenericType
    getGreatestMinimum getHandshakeApplicationProtocol getHandshakeApplicationProtocolSelector
    getHandshakeSession getHoldCount getHost getHostAddress getHostName getHostString getHours
    getISO3Country getISO3Language getISOCountries getISOLanguages getId getInetAddress
    getInputStream getInstance getInt getInteger getInterfaces getIssuerAlternativeNames
    getIssuerDN getIssuerUniqueID getIssuerX500Principal getKeepAlive getKey getKeyUsage
    getLanguage getLast getLastAccessedTime getLastModifiedTime getLeastMaximum
    getLeastSignificantBits getLocalAddress getLocalCertificates getLocalHost getLocalPort
    getLocalPrincipal getLocalSocketAddress getLocalizedMessage getLogger getLong
    getLoopbackAddress getLowestSetBit getMaximum getMessage getMethod getMethods
    getMinimalDaysInFirstWeek getMinimum getMinutes getModifiers getModule getMonth getMonthValue
    getMostSignificantBits getName getNameCount getNano getNeedClientAuth getNestHost
    getNestMembers getNonCriticalExtensionOIDs getNotAfter getNotBefore getNow getNumberFormat
    getNumberOfDependents getNumericValue getOOBInline getOpaque getOption getOrDefault
    getOutputStream getOwner getOwnerType getPackage getPackageName getPacketBufferSize
    getParameterAnnotations getParameterCount getParameterTypes getParameters getParent
    getParentFile getPath getPeerCertificateChain getPeerCertificates getPeerHost getPeerPort
    getPeerPrincipal getPermittedSubclasses getPlain getPort getPosixFilePermissions getPriority
    getProperties getProperty getProtectionDomain getProtocol getProvider getPublicKey getQuery
    getQueueLength getRawAuthority getRawFragment getRawPath getRawQuery getRawSchemeSpecificPart
    getRawType getRawUserInfo getReceiveBufferSize getRecordComponents getRef
    getRemoteSocketAddress getResource getResourceAsStream getReturnType getReuseAddress getRoot
    getRuntime getSSLParameters getScheme getSchemeSpecificPart getScript getSeconds
    getSecurityManager getSendBufferSize getSerialNumber getSession getSessionContext getShort
    getSigAlgName getSigAlgOID getSigAlgParams getSignature getSigners getSimpleName getSoLinger
    getSoTimeout getStackTrace getState getSubjectAlternativeNames getSubjectDN getSubjectUniqueID
    getSubjectX500Principal getSuperclass getSupportedCipherSuites getSupportedProtocols
    getSuppressed getTBSCertificate getTcpNoDelay getThreadGroup getTime getTimeInMillis
    getTimeInstance getTimeZone getTimezoneOffset getTotalSpace getTrafficClass getType
    getTypeName getTypeParameters getUncaughtExceptionHandler getUnicodeLocaleAttributes
    getUnicodeLocaleKeys getUnicodeLocaleType getUnits getUsableSpace getUseClientMode getUserInfo
    getValue getValueNames getVariant getVersion getWaitQueueLength getWantClientAuth getWeekYear
    getWeeksInWeekYear getYear getenv group groupBy groupCount groupingBy groupingByConcurrent
    halt handle handleAsync hasAnchoringBounds hasArray hasExtensions hasMessageThat hasNext
    hasNextBigDecimal hasNextBigInteger hasNextBoolean hasNextByte hasNextDouble hasNextFloat
    hasNextInt hasNextLine hasNextLong hasNextShort hasPrevious hasQueuedThread hasQueuedThreads
    hasRemaining hasTransparentBounds hasUnsupportedCriticalExtension hasWaiters hash hashCode
    headMap highSurrogate higherEntry higherKey highestOneBit hitEnd holdsLock hypot identity
    identityHashCode ifPresent ifPresentOrElse in incrementAndGet incrementExact indent indexOf
    indexOfSubList indices inheritedChannel initCause insert intValue intValueExact
    interfaceModifiers intern interrupt interrupted intersects ints invalidate invoke invokeAll
    invokeAny ioException isAbsolute isAbstract isAccessible isAfter isAlive isAlphabetic
    isAnnotation isAnnotationPresent isAnonymousClass isAnyLocalAddress isArray isAssignableFrom
    isBefore isBlank isBmpCodePoint isBound isBridge isCancelled isClosed isCompletedExceptionally
    isConnected isDaemon isDefault isDefined isDeprecated isDigit isDirect isDirectory isDone
    isEmpty isEnum isEnumConstant isEqual isEqualTo isExecutable isFair isFalse isFile isFinal
    isFinite isHeldByCurrentThread isHidden isHighSurrogate isISOControl isIdentifierIgnorable
    isIdeographic isInfinite isInputShutdown isInstance isInstanceOf isInterface isInterrupted
    isJavaIdentifierPart isJavaIdentifierStart isJavaLetter isJavaLetterOrDigit isLeapYear
    isLenient isLetter isLetterOrDigit isLinkLocalAddress isLocalClass isLocked isLoopbackAddress
    isLowSurrogate isLowerCase isMCGlobal isMCLinkLocal isMCNodeLocal isMCOrgLocal isMCSiteLocal
    isMemberClass isMirrored isMulticastAddress isNaN isNative isNegative isNestmateOf isNotEmpty
    isNotNull isNull isNullOrEmpty isOpaque isOutputShutdown isParallel isPresent isPrimitive
    isPrivate isProbablePrime isProtected isPublic isReachable isReadOnly isReadable isRecord
    isRegularFile isSameFile isSealed isSet isShutdown isSiteLocalAddress isSpace isSpaceChar
    isStatic isStrict isSupplementaryCodePoint isSupported isSurrogate isSurrogatePair
    isSymbolicLink isSynchronized isSynthetic isTerminated isTitleCase isTransient isTrue
    isUnicodeIdentifierPart isUnicodeIdentifierStart isUnresolved isUpperCase isValid
    isValidCodePoint isVarArgs isVolatile isWeekDateSupported isWhitespace isWritable isZero
    iterate iterator javaClass join joinToString joining key keySet keys last lastEntry
    lastIndexOf lastIndexOfSubList lastKey lastModified lastOrNull lazy lazySet length
    lengthOfMonth lengthOfYear let limit lineSeparator lines list listFiles listIterator listRoots
    load loadFromXML loadLibrary locale lock lockInterruptibly log log10 log1p logicalAnd
    logicalOr logicalXor longBitsToDouble longValue longValueExact longs lookingAt lookup
    lookupTag lowSurrogate lowerEntry lowerKey lowestOneBit map mapLibraryName mapMulti
    mapMultiToDouble mapMultiToInt mapMultiToLong mapNotNull mapToDouble mapToInt mapToLong
    mapping mappingCount mark markSupported match matcher matches max maxBy maxMemory maxOf merge
    message methodModifiers min minBy minOf minimalCompletionStage minus minusDays minusHours
    minusMillis minusMinutes minusMonths minusNanos minusSeconds minusWeeks minusYears mismatch
    mkdir mkdirs mod modInverse modPow move movePointLeft movePointRight multipliedBy multiply
    multiplyExact multiplyFull multiplyHigh nCopies name nameUUIDFromBytes nanoTime
    navigableKeySet negate negateExact negated newBufferedReader newBufferedWriter newByteChannel
    newCondition newDirectoryStream newIncompleteFuture newInputStream newInstance newKeySet
    newOutputStream newSetFromMap next nextAfter nextBigDecimal nextBigInteger nextBoolean
    nextByte nextBytes nextClearBit nextDouble nextDown nextExponential nextFloat nextGaussian
    nextIndex nextInt nextLine nextLong nextProbablePrime nextSetBit nextShort nextUp node nonNull
    none noneMatch normalize not notExists notify notifyAll now nullInputStream nullOutputStream
    nullReader nullWriter numberOfLeadingZeros numberOfTrailingZeros obtrudeException obtrudeValue
    of ofDays ofEntries ofEpochDay ofEpochMilli ofEpochSecond ofHours ofInstant ofMillis ofMinutes
    ofNanos ofNullable ofSeconds ofYearDay offer offerFirst offerLast offsetByCodePoints onClose
    onSpinWait openConnection openStream or orElse orElseGet orElseThrow orEmpty orTimeout order
    ordinal out parallel parallelPrefix parallelSetAll parallelSort parallelStream
    parameterModifiers parse parseBoolean parseDouble parseInt parseLong parseObject
    parseServerAuthority parseUnsignedInt parseUnsignedLong partitioningBy pathSeparator
    pathSeparatorChar pattern peek peekFirst peekLast plus plusDays plusHours plusMillis
    plusMinutes plusMonths plusNanos plusSeconds plusWeeks plusYears poll pollFirst pollFirstEntry
    pollLast pollLastEntry pop position pow precision previous previousClearBit previousIndex
    previousSetBit print printStackTrace printf println probablePrime probeContentType
    propertyNames push put putAll putChar putDouble putFloat putIfAbsent putInt putLong putShort
    putValue query quote quoteReplacement radix random randomUUID range read readAllBytes
    readAllLines readAttributes readLine readNBytes readString readSymbolicLink ready reduce
    reduceEntries reduceEntriesToDouble reduceEntriesToInt reduceEntriesToLong reduceKeys
    reduceKeysToDouble reduceKeysToInt reduceKeysToLong reduceToDouble reduceToInt reduceToLong
    reduceValues reduceValuesToDouble reduceValuesToInt reduceValuesToLong reducing region
    regionEnd regionMatches regionStart register relativize remainder remainderUnsigned remaining
    remainingCapacity remove removeAll removeFirst removeFirstOccurrence
    removeHandshakeCompletedListener removeIf removeLast removeLastOccurrence removePrefix
    removeShutdownHook removeSuffix removeValue renameTo repeat replace replaceAll replaceFirst
    requireEnd requireNonNull requireNonNullElse requireNonNullElseGet reset resolve
    resolveConstantDesc resolveSibling results resume retainAll reverse reverseBytes reverseOrder
    reversed rewind rint roll rotate rotateLeft rotateRight round run runAfterBoth
    runAfterBothAsync runAfterEither runAfterEitherAsync runAsync runFinalization sameFile save
    scalb scale scaleByPowerOfTen search searchEntries searchKeys searchValues sendUrgentData
    separator separatorChar sequential set setAccessible setAll setAttribute setBit setBoolean
    setByte setCalendar setChar setCharAt setContextClassLoader setDaemon setDate setDefault
    setDefaultUncaughtExceptionHandler setDouble setEnableSessionCreation setEnabledCipherSuites
    setEnabledProtocols setErr setExecutable setFirstDayOfWeek setFloat
    setHandshakeApplicationProtocolSelector setHours setIn setInt setKeepAlive setLastModified
    setLastModifiedTime setLength setLenient setLong setMinimalDaysInFirstWeek setMinutes setMonth
    setName setNeedClientAuth setNumberFormat setOOBInline setOpaque setOption setOut setOwner
    setPerformancePreferences setPlain setPosixFilePermissions setPriority setProperties
    setProperty setReadOnly setReadable setReceiveBufferSize setRelease setReuseAddress
    setSSLParameters setScale setSeconds setSecurityManager setSeed setSendBufferSize setShort
    setSoLinger setSoTimeout setSocketImplFactory setStackTrace setTcpNoDelay setTime
    setTimeInMillis setTimeZone setTrafficClass setURLStreamHandlerFactory
    setUncaughtExceptionHandler setUseClientMode setValue setWantClientAuth setWeekDate
    setWritable setYear shiftLeft shiftRight shortValue shortValueExact shuffle shutdown
    shutdownInput shutdownNow shutdownOutput signum simpleName sin single singleton singletonList
    singletonMap sinh size skip skipNBytes sleep slice sort sorted sortedBy split splitAsStream
    spliterator sqrt sqrtAndRemainder start startHandshake startsWith step stop store storeToXML
    stream stringPropertyNames strip stripExtensions stripIndent stripLeading stripTrailing
    stripTrailingZeros subList subMap subSequence submit subpath substring substringAfter
    substringBefore subtract subtractExact subtractFrom sum sumOf summarizingDouble summarizingInt
    summarizingLong summingDouble summingInt summingLong supplyAsync supportedOptions suspend swap
    synchronizedCollection synchronizedList synchronizedMap synchronizedNavigableMap
    synchronizedNavigableSet synchronizedSet synchronizedSortedMap synchronizedSortedSet tailMap
    take takeIf takeUnless takeWhile tan tanh teeing test testBit thenAccept thenAcceptAsync
    thenAcceptBoth thenAcceptBothAsync thenApply thenApplyAsync thenCombine thenCombineAsync
    thenCompose thenComposeAsync thenRun thenRunAsync timedJoin timedWait times timestamp
    toASCIIString toAbsolutePath toArray toBigInteger toBigIntegerExact toBinaryString toByteArray
    toCharArray toChars toChronoUnit toCodePoint toCollection toCompletableFuture toConcurrentMap
    toDays toDaysPart toDegrees toDouble toEngineeringString toEpochDay toEpochMilli toEpochSecond
    toExternalForm toFile toGMTString toGenericString toHexString toHours toHoursPart toInstant
    toInt toIntExact toLanguageTag toList toLocaleString toLong toLongArray toLowerCase toMap
    toMatchResult toMicros toMillis toMillisPart toMinutes toMinutesPart toMutableList
    toMutableMap toNanos toNanosPart toOctalString toPath toPlainString toRadians toRealPath
    toSeconds toSecondsPart toSet toString toTitleCase toURI toURL toUnmodifiableList
    toUnmodifiableMap toUnmodifiableSet toUnsignedLong toUnsignedString toUpperCase toUri tokens
    totalMemory transferTo transform translateEscapes trim trimIndent trimMargin trimToSize
    truncatedTo tryLock trySetAccessible ulp unlock unmodifiableCollection unmodifiableList
    unmodifiableMap unmodifiableNavigableMap unmodifiableNavigableSet unmodifiableSet
    unmodifiableSortedMap unmodifiableSortedSet unordered unscaledValue until update updateAndGet
    use useAnchoringBounds useDelimiter useLocale usePattern useRadix useTransparentBounds value
    valueOf values variant verify version wait walk walkFileTree weakCompareAndSet
    weakCompareAndSetAcquire weakCompareAndSetPlain weakCompareAndSetRelease
    weakCompareAndSetVolatile whenComplete whenCompleteAsync with withDayOfMonth withDayOfYear
    withIndex withMonth withNanos withSeconds withYear wrap write writeBytes writeString xor yield
    zip
"""

STANDARD_BY_LANGUAGE: Final = {
    "Java": frozenset(_JAVA.split()),
    "Kotlin": frozenset(_JAVA.split()) | frozenset(_KOTLIN.split()),
}
MEMBERS: Final = frozenset(_MEMBERS.split())
"""Of values whose type is unknown, these names say nothing."""
