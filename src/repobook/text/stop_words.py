"""Stop words: words of sentences and programs that say nothing about a file."""

from typing import Final

_ENGLISH: Final = """
a about above after again against all also although always am an and another any are aren as at
away be because been before being below best better between both but by came can cannot com come
copyright could couldn did didn different do does doesn doing don done down due during each eg
either else etc even ever every few first fixme for from further get gets getting give given gives
go goes going got hack had hadn has hasn have haven having he hence her here hers him his how
however html http https i ie if in indeed instead into is isn it its itself just keep kept last
later least less let license licensed like likely ll made make makes making many may maybe me
might more most much must my nb near need needed needs neither never new next no none nor not note
nothing now of off often on once one only onto or org other others otherwise our out over own per
perhaps please put quite rather re really regardless reserved rights said same say says second see
seem seems seen several shall she should shouldn similar simply since so some something sometimes
soon still such take taken takes than thanks that the their them then there therefore these they
thing things third this those though three through thus till to todo together too toward try two
under unless until up upon us use used useful user uses using usually ve very via vs want wants
was wasn way we well went were weren what whatever when where whether which while who whole whom
whose why will with within without won would wouldn www xxx yes yet you your
"""
_LANGUAGES: Final = """
abstract alignas alignof and arg argc args argv as asm assert async auto await bar baz bool
boolean break byte case catch char class clone cls co concept const consteval constexpr continue
def default defer del delete do double dyn elif else elseif end endef endfor endforeach
endfunction endif endmacro endwhile enum esac except explicit export extends extern false fi final
finally float fn foo for foreach friend from func function global goto idx if ifdef ifndef impl
implements import in include init inline instanceof int int16 int32 int64 int8 interface is kwargs
lambda len let local long loop macro match mod module mut mutable namespace new nil noexcept none
nonlocal not null nullptr num obj object operator or override package param pass pragma private
protected ptr pub public raise readonly register ret return self short signed size sizeof static
std str string struct super switch template this throw throws tmp true try type typedef typeid
typename typeof uint uint16 uint32 uint64 uint8 undef undefined union unsigned use using val var
vec virtual void volatile wchar when where while with yield
"""
_FILLERS: Final = """
common general generic helper helpers high impl internal internals lib low main misc shared src
test testing tests util utility utils utilities
"""
# They count for nothing anywhere.
STOP_WORDS: Final = frozenset(_ENGLISH.split())
# As parts of names they may tell something, by themselves they are syntax.
LANGUAGE_WORDS: Final = frozenset(_LANGUAGES.split())
# They sort files or qualify names, and say nothing of a file by themselves.
FILLER_WORDS: Final = frozenset(_FILLERS.split())
