"""TypeScript with JSX."""

import tree_sitter_typescript

from repobook.languages.ecmascript import javascript
from repobook.languages.ecmascript.ecmascript_decisions import DECIDING, READING
from repobook.languages.ecmascript.ecmascript_imports import finish, imports
from repobook.languages.ecmascript.ecmascript_scopes import SCOPING
from repobook.languages.ecmascript.typescript import prepare
from repobook.parse.tree import TreeLanguage

facts = TreeLanguage(
    tree_sitter_typescript.language_tsx,
    "ecmascript/tsx",
    chains=javascript.CHAINS,
    describe=javascript.describe,
    imports=imports,
    scoping=SCOPING,
    prepare=prepare,
    finish=finish,
    deciding=DECIDING,
    reading=READING,
)
