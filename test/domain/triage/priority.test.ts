import fc from 'fast-check'
import t from 'tap'
import { classifyIssue, sureTypeOf } from '#domain/triage/classify-issue.js'
import { ratePriority } from '#domain/triage/priority/priority.js'
import { GRAVE_ASKED, HARMLESS_ASKED } from '#test/fixtures/misleading-titles.js'
import { FURTHER_GRAVE, FURTHER_HARMLESS } from './fixtures/further-severity.js'
import { shared } from './fixtures/issues.js'
import { GRAVE_TITLES, HARMLESS_TITLES } from './fixtures/severity.js'

const facts = {
  title: 'The list of tabs',
  body: 'x '.repeat(100),
  type: null,
  duplicates: 0,
  reporters: 1,
  ageDays: 0,
  gravity: null
} as const

t.test('what says nothing of its urgency is medium', async (t) => {
  t.same(ratePriority(facts), { priority: 'medium', urgency: 0, parts: [] })
})

t.test('each part that counted is shown, and the parts add up to the urgency', async () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.nat(50), fc.nat(50), (title, body, duplicates, reporters) => {
      const { urgency, parts } = ratePriority({ ...facts, title, body, duplicates, reporters })
      return (
        parts.reduce((sum, { points }) => sum + points, 0) === urgency &&
        parts.every(({ part }) => part !== '')
      )
    })
  )
})

t.test('a regression that crashes and loses data comes first, a typo last', async (t) => {
  const worst = ratePriority({
    ...facts,
    title: 'Regression: crash on save, data loss',
    body: 'Since the upgrade the service crashes on save and files are corrupted. It fails for all users, production is down.'
  })
  t.equal(worst.priority, 'critical')
  t.ok(worst.parts.some(({ part }) => part.startsWith('loss of data')))
  t.equal(ratePriority({ ...facts, title: 'Typo in the readme' }).priority, 'low')
})

t.test('the more people have it, the more urgent it is, and no crowd outweighs everything', async (t) => {
  const urgency = (reporters: number, duplicates: number) =>
    ratePriority({ ...facts, reporters, duplicates }).urgency
  t.ok(urgency(5, 2) > urgency(2, 1))
  t.ok(urgency(2, 1) > urgency(1, 0))
  t.ok(urgency(1e9, 1e9) <= 24)
})

t.test(
  'a hole, a loss or an outage is critical by itself, and a task that mentions one is not',
  async (t) => {
    const priorityOf = (title: string, more: object = {}) =>
      ratePriority({ ...facts, title, ...more }).priority
    for (const title of [
      'SQL injection in the search form',
      'XSS in the comment field',
      'Passwords are written to the log in plain text',
      'Data loss when the disk is full',
      'Site is down'
    ])
      t.equal(priorityOf(title), 'critical', title)
    for (const title of [
      'Upgrade netty to fix CVE-2021-43797',
      'Document how we handle a vulnerability',
      'Update docker image in CI pipeline'
    ])
      t.not(priorityOf(title), 'critical', title)
    t.not(priorityOf('Does this count as a vulnerability?', { type: 'question' }), 'critical')
  }
)

t.test(
  'of 120 grave titles nearly all are critical, whatever kind was guessed, and of 120 harmless ones nearly none',
  async (t) => {
    const critical = (titles: readonly string[], type: 'bug' | 'question' | null) =>
      titles.filter((title) => ratePriority({ ...facts, title, type }).priority === 'critical').length
    for (const type of ['bug', 'question', null] as const) {
      t.ok(critical(GRAVE_TITLES, type) >= 114, `grave, guessed as ${type}`)
      t.ok(critical(HARMLESS_TITLES, type) <= 6, `harmless, guessed as ${type}`)
    }
  }
)

t.test('everyday words lower no grave title, and raise no harmless one', async (t) => {
  for (const type of ['bug', 'question', null] as const)
    for (const body of ['', facts.body]) {
      const priorityOf = (title: string) => ratePriority({ ...facts, title, type, body }).priority
      t.same(
        FURTHER_GRAVE.filter((title) => priorityOf(title) === 'low'),
        [],
        `low, guessed as ${type}`
      )
      const missed = FURTHER_GRAVE.filter((title) => priorityOf(title) !== 'critical')
      t.ok(missed.length <= 2, missed.join('\n'))
      t.same(
        FURTHER_HARMLESS.filter((title) => /critical|high/.test(priorityOf(title))),
        []
      )
    }
})

t.test(
  'a title of the same grave words, asked for as work, put as a question or quoted, is not critical',
  async (t) => {
    for (const title of [
      'Add a test for data loss',
      'Dashboard: add a chart of data loss incidents',
      'How do I prevent SQL injection?',
      'The button "Delete all data" is misaligned',
      'XSS filter escapes ampersands twice'
    ])
      t.not(ratePriority({ ...facts, title }).priority, 'critical', title)
  }
)

t.test('no priority is lowered by a guess of the kind, nor raised for a harmless title', async (t) => {
  const wishAfterYears = { ...facts, ageDays: 1_000, body: 'See the title.' }
  for (const title of [...GRAVE_ASKED, ...HARMLESS_ASKED]) {
    const kind = classifyIssue({ ...wishAfterYears, title }, shared)
    const urgency = (type: typeof kind.type | null) =>
      ratePriority({ ...wishAfterYears, title, type }).urgency
    if (!kind.isSure) t.equal(urgency(sureTypeOf(kind)), urgency(null), title)
    t.ok(urgency(sureTypeOf(kind)) >= urgency(kind.type), title)
  }
  for (const title of HARMLESS_ASKED)
    t.notMatch(ratePriority({ ...wishAfterYears, title }).priority, /critical|high/, title)
})
