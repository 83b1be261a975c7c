// Updates that do not fit into one pull request.
import t from 'tap'
import { planPortion } from '#domain/dependencies/updates/portion.js'
import type { FileEdit } from '#domain/dependencies/updates/update.js'
import { wantedFix } from './registry.js'

const requirements = (names: readonly string[]) => names.map((name) => `${name}==1.0.0\n`).join('')
const fixOf = (name: string, path: string) => wantedFix(`${name}@1.0.0>1.0.1`, path)

function portionOf(
  files: Record<string, string>,
  fixes: ReturnType<typeof fixOf>[],
  objectionTo: (edits: readonly FileEdit[]) => string | undefined
) {
  const options = { published: null, allowMajor: false, objectionTo }
  const { fixed, refused, edits, isDivided } = planPortion(
    'pip',
    new Map(Object.entries(files)),
    fixes,
    options
  )
  return {
    fixed: fixed.map((one) => one.package),
    refused: refused.map((one) => `${one.package}: ${one.reason}`),
    files: edits.map(({ path }) => path),
    isDivided
  }
}

const LATER = 'It does not fit into this pull request, and comes with the next one'
const FILES = { 'a/requirements.txt': 'one==1.0.0\n', 'b/requirements.txt': 'two==1.0.0\n' }
const TWO = [fixOf('two', 'b/requirements.txt'), fixOf('one', 'a/requirements.txt')]

t.test('what fits is not divided', async (t) => {
  t.match(
    portionOf(FILES, TWO, () => undefined),
    { fixed: ['two', 'one'], refused: [], isDivided: false }
  )
})

t.test('of several projects the one with the worst comes first, and the rest is named', async (t) => {
  const portion = portionOf(FILES, TWO, (edits) => (edits.length > 1 ? 'There are two.' : undefined))
  t.same(portion, {
    fixed: ['two'],
    refused: [`one: ${LATER}`],
    files: ['b/requirements.txt'],
    isDivided: true
  })
})

t.test('of one project as many are taken as fit, the worst first', async (t) => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  const path = 'requirements.txt'
  const fixes = names.toReversed().map((name) => fixOf(name, path))
  const most = (lines: number) => (edits: readonly FileEdit[]) => {
    const raised = edits.flatMap(({ after }) => after.match(/1\.0\.1/g) ?? []).length
    return raised > lines ? 'More lines are changed.' : undefined
  }
  const portion = portionOf({ [path]: requirements(names) }, fixes, most(3))
  t.same(portion.fixed, ['h', 'g'])
  t.equal(portion.refused.length, 6)
  t.ok(portion.isDivided)
})

t.test('what fits into no pull request is refused with the reason, and holds nothing up', async (t) => {
  const objection = (edits: readonly FileEdit[]) =>
    edits.some(({ path }) => path.startsWith('b/')) ? 'The file is too large.' : undefined
  t.same(portionOf(FILES, TWO, objection), {
    fixed: ['one'],
    refused: ['two: The file is too large'],
    files: ['a/requirements.txt'],
    isDivided: false
  })
})

t.test('more fixes than one plan takes come later', async (t) => {
  const names = Array.from({ length: 600 }, (_, index) => `name-${index}`)
  const fixes = names.map((name) => fixOf(name, 'requirements.txt'))
  const portion = portionOf({ 'requirements.txt': requirements(names) }, fixes, () => undefined)
  t.equal(portion.fixed.length, 500)
  t.equal(portion.refused.length, 100)
  t.ok(portion.isDivided)
})
