import t from 'tap'
import { harmOf } from '#domain/triage/priority/harm.js'
import { HARM } from '#domain/triage/priority/harm-patterns.js'
import { WORDS } from '#domain/triage/priority/harm-words.js'
import { meantWords, occurrencesOf, sequenceOf } from '#domain/triage/priority/meanings.js'
import { ratePriority } from '#domain/triage/priority/priority.js'
import { NO_HARM_TOLD } from './fixtures/everyday-calm.js'
import { HARM_TOLD } from './fixtures/everyday-harm.js'

const priorityOf = (title: string, body: string) =>
  ratePriority({ title, body, type: null, duplicates: 0, reporters: 1, ageDays: 0, gravity: null }).priority
const isUrgent = ([title, body]: readonly [string, string]) => /high|critical/.test(priorityOf(title, body))

t.test(
  'of 125 reports of harm in everyday words at least 95 % are urgent, of 155 harmless issues at most 2 %',
  async (t) => {
    const missed = HARM_TOLD.filter((told) => !isUrgent(told))
    const alarms = NO_HARM_TOLD.filter(isUrgent)
    t.same([HARM_TOLD.length, NO_HARM_TOLD.length], [125, 155])
    t.ok(missed.length <= 6, missed.join('\n'))
    t.ok(alarms.length <= 3, alarms.join('\n'))
  }
)

t.test('what dies, hangs, never starts, is gone, shown to others or not done any more is high', async (t) => {
  for (const title of [
    'Application hangs at start',
    'Segfault on every PDF',
    'Kernel panic when the module is loaded',
    'Snapshots are deleted although they are kept',
    'panic: runtime error: invalid memory address',
    'Files are stored unencrypted',
    'Orders are lost between shop and warehouse',
    'Scheduler stopped, nothing runs any more',
    "Users see each other's sessions"
  ])
    t.match(priorityOf(title, 'Since the last version.'), /high|critical/, title)
})

t.test('harm makes an issue high whatever its other words take away, and by itself no more', async (t) => {
  for (const body of ['', 'Perhaps a typo in the docs, the tests could be improved.']) {
    t.equal(priorityOf('The log viewer crashes while it formats comments', body), 'high')
    t.equal(priorityOf('Comments in the log are cut', body), 'low')
  }
})

t.test('harm that is wished away, denied, asked about or a matter of looks is none', async (t) => {
  for (const title of [
    'The parser should not crash on empty input',
    'Runs for a week without a crash',
    'How do I find out why it crashes?',
    'Add a page for lost snapshots',
    'Crash report has no date',
    'Tooltip vanishes when the mouse moves',
    'Dead links in the manual',
    'Unused variable in crash.ts'
  ])
    t.equal(harmOf(title, ''), undefined, title)
})

t.test('a body of a few sentences tells the harm that its title does not; a long one explains', async (t) => {
  const body = 'We updated on Friday. All snapshots are gone.'
  t.equal(harmOf('Trouble with 3.2', body), 'a loss of data, in the text')
  t.equal(harmOf('Add a hint to the update', body), undefined)
  t.equal(harmOf('Trouble with 3.2', `${body} ${'We tried this and that. '.repeat(20)}`), undefined)
})

t.test('the part of the harm is what lacks to high', async (t) => {
  const facts = {
    title: 'Kernel panic on boot',
    body: '',
    type: null,
    duplicates: 0,
    reporters: 1,
    ageDays: 0,
    gravity: null
  }
  t.equal(ratePriority(facts).urgency, 16)
  t.ok(ratePriority({ ...facts, reporters: 5 }).urgency > 16)
})

t.test('each word of a sequence is a known meaning, and each meaning is in a sequence', async (t) => {
  const steps = HARM.flatMap(([, sequences]) => sequences.flatMap(sequenceOf))
  const used = new Set(steps.flatMap(({ meanings }) => meanings))
  used.delete('end')
  t.same([...used].sort(), Object.keys(WORDS).sort())
})

t.test('a gap is as long as the sequence says and ends with a clause', async (t) => {
  const places = (sequence: string, text: string) => [
    ...occurrencesOf(sequenceOf(sequence), meantWords(text))
  ]
  t.same(places('data ~ gone', 'snapshots of two hosts gone'), [{ from: 0, to: 27 }])
  t.same(places('data ~1 gone', 'snapshots of two hosts gone'), [])
  t.same(places('data ~ gone', 'snapshots of a, b, gone'), [])
  t.same(places('crash link', 'crash report'), [])
})
