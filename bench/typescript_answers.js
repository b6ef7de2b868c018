// What TypeScript's own checker says every name of a repository with a tsconfig.json leads to,
// one JSON line a name:
//   node bench/typescript_answers.js PATH_TO_TYPESCRIPT/lib/typescript.js REPOSITORY > ANSWERS
const path = require('path')
const ts = require(path.resolve(process.argv[2]))

const root = path.resolve(process.argv[3])
const config = ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile).config
const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, root)
Object.assign(options, { noEmit: true, types: [], composite: false })
const program = ts.createProgram(fileNames, options)
const checker = program.getTypeChecker()

for (const source of program.getSourceFiles()) {
  if (!isInside(source.fileName)) continue
  const names = []
  collect(source, names)
  for (const name of names) {
    const targets = targetsOf(name)
    if (targets === null) continue
    const [line, column] = place(source, name.getStart(source))
    console.log(JSON.stringify([relative(source.fileName), line, column, name.text, targets]))
  }
}

function collect(node, names) {
  if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) names.push(node)
  ts.forEachChild(node, child => collect(child, names))
}

function targetsOf(name) {
  let symbol = checker.getSymbolAtLocation(name)
  if (!symbol) return null
  if (symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol)
  symbol = destructured(symbol) || symbol
  const declared = (symbol.declarations || []).filter(each => isInside(each.getSourceFile().fileName))
  return declared.map(each => {
    const source = each.getSourceFile()
    const at = (ts.getNameOfDeclaration(each) || each).getStart(source)
    return [relative(source.fileName), place(source, at)[0]]
  })
}

// `const { a } = b`: what `a` stands for is the property of `b`.
function destructured(symbol) {
  const bound = symbol.declarations && symbol.declarations[0]
  if (!bound || !ts.isBindingElement(bound) || !ts.isObjectBindingPattern(bound.parent)) return null
  const key = bound.propertyName || bound.name
  return key.text && checker.getTypeAtLocation(bound.parent).getProperty(key.text)
}

function place(source, at) {
  const { line, character } = source.getLineAndCharacterOfPosition(at)
  const start = at - character
  return [line + 1, Buffer.byteLength(source.text.slice(start, at))]
}

function isInside(file) {
  return file.startsWith(root + path.sep) && !file.includes('/node_modules/')
}

function relative(file) {
  return path.relative(root, file)
}
