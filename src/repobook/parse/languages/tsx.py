"""TypeScript with JSX."""

import tree_sitter_typescript

from repobook.parse.languages import javascript
from repobook.parse.tree import TreeLanguage

facts = TreeLanguage(
    tree_sitter_typescript.language_tsx,
    "tsx",
    chains=javascript.CHAINS,
    describe=javascript.describe,
    imports=javascript.imports,
    finish=javascript.finish,
)
