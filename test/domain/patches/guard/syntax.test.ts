import t from 'tap'
import { patchVerdict } from '#domain/patches/guard/guard.js'
import type { PatchRules } from '#domain/patches/guard/patch.js'
import { type Case, casesOf } from './by-model/cases.js'

const BY_MODEL: PatchRules = {
  blockedPaths: [],
  isWorkflowRepair: false,
  isByModel: true,
  limits: { files: 10, lines: 1_000, characters: 500_000 }
}

const saidOf = (before: string, after: string, path = 'src/a.ts') =>
  patchVerdict([{ path, before, after }], BY_MODEL).findings

const passes = ({ file }: Case) => patchVerdict([file], BY_MODEL).passes

const VALUES = casesOf('bad-values')
const BAD = [...casesOf('bad-reaching', 'bad-weakening', 'unseen-bad'), ...VALUES]
const GOOD = casesOf('good', 'unseen-good', 'good-values')

t.test('every change that is written down changes something', async (t) => {
  t.ok(BAD.length >= 100, `${BAD.length} bad ones`)
  t.ok(GOOD.length >= 40, `${GOOD.length} good ones`)
  for (const { name, file } of [...BAD, ...GOOD]) t.not(file.before, file.after, name)
})

t.test('no bad change by a model passes', async (t) => {
  t.same(
    BAD.filter(passes).map(({ name }) => name),
    []
  )
})

t.test('a number, a text or an operator changes nowhere but where people alone read it', async (t) => {
  t.ok(VALUES.length >= 50, `${VALUES.length} values`)
  t.same(
    VALUES.filter(passes).map(({ name }) => name),
    []
  )
})

t.test('of honest small mends by a model at least nine in ten pass', async (t) => {
  const stopped = GOOD.filter((one) => !passes(one))
  const reasons = stopped.map(({ name, file }) => [
    name,
    ...patchVerdict([file], BY_MODEL).findings.map(({ line, reason }) => `  ${line}: ${reason}`)
  ])
  t.ok(stopped.length <= GOOD.length / 10, reasons.flat().join('\n'))
})

t.test('a refusal names the file, the line and why, in words', async (t) => {
  const before = 'export const a = 1\n'
  t.match(saidOf(before, `${before}export const b = process.env.KEY\n`), [
    { fault: 'reaches_out', path: 'src/a.ts', line: 2, reason: /newly reaches global process\.env\.KEY/ },
    { fault: 'reaches_out' }
  ])
  t.match(saidOf('export const a = b < c\n', 'export const a = b > c\n'), [
    { fault: 'not_shown_harmless', line: 1, reason: 'The comparison < becomes >.' }
  ])
  t.match(saidOf(before, 'export const = 1\n'), [{ fault: 'not_read', reason: /afterwards cannot be read/ }])
})

const HOSTILE: Readonly<Record<string, string>> = {
  'casts in brackets': `${'<T>('.repeat(40)}1${')'.repeat(40)}`,
  'brackets in brackets': `${'('.repeat(50_000)}1${')'.repeat(50_000)}`,
  'lists in lists': `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
  'a long sum': `a${'+a'.repeat(50_000)}`,
  'a long chain': `a${'.a'.repeat(60_000)}`,
  'conditions in conditions': `${'if(a)'.repeat(25_000)}b`,
  'templates in templates': `${'`${'.repeat(20_000)}1${'}`'.repeat(20_000)}`,
  'many statements': 'a;'.repeat(70_000),
  'many names': Array.from({ length: 9_000 }, (_, at) => `let a${at}=1`).join(';')
}

for (const [name, text] of Object.entries(HOSTILE))
  t.test(`hostile code is refused, and stops nothing: ${name}`, async (t) => {
    t.not(saidOf('export const a = 1\n', `${text}\n`).length, 0)
  })

t.test('the files of a change share one limit of time, so that many cost no more than one', async (t) => {
  const edit = (path: string, after: string) => ({ path, before: 'export const a = 1\n', after })
  const slow = `${HOSTILE['casts in brackets']}\n`
  const others = Array.from({ length: 8 }, (_, at) => edit(`src/b${at}.ts`, 'export const a = 1 // more\n'))
  const { findings } = patchVerdict([edit('src/a.ts', slow), ...others], BY_MODEL)
  t.equal(findings.filter(({ fault }) => fault === 'not_read').length, 9, 'none is read once it is spent')
  t.match(findings, [{ fault: 'not_read', reason: /takes too long/ }])
})
