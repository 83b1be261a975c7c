import t from 'tap'
import { diagnose } from '#domain/ci-logs/diagnose.js'
import { createLogReader } from '#domain/ci-logs/reader.js'
import { LOST_DOWNLOADS, MISTAKEN, PLACES, SILENT_STEPS } from './mistaken-logs.js'
import { WRAPPED } from './wrapped-causes.js'
import { FURTHER_WRAPPERS, TOLD_BY_WRAPPERS } from './wrapped-further.js'
import { WRAPPERS } from './wrapped-places.js'

const HEAD = ['##[group]Run actions/checkout@v4', '##[endgroup]', 'Fetching the repository']
const END = ['##[error]Process completed with exit code 1.', 'Post job cleanup.', '']

function diagnosisOf(step: string, lines: readonly string[]) {
  const settings = ['shell: /usr/bin/bash -e {0}', 'env:', '  NODE_ENV: test']
  const log = [...HEAD, `##[group]Run ${step}`, step, ...settings, '##[endgroup]', ...lines, ...END]
  const reader = createLogReader()
  reader.push(log.map((line) => `2026-01-02T10:00:00.0000000Z ${line}`).join('\n'))
  return diagnose(reader.end())
}

t.test('a step that says nothing has no cause, whatever it is called', async (t) => {
  for (const step of SILENT_STEPS)
    for (const lines of [[], [''], ['Done in 3 s.']])
      t.match(
        diagnosisOf(step, lines),
        { type: 'unknown', rule: null, confidence: 0, transient: false },
        step
      )
})

t.test(
  'a failure is of the type that its message tells, also where its task or its neighbours suggest another',
  async (t) => {
    for (const { step, lines, type, transient = false } of MISTAKEN)
      t.match(diagnosisOf(step, lines), { type, transient }, `${step}: ${type}`)
  }
)

t.test('the name of a task and the echo of a command are a place, and never a cause', async (t) => {
  for (const step of ['./ci.sh', './gradlew test', 'npm run lint'])
    for (const lines of PLACES)
      t.match(diagnosisOf(step, lines), { type: 'unknown', rule: null, confidence: 0 }, `${step}: ${lines}`)
})

t.test('a download that is lost under a task of tests is the network', async (t) => {
  for (const lines of LOST_DOWNLOADS)
    t.match(diagnosisOf('./gradlew test', lines), { type: 'network', transient: true }, lines.join('|'))
})

t.test('what ran a command and says that it failed tells where, and never why', async (t) => {
  for (const { step, lines } of [...WRAPPERS, ...FURTHER_WRAPPERS])
    t.match(diagnosisOf(step, lines), { type: 'unknown', rule: null, confidence: 0 }, lines.join('|'))
})

t.test('a cause is found above the words of what ran the command, and in those that tell one', async (t) => {
  for (const { step, lines, type, transient = false } of [...WRAPPED, ...TOLD_BY_WRAPPERS])
    t.match(diagnosisOf(step, lines), { type, transient }, lines.join('|'))
})
