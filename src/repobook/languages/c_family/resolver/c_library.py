"""Functions of the C library: a file that calls one means it, whatever another file calls so."""

from typing import Final

_FUNCTIONS: Final = """
    abort abs acos acosf asin asinf atan atan2 atexit atof atoi atol atoll bsearch calloc
    ceil ceilf clock cos cosf cosh ctime difftime div exit exp expf fabs fabsf fclose feof
    ferror fflush fgetc fgets floor floorf fmod fopen fprintf fputc fputs fread free freopen
    frexp fscanf fseek ftell fwrite getc getchar getenv gmtime isalnum isalpha iscntrl
    isdigit isgraph isinf islower isnan isprint ispunct isspace isupper isxdigit labs ldexp
    llabs localeconv localtime log log10 log2 longjmp malloc memchr memcmp memcpy memmove
    memset mktime modf perror pow printf putc putchar puts qsort raise rand realloc remove
    rename rewind round scanf setbuf setjmp setlocale setvbuf signal sin sinf sinh snprintf
    sprintf sqrt sqrtf srand sscanf strcat strchr strcmp strcoll strcpy strcspn strdup
    strerror strftime strlen strncat strncmp strncpy strpbrk strrchr strspn strstr strtod
    strtof strtok strtol strtoll strtoul strtoull strxfrm system tan tanf tanh time tmpfile
    tmpnam tolower toupper trunc ungetc vfprintf vprintf vsnprintf vsprintf
"""
C_LIBRARY: Final = frozenset(_FUNCTIONS.split())
