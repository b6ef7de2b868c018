"""Interfaces of Go's standard library that others embed, with their methods.

Those that programs embed most; they are part of Go 1 and cannot change.
"""

from collections.abc import Mapping
from typing import Final

_CLOSE: Final = "Close() error"
_READ: Final = "Read(p []byte) (n int, err error)"
_SEEK: Final = "Seek(offset int64, whence int) (int64, error)"
_WRITE: Final = "Write(p []byte) (n int, err error)"

STANDARD_INTERFACES: Final[Mapping[str, tuple[str, ...]]] = {
    "error": ("Error() string",),
    "encoding.TextMarshaler": ("MarshalText() (text []byte, err error)",),
    "encoding.TextUnmarshaler": ("UnmarshalText(text []byte) error",),
    "fmt.Stringer": ("String() string",),
    "http.Flusher": ("Flush()",),
    "http.Handler": ("ServeHTTP(ResponseWriter, *Request)",),
    "http.RoundTripper": ("RoundTrip(*Request) (*Response, error)",),
    "io.Closer": (_CLOSE,),
    "io.ReadCloser": (_READ, _CLOSE),
    "io.ReadSeeker": (_READ, _SEEK),
    "io.ReadWriteCloser": (_READ, _WRITE, _CLOSE),
    "io.ReadWriter": (_READ, _WRITE),
    "io.Reader": (_READ,),
    "io.Seeker": (_SEEK,),
    "io.StringWriter": ("WriteString(s string) (n int, err error)",),
    "io.WriteCloser": (_WRITE, _CLOSE),
    "io.Writer": (_WRITE,),
    "json.Marshaler": ("MarshalJSON() ([]byte, error)",),
    "json.Unmarshaler": ("UnmarshalJSON([]byte) error",),
    "sort.Interface": ("Len() int", "Less(i, j int) bool", "Swap(i, j int)"),
    "sync.Locker": ("Lock()", "Unlock()"),
}
