// The page on the API explains every code of an error with its statuses, and no other.
import t from 'tap'
import ts from 'typescript'
import { ERROR_CODES, statusesOf } from '#schemas/error-codes.js'
import { readPage } from './pages.js'
import { nodesIn, sourcesIn } from './syntax.js'

/** Said where nothing is thrown, and put together of two words. */
const ELSEWHERE = ['internal', 'unreadable', 'installation_removed', 'installation_suspended']

/** Objects whose keys are codes. */
const TABLES = ['STATUS_OF', 'HOST_FAILURES', 'KIND_OF']

const textOf = (node: ts.Node | undefined) => (node && ts.isStringLiteralLike(node) ? [node.text] : [])
const literalsIn = (node: ts.Node) => nodesIn(node, ts.isStringLiteral).flatMap(textOf)

function codesAt(node: ts.Node): string[] {
  if (ts.isPropertyAssignment(node) && node.name.getText() === 'code') return textOf(node.initializer)
  if (ts.isCallExpression(node) && node.expression.getText() === 'invalidParameter')
    return textOf(node.arguments[2])
  if (ts.isTypeAliasDeclaration(node) && node.name.text.endsWith('Refusal')) return literalsIn(node)
  if (ts.isVariableDeclaration(node) && TABLES.includes(node.name.getText())) return keysIn(node)
  return []
}

const keysIn = (node: ts.Node) =>
  nodesIn(node, ts.isPropertyAssignment).flatMap((one) =>
    ts.isPropertyAssignment(one) ? one.name.getText() : []
  )

const sources = sourcesIn(
  'src/errors',
  'src/http/plugins',
  'src/services',
  'src/routes',
  'src/store',
  'src/domain'
).filter(({ text }) => /\b(ServiceError|invalidParameter|ErrorKind)\b/.test(text))
const thrown = sources.flatMap((source) => nodesIn(source, () => true).flatMap(codesAt))

t.test('the table of the page has each code that an error can have, once, with its statuses', async (t) => {
  const [, table = ''] = readPage('docs/guide/api.md').split('| Code | Status |')
  const [rows = ''] = table.split('\n\n')
  const explained = [...rows.matchAll(/^\| (`[^|]+) \| ([\d, ]+) \|/gm)].flatMap(([, cell = '', statuses]) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, code]) => `${code} ${statuses}`)
  )
  t.ok(thrown.length > 80)
  const known = ERROR_CODES.filter((code) => [...thrown, ...ELSEWHERE].includes(code))
  t.equal(known.length, new Set([...thrown, ...ELSEWHERE]).size, 'each that is thrown is one of the codes')
  t.same(explained.sort(), known.map((code) => `${code} ${statusesOf(code).join(', ')}`).sort())
})
