"""TypeScript with JSX."""

import tree_sitter_typescript

from repobook.parse.ecmascript_decisions import DECIDING, READING
from repobook.parse.ecmascript_modules import finish, imports
from repobook.parse.ecmascript_scopes import SCOPING
from repobook.parse.languages import javascript
from repobook.parse.tree import TreeLanguage

facts = TreeLanguage(
    tree_sitter_typescript.language_tsx,
    "tsx",
    chains=javascript.CHAINS,
    describe=javascript.describe,
    imports=imports,
    scoping=SCOPING,
    finish=finish,
    deciding=DECIDING,
    reading=READING,
)
