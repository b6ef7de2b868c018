"""Built-in names of JavaScript, its hosts and TypeScript's library."""

from typing import Final

_GLOBALS: Final = """
    AbortController AbortSignal AddEventListenerOptions AggregateError Array ArrayBuffer ArrayLike
    AsyncGenerator AsyncIterable AsyncIterableIterator AsyncIterator Atomics Awaited BigInt
    BigInt64Array BigUint64Array Blob Boolean BroadcastChannel Buffer BufferEncoding
    ByteLengthQueuingStrategy CSSStyleDeclaration CSSStyleSheet CallableFunction Capitalize
    ClassDecorator Comment CompressionStream ConstructorParameters CountQueuingStrategy Crypto
    CryptoKey CustomEvent DOMException DOMParser DataView Date DecompressionStream Document
    DocumentFragment DragEvent Element Error ErrorConstructor EvalError Event EventListener
    EventListenerOrEventListenerObject EventTarget Exclude Extract File FileList FileReader
    FinalizationRegistry Float32Array Float64Array FocusEvent FormData Function Generator
    HTMLAnchorElement HTMLAudioElement HTMLButtonElement HTMLCanvasElement HTMLCollection
    HTMLDivElement HTMLElement HTMLFormElement HTMLImageElement HTMLInputElement HTMLMediaElement
    HTMLOptionElement HTMLSelectElement HTMLTextAreaElement HTMLVideoElement Headers IArguments
    Image Infinity InputEvent InstanceType Int16Array Int32Array Int8Array IntersectionObserver
    Intl Iterable IterableIterator Iterator JSON JSX KeyboardEvent Lowercase Map MapConstructor
    Math MessageChannel MessageEvent MessagePort MethodDecorator MouseEvent MutationObserver NaN
    NewableFunction Node NodeJS NodeList NonNullable Number Object Omit OmitThisParameter
    ParameterDecorator Parameters Partial Performance PerformanceEntry PerformanceMark
    PerformanceMeasure PerformanceObserver PerformanceObserverEntryList PerformanceResourceTiming
    Pick PointerEvent Promise PromiseLike PropertyDecorator PropertyDescriptor PropertyKey Proxy
    Range RangeError ReadableByteStreamController ReadableStream ReadableStreamBYOBReader
    ReadableStreamBYOBRequest ReadableStreamDefaultController ReadableStreamDefaultReader Readonly
    ReadonlyArray ReadonlyMap ReadonlySet Record ReferenceError Reflect RegExp RegExpExecArray
    RegExpMatchArray Request Required ResizeObserver Response ReturnType SVGElement Selection Set
    ShadowRoot SharedArrayBuffer Storage String SubtleCrypto Symbol SyntaxError
    TemplateStringsArray Text TextDecoder TextDecoderStream TextEncoder TextEncoderStream
    ThisParameterType ThisType TouchEvent TransformStream TransformStreamDefaultController
    TypeError TypedPropertyDescriptor UIEvent URIError URL URLSearchParams Uint16Array Uint32Array
    Uint8Array Uint8ClampedArray Uncapitalize Uppercase WeakMap WeakRef WeakSet WebAssembly
    WheelEvent Window Worker WritableStream WritableStreamDefaultController
    WritableStreamDefaultWriter XMLHttpRequest __dirname __filename alert arguments atob btoa
    cancelAnimationFrame clearImmediate clearInterval clearTimeout confirm console crypto decodeURI
    decodeURIComponent document encodeURI encodeURIComponent escape eval exports fetch
    getComputedStyle global globalThis history import isFinite isNaN localStorage location module
    navigator parseFloat parseInt performance process prompt queueMicrotask requestAnimationFrame
    require self sessionStorage setImmediate setInterval setTimeout structuredClone super this
    undefined unescape window
"""
_MEMBERS: Final = """
    Console Duplex EventEmitter EventEmitterAsyncResource NaN PassThrough Readable ReadableState
    Stream Transform Writable WritableState abort aborted abs acos acosh activeElement add
    addAbortListener addAbortSignal addEventListener addListener addTrailers after all allSettled
    alloc allocUnsafe allocUnsafeSlow allowedNodeEnvironmentFlags altKey anchor and any append
    appendChild appendHeader apply arch arguments argv argv0 arrayBuffer asIndexedPairs asciiSlice
    asciiWrite asin asinh assert assign assignSocket asyncDispose asyncIterator at atan atan2 atanh
    attribute attributes availableMemory base64Slice base64Write base64urlSlice base64urlWrite
    before big bind binding blink blob blur body bodyUsed bold bubbles buffer byteLength byteOffset
    bytes cache call caller canParse cancelAnimationFrame cancelBubble cancelable
    captureRejectionSymbol captureRejections captureStackTrace catch cbrt ceil charAt charCodeAt
    chdir checked childNodes children classList className clear clearTimeout click clientHeight
    clientWidth clientX clientY clone cloneNode close closed closest clz32 codePointAt compare
    compareExchange compile compose composed composedPath concat config connection
    constrainedMemory construct constructor contains context copy copyBytesFrom copyWithin cork cos
    cosh count countReset cpuUsage create createComment createDocumentFragment createElement
    createElementNS createObjectURL createTask createTextNode credentials ctrlKey currentTarget cwd
    dataset debug debugPort defaultMaxListeners defaultPrevented defineProperties defineProperty
    delete deleteProperty description destination destroy destroyed detachSocket dir dirxml
    disabled dispatchEvent dispose dlopen documentElement domain dotAll drop duplex duplexPair emit
    emitWarning end endsWith entries env equals error errorMonitor errored eventNames eventPhase
    every exchange exec execArgv execPath exit exitCode exp expm1 features fill filter finally find
    findIndex findLast findLastIndex finished firstChild fixed flags flat flatMap floor
    flushHeaders focus fontcolor fontsize for forEach formData format formatRange
    formatRangeToParts formatToParts freeze from fromCharCode fromCodePoint fromEntries fromWeb
    fround get getActiveResourcesInfo getAll getAttribute getBigInt64 getBigUint64
    getBoundingClientRect getBuiltinModule getComputedStyle getContext getDate getDay
    getDefaultHighWaterMark getElementById getElementsByClassName getElementsByTagName
    getEventListeners getFloat32 getFloat64 getFullYear getHeader getHeaderNames getHeaders
    getHours getInt16 getInt32 getInt8 getItem getMaxListeners getMilliseconds getMinutes getMonth
    getOwnPropertyDescriptor getOwnPropertyDescriptors getOwnPropertyNames getOwnPropertySymbols
    getPrototypeOf getRawHeaderNames getSeconds getSetCookie getTime getTimezoneOffset getUTCDate
    getUTCDay getUTCFullYear getUTCHours getUTCMilliseconds getUTCMinutes getUTCMonth getUTCSeconds
    getUint16 getUint32 getUint8 getYear getegid geteuid getgid getgroups getuid global group
    groupCollapsed groupEnd has hasAttribute hasHeader hasIndices hasInstance hasOwn hasOwnProperty
    hasUncaughtExceptionCaptureCallback hash head headers headersDistinct headersSent height
    hexSlice hexWrite history host hostname href hrtime hypot ignoreCase imul includes indexOf info
    init initEvent initgroups innerHTML innerText input insertBefore inspect integrity is isArray
    isBuffer isConcatSpreadable isDestroyed isDisturbed isEncoding isErrored isExtensible isFinite
    isFrozen isHistoryNavigation isInteger isLockFree isNaN isPaused isPrototypeOf isReadable
    isReloadNavigation isSafeInteger isSealed isTrusted isView isWellFormed isWritable italics
    iterator join json kMaxEventTargetListeners kMaxEventTargetListenersWarned keepalive key
    keyCode keyFor keys kill lastChild lastIndexOf lastMatch lastParen latin1Slice latin1Write
    leftContext length link listenerCount listeners load loadEnvFile localStorage localeCompare
    location log log10 log1p log2 mainModule map match matchAll matches max maxByteLength
    memoryUsage message metaKey method min mock mockClear mockImplementation mockReset
    mockReturnValue mode moduleLoadList multiline name next nextSibling nextTick nodeName nodeType
    nodeValue normalize not notify now of off offset offsetHeight offsetLeft offsetTop offsetWidth
    ok on onabort once onclick onerror onload open openStdin options or origin outerHTML ownKeys
    ownerDocument padEnd padStart pageX pageY parent parentElement parentNode parse parseFloat
    parseInt password pathname pause pid pipe pipeline platform poolSize pop port postMessage pow
    ppid prepareStackTrace prepend prependListener prependOnceListener preventDefault
    preventExtensions previousSibling profile profileEnd promises propertyIsEnumerable protocol
    prototype push pushState querySelector querySelectorAll race random raw rawListeners read
    readBigInt64BE readBigInt64LE readBigUInt64BE readBigUInt64LE readBigUint64BE readBigUint64LE
    readDoubleBE readDoubleLE readFloatBE readFloatLE readInt16BE readInt16LE readInt32BE
    readInt32LE readInt8 readIntBE readIntLE readUInt16BE readUInt16LE readUInt32BE readUInt32LE
    readUInt8 readUIntBE readUIntLE readUint16BE readUint16LE readUint32BE readUint32LE readUint8
    readUintBE readUintLE readable readableAborted readableBuffer readableDidRead readableEncoding
    readableEnded readableFlowing readableHighWaterMark readableLength readableObjectMode
    reallyExit reason redirect redirected reduce reduceRight referrer referrerPolicy reject rejects
    release remove removeAllListeners removeAttribute removeChild removeEventListener removeHeader
    removeItem removeListener repeat replace replaceAll replaceChild replaceState report
    requestAnimationFrame reset resizable resize resolve resolvedOptions resolves resourceUsage
    resume return returnValue reverse revokeObjectURL rightContext round scrollIntoView scrollLeft
    scrollTop seal search searchParams selected selectedIndex send sessionStorage set setAttribute
    setAttributeNS setBigInt64 setBigUint64 setDate setDefaultEncoding setDefaultHighWaterMark
    setEncoding setFloat32 setFloat64 setFullYear setHeader setHeaders setHours setInt16 setInt32
    setInt8 setItem setMaxListeners setMilliseconds setMinutes setMonth setPrototypeOf setSeconds
    setSourceMapsEnabled setTime setTimeout setUTCDate setUTCFullYear setUTCHours
    setUTCMilliseconds setUTCMinutes setUTCMonth setUTCSeconds setUint16 setUint32 setUint8
    setUncaughtExceptionCaptureCallback setYear setegid seteuid setgid setgroups setuid shift
    shiftKey sign signal sin sinh size slice small some sort source sourceMapsEnabled species
    splice split sqrt src srcElement stackTraceLimit startsWith status statusCode statusMessage
    statusText stderr stdin stdout sticky stopImmediatePropagation stopPropagation store stream
    strike stringify style sub subarray submit substr substring sup supportedLocalesOf swap16
    swap32 swap64 table tagName take tan tanh target test text textContent then throw
    throwIfAborted time timeEnd timeLog timeStamp timeout title toArray toBe toBeDefined toBeFalsy
    toBeGreaterThan toBeInstanceOf toBeLessThan toBeNull toBeTruthy toBeUndefined toContain
    toDateString toEqual toExponential toFixed toGMTString toHaveBeenCalled toHaveBeenCalledTimes
    toHaveBeenCalledWith toHaveLength toHaveProperty toISOString toJSON toLocaleDateString
    toLocaleLowerCase toLocaleString toLocaleTimeString toLocaleUpperCase toLowerCase toMatch
    toMatchInlineSnapshot toMatchObject toMatchSnapshot toPrecision toPrimitive toReversed toSorted
    toSpliced toStrictEqual toString toStringTag toThrow toTimeString toUTCString toUpperCase toWeb
    toWellFormed trace trailers trailersDistinct trim trimEnd trimLeft trimRight trimStart trunc
    type ucs2Slice ucs2Write umask uncork unicode unicodeSets unpipe unscopables unshift uptime url
    username usingDomains utf8Slice utf8Write value valueOf values version versions wait waitAsync
    warn width with wrap writable writableAborted writableBuffer writableCorked writableEnded
    writableFinished writableHighWaterMark writableLength writableNeedDrain writableObjectMode
    write writeBigInt64BE writeBigInt64LE writeBigUInt64BE writeBigUInt64LE writeBigUint64BE
    writeBigUint64LE writeContinue writeDoubleBE writeDoubleLE writeEarlyHints writeFloatBE
    writeFloatLE writeHead writeHeader writeInt16BE writeInt16LE writeInt32BE writeInt32LE
    writeInt8 writeIntBE writeIntLE writeProcessing writeUInt16BE writeUInt16LE writeUInt32BE
    writeUInt32LE writeUInt8 writeUIntBE writeUIntLE writeUint16BE writeUint16LE writeUint32BE
    writeUint32LE writeUint8 writeUintBE writeUintLE xor
"""
_TEST_GLOBALS: Final = """
    after afterAll afterEach assert before beforeAll beforeEach bench chai context describe expect
    expectTypeOf fail fdescribe fit it jest sinon suite test vi vitest xdescribe xit
"""

_PREDEFINED_TYPES: Final = ("string", "number", "boolean", "object", "symbol", "bigint")

GLOBALS: Final = frozenset([*_GLOBALS.split(), *_PREDEFINED_TYPES])
MEMBERS: Final = frozenset(_MEMBERS.split())
"""Of values whose type is unknown, these names say nothing."""
TEST_GLOBALS: Final = frozenset(_TEST_GLOBALS.split())
"""What test runners put into every file."""
