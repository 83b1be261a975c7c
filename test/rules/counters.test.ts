// The names of sums are spelled in one module, which the compiler holds against the words that there are.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import ts from 'typescript'
import { PACKAGE_FOLDER } from '#paths.js'
import { placesIn, sourcesIn } from './syntax.js'

const names = readFileSync(join(PACKAGE_FOLDER, 'test/domain/counters/names.txt'), 'utf8').split('\n')
const spelled = new Set(names)
/** Events of the host are called so as well, and are put together likewise: of these the compiler alone tells. */
for (const event of ['issues.opened', '']) spelled.delete(event)
spelled.add('issues.stale')
for (const name of names)
  for (const [at, letter] of [...name].entries()) if (letter === '.') spelled.add(name.slice(0, at + 1))
spelled.delete('issues.')

/** A name, how names begin, or either of them between quotes within a statement. */
function isSpelled(node: ts.Node): boolean {
  if (ts.isStringLiteral(node)) return spelled.has(node.text)
  if (
    !ts.isTemplateHead(node) &&
    !ts.isNoSubstitutionTemplateLiteral(node) &&
    !ts.isTemplateMiddle(node) &&
    !ts.isTemplateTail(node)
  )
    return false
  const quoted = [...node.text.matchAll(/'([\w./]+)'/g)].map(([, text = '']) => text)
  return [node.text, ...quoted].some((text) => spelled.has(text))
}

t.test('no name of a sum is spelled outside of the module of counters', (t) => {
  const sources = sourcesIn('src', 'schemas').filter(
    ({ fileName }) => !fileName.startsWith('src/domain/counters/')
  )
  t.ok(sources.length > 300, `${sources.length} files`)
  t.same(placesIn(sources, isSpelled), [])
  t.end()
})

const PLANTED = `
const whole = at('issues.open')
const glued = \`heals.rule.healed.\${rule}\`
const stated = sql\`select amount from tallies where measure = 'ci.runs'\`
const begun = sql\`starts_with(measure, 'decisions.of.') and repo_id = \${repoId}\`
const event = 'issues.opened'
const column = sql\`select issues.state from issues where issues.live\`
`

t.test('a name that is spelled elsewhere is found, however it is put together', (t) => {
  const source = ts.createSourceFile('planted.ts', PLANTED, ts.ScriptTarget.ES2023, true)
  t.same(
    placesIn([source], isSpelled).map((place) => place.split(' ', 1)[0]),
    ['planted.ts:2', 'planted.ts:3', 'planted.ts:4', 'planted.ts:5']
  )
  t.end()
})
