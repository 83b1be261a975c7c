// Literals say what they hold: none is spread into another only to keep the formatter from breaking its lines.
import t from 'tap'
import ts from 'typescript'
import { nodesIn, placeOf, sourcesIn } from './syntax.js'

const isSpreadLiteral = (node: ts.Node) =>
  ts.isSpreadAssignment(node) && ts.isObjectLiteralExpression(node.expression)

t.test('no object literal is spread into another', async (t) => {
  const sources = sourcesIn('src', 'schemas', 'drizzle/tables', 'bench', 'demo', 'test')
  t.same(
    sources.flatMap((source) => nodesIn(source, isSpreadLiteral).map(placeOf)),
    []
  )
})

t.test('a literal that is spread into another is found, and nothing else', async (t) => {
  const text = 'const a = { ...{ b, c }, ...d, e: { f } }'
  const source = ts.createSourceFile('a.ts', text, ts.ScriptTarget.ES2023, true)
  t.same(nodesIn(source, isSpreadLiteral).map(placeOf), ['a.ts:1 ...{ b, c }'])
})
