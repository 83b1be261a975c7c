import t from 'tap'
import { diagnose } from '#domain/ci-logs/diagnose.js'
import { createLogReader } from '#domain/ci-logs/reader.js'
import { QUIET, type Silent, SOUNDING } from './silent-logs.js'
import { QUIET_RUNS } from './silent-runs.js'
import { QUIET_TOOLS } from './silent-tools.js'
import { UNUSUAL_FURTHER } from './unusual-further.js'
import { UNUSUAL } from './unusual-logs.js'

function diagnosisOf({ step, lines }: Silent) {
  const log = [
    `##[group]Run ${step}`,
    step,
    'shell: /usr/bin/bash -e {0}',
    '##[endgroup]',
    ...lines,
    '##[error]Process completed with exit code 1.',
    'Post job cleanup.'
  ]
  const reader = createLogReader()
  reader.push(log.map((line) => `2026-01-02T10:00:00.0000000Z ${line}`).join('\n'))
  return diagnose(reader.end())
}

t.test('what went well, is only named, was quoted or was tried again with success is no cause', async (t) => {
  for (const silent of [...SOUNDING, ...QUIET, ...QUIET_TOOLS, ...QUIET_RUNS]) {
    const { type, rule, confidence, transient } = diagnosisOf(silent)
    t.match(
      { type, rule, confidence, transient },
      { type: 'unknown', rule: null, confidence: 0, transient: false },
      `${silent.step}: ${silent.lines.join(' | ')}`
    )
  }
})

t.test(
  'a cause in unusual words is told without confidence, also beside what only sounds like one',
  async (t) => {
    for (const unusual of [...UNUSUAL, ...UNUSUAL_FURTHER]) {
      const { type, confidence } = diagnosisOf(unusual)
      t.equal(type, unusual.type, unusual.lines.join(' | '))
      t.ok(confidence > 0, unusual.lines.join(' | '))
    }
  }
)
