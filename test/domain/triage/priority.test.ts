import fc from 'fast-check'
import t from 'tap'
import { judgePriority } from '../../../src/domain/triage/priority.js'

const facts = {
  title: 'The list of tabs',
  body: 'x '.repeat(100),
  type: null,
  duplicates: 0,
  reporters: 1,
  ageDays: 0
} as const

t.test('what says nothing of its urgency is medium', async (t) => {
  t.same(judgePriority(facts), { priority: 'medium', urgency: 0, parts: [] })
})

t.test('each part that counted is shown, and the parts add up to the urgency', async () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.nat(50), fc.nat(50), (title, body, duplicates, reporters) => {
      const { urgency, parts } = judgePriority({ ...facts, title, body, duplicates, reporters })
      return (
        parts.reduce((sum, { points }) => sum + points, 0) === urgency &&
        parts.every(({ part }) => part !== '')
      )
    })
  )
})

t.test('a regression that crashes and loses data comes first, a typo last', async (t) => {
  const worst = judgePriority({
    ...facts,
    title: 'Regression: crash on save, data loss',
    body: 'Since the upgrade the service crashes on save and files are corrupted. It fails for all users, production is down.'
  })
  t.equal(worst.priority, 'critical')
  t.ok(worst.parts.some(({ part }) => part.startsWith('loss of data')))
  t.equal(judgePriority({ ...facts, title: 'Typo in the readme' }).priority, 'low')
})

t.test('the more people have it, the more urgent it is, and no crowd outweighs everything', async (t) => {
  const urgency = (reporters: number, duplicates: number) =>
    judgePriority({ ...facts, reporters, duplicates }).urgency
  t.ok(urgency(5, 2) > urgency(2, 1))
  t.ok(urgency(2, 1) > urgency(1, 0))
  t.ok(urgency(1e9, 1e9) <= 24)
})

t.test(
  'a hole, a loss or an outage is critical by itself, and a task that mentions one is not',
  async (t) => {
    const priorityOf = (title: string, more: object = {}) =>
      judgePriority({ ...facts, title, ...more }).priority
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
