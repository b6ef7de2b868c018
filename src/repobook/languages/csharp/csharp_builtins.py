"""Built-in names of C#, and member names of .NET types."""

from typing import Final

_NAMES: Final = "nameof var dynamic nint nuint field value record with default typeof sizeof"
_MEMBERS: Final = """
    AddDays AddHours AddMinutes AddRange AddSeconds AppendFormat AppendLine AsEnumerable
    AsReadOnly AsSpan BeginInvoke BinarySearch CompareTo ConfigureAwait ContainsKey ContainsValue
    ContinueWith CopyTo CreateInstance DefaultIfEmpty DisposeAsync EndInvoke EndsWith
    EnsureCapacity ExceptWith FindAll FindIndex FindLast FirstOrDefault FlushAsync FullName
    GetAsyncEnumerator GetAwaiter GetBytes GetCustomAttribute GetCustomAttributes GetEnumerator
    GetField GetFields GetHashCode GetInterfaces GetMethod GetMethods GetName GetProperties
    GetProperty GetResult GetString GetType GetValue GetValues GroupBy HasFlag HasValue IndexOf
    InnerException InsertRange IntersectWith IsAssignableFrom IsCompleted IsEnum IsGenericType
    IsInterface IsMatch IsNullOrEmpty IsNullOrWhiteSpace IsSubclassOf IsValueType LastIndexOf
    LastOrDefault MemberwiseClone MoveNext MoveNextAsync OfType OrderBy OrderByDescending PadLeft
    PadRight ParseExact ReadAllText ReadAsync ReadByte ReadLine ReadToEnd ReferenceEquals
    RemoveAll RemoveAt RemoveRange SelectMany SequenceEqual SetResult SetValue SingleOrDefault
    SkipWhile StackTrace StartsWith Substring TakeWhile ThenBy ThenByDescending ToArray
    ToCharArray ToDictionary ToHashSet ToList ToLookup ToLower ToLowerInvariant ToString ToUpper
    ToUpperInvariant TotalMilliseconds TotalSeconds TrimEnd TrimStart TryAdd TryGetValue TryParse
    TrySetResult UnionWith WaitAll WhenAll WriteAllText WriteAsync WriteByte WriteLine
"""

NAMES: Final = frozenset(_NAMES.split())
MEMBERS: Final = frozenset(_MEMBERS.split())
